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
import { png } from './pictures.ts';

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

  it('does not tell anyone that an unsynced write has happened', async () => {
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

const batch = (operations: object[]) => program.live.post('/batch', { operations });
const creating = (title: string) => ({ method: 'POST', path: '/posts', body: { title } });

describe('a batch while a sync is held back', () => {
  it('commits each operation, waits for the disk once, and is not answered before', async () => {
    const before = storedPosts();
    syncs.hold();
    const answering = batch([
      ...Array.from({ length: 5 }, (_, index) => creating(`Part ${index}`)),
      { method: 'POST', path: '/posts/{0.id}/votes', body: { userEmail: 'grace@example.com' } },
      // Changes nothing, and is still an answer about something that must not be taken back.
      { method: 'POST', path: '/posts/{0.id}/votes', body: { userEmail: 'grace@example.com' } },
      { method: 'DELETE', path: '/posts/{1.id}' },
    ]);
    const answers = watch([answering]);
    await vi.waitUntil(() => storedPosts() === before + 4 && syncs.started > 0, patiently);
    expect((await program.live.get('/posts')).status).toBe(200);
    expect(answers.statuses).toEqual([]);
    syncs.release();
    const { status, body } = await answering;
    expect(status).toBe(200);
    expect(body.data.results.map((result: { status: number }) => result.status)).toEqual([
      201, 201, 201, 201, 201, 201, 200, 200,
    ]);
    expect(syncs.started).toBeLessThanOrEqual(2);
  });

  it('does not wait for the disk if it only reads', async () => {
    syncs.hold();
    const beside = create('Beside');
    await vi.waitUntil(() => syncs.started > 0, patiently);
    expect((await batch([{ method: 'GET', path: '/posts' }])).status).toBe(200);
    syncs.release();
    expect((await beside).status).toBe(201);
  });

  it('removes files only when the removal of their rows is durable', async () => {
    const form = new FormData();
    form.append('title', 'Pictured');
    form.append('attachments', new Blob([png(3, 2)], { type: 'image/png' }), 'a.png');
    const { id } = (await program.live.call('POST', '/posts', { form })).body.data;
    const [before, files] = [storedPosts(), await program.files()];
    syncs.hold();
    const deleting = batch([{ method: 'DELETE', path: `/posts/${id}` }]);
    await vi.waitUntil(() => storedPosts() === before - 1 && syncs.started > 0, patiently);
    expect(await program.files()).toEqual(files);
    syncs.release();
    await deleting;
    expect(await program.files()).toHaveLength(files.length - 1);
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
        // Half of them alone, the others in a batch.
        const titles = count % 2 === 0 ? [title] : [`${title} a`, `${title} b`];
        const { status } = await (count % 2 === 0 ? create(title) : batch(titles.map(creating)));
        expect(status).toBe(count % 2 === 0 ? 201 : 200);
        answered.push(...titles);
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

  it('answers 503 to the whole of a batch', async () => {
    const other = await startProgram();
    try {
      syncs.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
      const operations = ['One', 'Other'].map(creating);
      const { status, body } = await other.live.post('/batch', { operations });
      expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
    } finally {
      syncs.failure = undefined;
      await other.close();
    }
  });
});
