import { expect, it } from 'vitest';
import { axisOf, tallOf } from './scale.ts';

it('has an axis of few whole, round numbers up to the highest value', () => {
  for (const [highest, expected] of [
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [44, [0, 20, 40, 60]],
    [80, [0, 20, 40, 60, 80]],
    [1_234, [0, 500, 1_000, 1_500]],
  ] as const)
    expect(axisOf(highest, 4)).toEqual(expected);
});

it('draws nothing for no value, and enough to see for one among thousands', () => {
  expect([0, 1, 2_500, 5_000].map((value) => tallOf(value, 5_000, 80))).toEqual([0, 2, 40, 80]);
});
