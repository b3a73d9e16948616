// SQLite has one writer, which an atomic batch holds until it ends; a rehearsal under a test key, until someone wants to
// write. Everyone's writes wait, so a batch must not give its turns of the event loop to others for every operation, and
// must not search in the meantime. Counted in turns, with a clock that stands still: a slow machine yields more often.

import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startProgram, type TestProgram } from '../support/program.ts';

const nextTurn = globalThis.setImmediate;

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
    if (!isOver) nextTurn(turn);
  };
  nextTurn(turn);
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

const rehearse = () => {
  const operations = Array.from({ length: 100 }, (_, index) => operationsOf.creates(`Rehearsed ${index}`));
  return program.test.post('/batch', { operations, atomic: true });
};
const untilHeld = async (): Promise<void> => {
  while (!isHeld()) await setImmediate();
};
const write = async (): Promise<void> => {
  const { clock, engines } = program;
  const [workspace] = await engines.store.read.workspaces.list();
  await engines.store.transaction((writer) =>
    writer.workspaces.raiseRevision(workspace?.id ?? '', clock.now()),
  );
};

it('a rehearsal gives up the writer as soon as someone wants to write, and runs again', async () => {
  const ended: string[] = [];
  const rehearsal = rehearse().finally(() => ended.push('rehearsal'));
  await untilHeld();
  await write().finally(() => ended.push('write'));
  const { status, body } = await rehearsal;
  expect([status, body.data.applied, ended]).toEqual([200, true, ['write', 'rehearsal']]);
});

it('a rehearsal that others never let finish is refused, and says when to try again', async () => {
  let isOver = false;
  const rehearsal = rehearse().finally(() => {
    isOver = true;
  });
  let writes = 0;
  while (!isOver) {
    if (isHeld()) {
      await write();
      writes += 1;
    }
    await setImmediate();
  }
  const { status, body, headers } = await rehearsal;
  expect([status, body.error.code, headers['retry-after']]).toEqual([
    503,
    'UNAVAILABLE',
    expect.stringMatching(/^[12]$/),
  ]);
  expect(writes).toBe(5);
});

it('a rehearsal of telling many people holds the writer for less than a turn', async () => {
  const { live, test } = program;
  const postId = (await live.post('/posts', { title: 'A wish', visibility: 'public' })).body.data.id;
  for (const first of [0, 1000]) {
    const users = Array.from({ length: 1000 }, (_, index) => ({ email: `p${first + index}@example.com` }));
    await live.call('PUT', `/posts/${postId}/followers`, { body: { users } });
  }
  const entry = { title: 'It is here', linkedPostIds: [postId], state: 'published', notify: true };
  const turns = await turnsHeld(async () => {
    const { body } = await test.post('/changelogs', entry);
    expect(body.data.wouldNotify).toMatchObject({ count: 2000, sample: { length: 5 } });
  });
  expect(turns).toBe(0);
});
