import { expect, it } from 'vitest';
import { isGone, isSuccess } from './delivery.ts';

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
