import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs } from './attempts.ts';

const day = 24 * 3_600_000;

it('spreads each retry by at most a fifth, and gives up after seven', () => {
  const planned = [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 28_800_000, day];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      (tries, random) => {
        const delay = planned[tries - 1] ?? 0;
        const spread = retryDelayMs(tries, random, undefined) ?? 0;
        expect(Math.abs(spread - delay)).toBeLessThanOrEqual(delay / 5);
      },
    ),
  );
  expect(retryDelayMs(8, 0.5, undefined)).toBeUndefined();
});

it.each([
  ['longer than planned', 1, 90_000, 90_000],
  ['shorter than planned', 2, 3_000, 3_000],
  ['at least a second', 6, 0, 1_000],
  ['at most a day', 1, 30 * day, day],
  ['no shorter the last time', 7, 1_000, day],
])('waits for as long as it is asked to: %s', (_, tries, askedMs, waitsMs) => {
  expect(retryDelayMs(tries, 0.5, askedMs)).toBe(waitsMs);
});
