import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isGone, isSuccess, retryDelayMs } from './delivery.ts';

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

it('waits for as long as it is asked to, but not longer than a day', () => {
  expect(retryDelayMs(1, 0.5, 90_000)).toBe(90_000);
  expect(retryDelayMs(2, 0.5, 1_000)).toBe(60_000);
  expect(retryDelayMs(1, 0.5, 30 * day)).toBe(day);
});

it.each([
  [200, true, false],
  [204, true, false],
  [299, true, false],
  [302, false, false],
  [410, false, true],
  [500, false, false],
  [null, false, false],
])('%s: success %s, gone %s', (status, success, gone) => {
  expect([isSuccess(status), isGone(status)]).toEqual([success, gone]);
});
