import { expect, it } from 'vitest';
import { slots } from './slots.ts';

it('lets so many in, together and of each group; the others follow in order', async () => {
  const pool = slots(3, 2);
  const entered: string[] = [];
  const leaves = new Map<string, () => void>();
  const enter = (group: string, name: string) =>
    pool.within(group, () => {
      entered.push(name);
      return new Promise<void>((leave) => void leaves.set(name, leave));
    });
  const all = [enter('a', 'a1'), enter('a', 'a2'), enter('a', 'a3'), enter('b', 'b1'), enter('c', 'c1')];
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  expect([pool.underway(), pool.waiting()]).toEqual([3, 2]);
  const leave = async (name: string) => {
    leaves.get(name)?.();
    await new Promise(setImmediate);
  };
  // A slot of another group doesn't let a third one of this group in.
  await leave('b1');
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1']);
  await leave('a1');
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  for (const name of ['a2', 'a3', 'c1']) await leave(name);
  await Promise.all(all);
  expect([pool.underway(), pool.waiting()]).toEqual([0, 0]);
});
