// Two nodes, one of which is killed or frozen in the middle of a write, held there by a lock.

import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Earshot } from '../../../../client/src/index.ts';
import { countLockWaits } from '../../support/blocked-writes.ts';
import { newEngines, type TestEngines } from '../../support/servers/engines.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterEach,
  liveKey,
  newDirectory,
  type Serving,
  serve,
  statusOf,
} from '../processes.ts';

describe('a node in the middle of a write', () => {
  let engines: TestEngines;
  let outside: pg.Client;
  let first: Serving;
  let second: Serving;
  cleanUpAfterEach();
  beforeEach(async () => {
    engines = await newEngines();
    const start = async () =>
      serve(join(await newDirectory(), 'data'), { ...engines.environment, ...chosenKeys });
    first = await start();
    second = await start();
    outside = new pg.Client(engines.environment.DATABASE_URL);
    await outside.connect();
    // The first use of a key is recorded.
    for (const { address } of [first, second]) expect(await statusOf(application(address).me())).toBe(200);
  });
  afterEach(async () => {
    await outside.end();
    first.child.kill('SIGKILL');
    second.child.kill('SIGKILL');
    await Promise.all([first.exited, second.exited]);
    await engines.close();
  });

  /** The last rows of a change: when a node waits here, it has locked the workspace and written the post. */
  const holdBeforeCommit = async () => {
    await outside.query('begin');
    await outside.query('lock table ledger in exclusive mode');
  };
  const isHeld = () => vi.waitUntil(async () => (await countLockWaits(outside)) > 0, { timeout: 60_000 });
  const titles = () =>
    engines.database.rows('select title from posts order by title').map(({ title }) => title);

  it.each(['create', 'batch'] as const)(
    'that is killed leaves a %s to another node: the client succeeds by itself, and it happened once',
    async (what) => {
      await holdBeforeCommit();
      let node = first;
      // Like a load balancer: any live node.
      const client = new Earshot({
        apiKey: liveKey,
        baseUrl: first.address,
        fetch: (address, init) => fetch(address.replace(first.address, node.address), init),
      });
      const call =
        what === 'create'
          ? client.posts.create({ title: 'Once' })
          : client.batch([{ method: 'POST', path: '/posts', body: { title: 'Once' } }], { atomic: true });
      const done = call.then(() => 'done');
      await isHeld();
      node = second;
      first.child.kill('SIGKILL');
      await first.exited;
      await outside.query('rollback');
      expect(await done).toBe('done');
      expect(titles()).toEqual(['Once']);
    },
  );

  it('that is frozen blocks others only briefly, and its write is rolled back', async () => {
    await holdBeforeCommit();
    const frozen = statusOf(application(first.address).posts.create({ title: 'Frozen' }));
    await isHeld();
    first.child.kill('SIGSTOP');
    await outside.query('rollback');
    expect(await statusOf(application(second.address).posts.create({ title: 'Passes' }))).toBe(201);
    first.child.kill('SIGCONT');
    expect(await frozen).toBe(503);
    expect(await statusOf(application(first.address).posts.create({ title: 'Thawed' }))).toBe(201);
    expect(titles()).toEqual(['Passes', 'Thawed']);
  });
});
