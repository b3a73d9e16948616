// What the program answers while its disk is slow, fails, or loses power: on SQLite, where syncing is our own job.

import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../support/caller.ts';
import { patiently } from '../support/patience.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { Syncs } from '../support/syncs.ts';

let syncs: Syncs;
let program: TestProgram;
beforeAll(async () => {
  syncs = new Syncs();
  program = await startProgram();
});
beforeEach(async () => {
  await program.idle();
  syncs.started = 0;
});
afterAll(async () => {
  syncs.restore();
  await program.close();
});

const create = (title: string) => program.live.post('/posts', { title });
const storedPosts = () => program.database.rows('select id from posts').length;

/** Records which calls have been answered. */
function watch(calls: Promise<Answer>[]) {
  const statuses: number[] = [];
  const all = Promise.all(calls.map((call) => call.then(({ status }) => void statuses.push(status))));
  return { statuses, all };
}

describe('while a sync is held back', () => {
  it('answers no write, but every read, and 30 concurrent writes then share two syncs', async () => {
    syncs.hold();
    const writes = watch(Array.from({ length: 30 }, (_, index) => create(`Post ${index}`)));
    await vi.waitUntil(() => storedPosts() === 30 && syncs.started === 1, patiently);
    expect((await program.live.get('/posts?limit=100')).body.data.posts).toHaveLength(30);
    expect((await program.stranger.get('/posts')).status).toBe(200);
    expect(writes.statuses).toEqual([]);
    syncs.release();
    await writes.all;
    expect(writes.statuses).toEqual(Array.from({ length: 30 }, () => 201));
    expect(syncs.started).toBeLessThanOrEqual(2);
  });

  it('is not ready if the sync does not end', async () => {
    syncs.hold();
    await expect(program.engines.store.probe()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    syncs.release();
    await program.engines.store.probe();
  });

  it('does not tell anybody that an unsynced write has happened', async () => {
    const { id } = (await create('Voted')).body.data;
    const keyed = () =>
      program.live.call('POST', '/posts', { body: { title: 'Once' }, headers: { 'idempotency-key': 'k' } });
    const vote = () => program.live.post(`/posts/${id}/votes`, { userEmail: 'ada@example.com' });
    const stored = () =>
      [
        program.database.rows('select key from idempotency_keys').length,
        program.database.rows('select user_id from votes').length,
      ].join();
    syncs.hold();
    const first = watch([keyed(), vote()]);
    await vi.waitUntil(() => stored() === '1,1', patiently);
    // A stored response, a write that changes nothing, and a feed that readers continue from.
    const later = watch([keyed(), vote(), program.live.get('/audit-log')]);
    expect((await program.live.get(`/posts/${id}`)).status).toBe(200);
    expect([first.statuses, later.statuses]).toEqual([[], []]);
    syncs.release();
    await Promise.all([first.all, later.all]);
    expect([first.statuses.sort(), later.statuses.sort()]).toEqual([
      [201, 201],
      [200, 200, 201],
    ]);
  });
});

describe('when the power fails', () => {
  /** What a disk certainly holds: the log as it was when the last successful sync began. */
  const syncedLog = () => {
    const log = join(program.dataDir, 'earshot.db-wal');
    let [begun, certain] = [readFileSync(log), readFileSync(log)];
    syncs.onBegin = () => {
      begun = readFileSync(log);
    };
    syncs.onEnd = () => {
      certain = begun;
    };
    return () => certain;
  };

  const titlesAfter = async (log: Buffer): Promise<unknown[]> => {
    const directory = await mkdtemp(join(tmpdir(), 'earshot-power-'));
    const path = join(directory, 'earshot.db');
    try {
      // No checkpoint has changed it yet.
      await copyFile(join(program.dataDir, 'earshot.db'), path);
      await writeFile(`${path}-wal`, log);
      const handle = new DatabaseSync(path);
      expect(handle.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      const titles = handle.prepare('select title from posts').all();
      handle.close();
      return titles.map(({ title }) => title);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };

  it('keeps every write that was answered before', async () => {
    const onDisk = syncedLog();
    const answered: string[] = [];
    const moments: { answered: string[]; log: Buffer }[] = [];
    const writeMany = async (client: number) => {
      for (let count = 0; count < 8; count += 1) {
        const title = `Post ${client} ${count}`;
        expect((await create(title)).status).toBe(201);
        answered.push(title);
        moments.push({ answered: [...answered], log: onDisk() });
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, client) => writeMany(client)));
    for (const moment of moments.filter((_, index) => index % 5 === 4 || index === moments.length - 1))
      expect(await titlesAfter(moment.log)).toEqual(expect.arrayContaining(moment.answered));
    expect(syncs.started).toBeLessThan(answered.length);
  });
});

/** The last: this program never writes again. */
describe('after a sync has failed', () => {
  it('answers 503 to that write and all later ones, is not ready, and reads', async () => {
    await create('Before');
    const files = await program.files();
    syncs.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    const refused = await create('Lost?');
    expect([refused.status, refused.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    syncs.failure = undefined;
    const stored = storedPosts();
    expect((await create('Later')).status).toBe(503);
    expect(storedPosts()).toBe(stored);
    await expect(program.engines.store.probe()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await program.live.get('/posts')).status).toBe(200);
    expect(await program.files()).toEqual(files);
  });
});
