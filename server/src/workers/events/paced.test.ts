import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paced } from './paced.ts';

it('starts so many in each turn of the event loop, in order', async () => {
  const pace = paced(2);
  const started: number[] = [];
  const all = [1, 2, 3, 4, 5].map((number) => pace().then(() => void started.push(number)));
  expect(started).toEqual([]);
  await nextTurn();
  expect(started).toEqual([1, 2]);
  await nextTurn();
  expect(started).toEqual([1, 2, 3, 4]);
  await Promise.all(all);
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

it('starts again after a pause', async () => {
  const pace = paced(1);
  await pace();
  await nextTurn();
  let isStarted = false;
  const next = pace().then(() => {
    isStarted = true;
  });
  expect(isStarted).toBe(false);
  await next;
});
