// SQLite has one writer, which an atomic batch holds until it ends, also if it is only a rehearsal under a test key.
// Everyone's writes wait, so it must not give its turns of the event loop to others for every operation, and must not
// search in the meantime. Counted in turns, with a clock that stands still: a slow machine yields more often.

import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

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
/** A transaction yields after 64 statements. A turn for each operation would be 1, and a search one for each word. */
const turnsEach = 0.5;
const words = 'export every dashboard as one large printable document with dark colors weekly';

const operationsOf = {
  creates: (title: string) => ({ method: 'POST', path: '/posts', body: { title } }),
  'creates that compare titles': (title: string) => ({
    method: 'POST',
    path: '/posts',
    body: { title, onDuplicate: 'suggest' },
  }),
  'lists of similar posts': (title: string) => ({
    method: 'GET',
    path: `/posts/similar?title=${encodeURIComponent(title)}`,
  }),
};
const kinds = Object.keys(operationsOf) as (keyof typeof operationsOf)[];

it.each(kinds.flatMap((what) => [['live', what] as const, ['test', what] as const]))(
  'an atomic batch under a %s key holds the writer for a bounded number of turns: %s',
  async (mode, what) => {
    const operations = Array.from({ length: count }, (_, index) =>
      operationsOf[what](`${words} ${mode} ${index}`),
    );
    // Enough statements to yield at least once.
    const writes = Array.from({ length: 10 }, (_, index) => operationsOf.creates(`First ${index}`));
    const turns = await turnsHeld(async () => {
      const { body } = await program[mode].post('/batch', {
        operations: [...writes, ...operations],
        atomic: true,
      });
      expect(body.data.applied).toBe(true);
    });
    expect(turns).toBeGreaterThan(0);
    expect(turns).toBeLessThan(turnsEach * (writes.length + count));
  },
);
