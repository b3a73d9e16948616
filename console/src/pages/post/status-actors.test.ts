import { expect, it } from 'vitest';
import { actorsOf } from './status-actors.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 31) + ms).toISOString();
const change = (id: string, ms: number) => ({ id, createdAt: at(ms) });
const entry = (id: string, ms: number) => ({ actor: { type: 'person', id }, createdAt: at(ms) });
const who = (...input: Parameters<typeof actorsOf>) =>
  [...actorsOf(...input)].map(([id, actor]) => `${id} ${actor.id}`);

it('gives each change the entry of its transaction', () => {
  const entries = [entry('eve', 9000), entry('bob', 5000), entry('ada', 1000)];
  expect(who([change('c', 9003), change('b', 5000), change('a', 1001)], entries)).toEqual([
    'c eve',
    'b bob',
    'a ada',
  ]);
});

it('gives two changes of one transaction an entry each', () => {
  const entries = [entry('eve', 1000), entry('eve', 1000)];
  expect(who([change('b', 1002), change('a', 1001)], entries)).toEqual(['b eve', 'a eve']);
});

it('leaves out imported changes, which have no entry', () => {
  const entries = [entry('ada', 900_000)];
  expect(who([change('b', 900_001), change('a', 0)], entries)).toEqual(['b ada']);
  expect(who([change('b', 990_000)], entries)).toEqual([]);
});
