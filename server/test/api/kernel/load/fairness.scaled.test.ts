// A workspace that floods or blocks the database does not slow down another one. Slow operations wait for a lock
// that the test holds, so that nothing depends on timing.

import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countLockWaits } from '../../../support/blocked-writes.ts';
import type { Answer } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let outside: pg.Client;
beforeEach(async () => {
  program = await startProgram();
  outside = new pg.Client(program.environment.DATABASE_URL);
  await outside.connect();
  await program.live.get('/me');
  await program.stranger.get('/me');
  await program.idle();
});
afterEach(async () => {
  await outside.end();
  await program.close();
});

const waiting = () => countLockWaits(outside);

const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))];

describe('a workspace with blocked writes', () => {
  it.each(['live', 'test'] as const)(
    'uses one connection for all of them, under a %s key, and blocks no other workspace',
    async (mode) => {
      await outside.query('begin');
      await outside.query('select from workspaces where id = $1 for update', [program.workspaceId]);
      const writes = Array.from({ length: 24 }, (_, index) =>
        program[mode].post('/posts', { title: `Waits ${index}` }),
      );
      await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 60_000 });
      for (let count = 0; count < 10; count += 1) {
        const { status } = await program.stranger.post('/posts', { title: `Passes ${count}` });
        expect(status).toBe(201);
      }
      expect(await waiting()).toBe(1);
      await outside.query('rollback');
      expect(statuses(await Promise.all(writes))).toEqual([201]);
    },
  );

  it('gets 503 with Retry-After if the lock times out, and writes nothing', async () => {
    await outside.query('begin');
    await outside.query('select from workspaces where id = $1 for update', [program.workspaceId]);
    const { status, headers, body } = await program.live.post('/posts', { title: 'In vain' });
    expect([status, headers['retry-after'], body.error.code]).toEqual([503, '2', 'UNAVAILABLE']);
    await outside.query('rollback');
    expect((await program.live.post('/posts', { title: 'Later' })).status).toBe(201);
    const { body: list } = await program.live.get('/posts');
    expect(list.data.posts.map(({ title }: { title: string }) => title)).toEqual(['Later']);
  });
});

describe('a workspace with blocked reads', () => {
  it('leaves connections to others, and does not block authentication and readiness checks', async () => {
    await outside.query('begin');
    await outside.query('lock table posts in access exclusive mode');
    const reads = Array.from({ length: 30 }, (_, index) => program.live.get(`/posts?limit=${index + 1}`));
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 60_000 });
    for (let count = 0; count < 10; count += 1) {
      expect((await program.stranger.get(`/tags?limit=${count + 1}`)).status).toBe(200);
      expect((await program.stranger.get('/me')).status).toBe(200);
    }
    expect((await program.app.inject('/readyz')).statusCode).toBe(200);
    await outside.query('rollback');
    expect(statuses(await Promise.all(reads))).toEqual([200]);
  });
});
