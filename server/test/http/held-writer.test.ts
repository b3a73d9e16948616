// SQLite has one writer, which an atomic batch holds until it commits. It must not search in the meantime: a search
// takes many turns of the event loop, and everyone's writes wait. Counted in turns, which don't depend on the machine.

import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../support/program.ts';

let program: TestProgram;
let outside: DatabaseSyncInstance;
beforeAll(async () => {
  program = await startProgram();
  outside = new DatabaseSync(join(program.dataDir, 'earshot.db'));
});
afterAll(async () => {
  outside.close();
  await program.close();
});

const isHeld = (): boolean => {
  try {
    outside.exec('begin immediate');
    outside.exec('rollback');
    return false;
  } catch {
    return true;
  }
};

/** In how many turns of the event loop another writer would have had to wait. */
async function turnsHeld(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    if (isHeld()) turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

const count = 20;
/** On a slow machine. A search takes one turn for each word. */
const turnsEach = 6;
const words = 'export every dashboard as one large printable document with dark colors weekly';

it.each([
  ['live', 'creates that compare titles', 'POST'],
  ['test', 'creates that compare titles', 'POST'],
  ['live', 'lists of similar posts', 'GET'],
] as const)(
  'an atomic batch under a %s key holds the writer no longer for %s',
  async (mode, _what, method) => {
    const operations = Array.from({ length: count }, (_, index) => {
      const title = `${words} ${mode} ${index}`;
      return method === 'GET'
        ? { method, path: `/posts/similar?title=${encodeURIComponent(title)}` }
        : { method, path: '/posts', body: { title, onDuplicate: 'suggest' } };
    });
    const write = { method: 'POST', path: '/posts', body: { title: 'First' } };
    const turns = await turnsHeld(async () => {
      const { body } = await program[mode].post('/batch', {
        operations: [write, ...operations],
        atomic: true,
      });
      expect(body.data.applied).toBe(true);
    });
    expect(turns).toBeGreaterThan(0);
    expect(turns).toBeLessThan(turnsEach * (count + 1));
  },
);
