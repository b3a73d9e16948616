// The sweeper removes only unreferenced files, via the trash, and nothing when the database seems to be the wrong one;
// and it lets the store tidy up.

import { utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Clock } from '../../src/domain/kernel/clock.ts';
import { systemClock } from '../../src/domain/kernel/clock.ts';
import { updateMarker } from '../../src/workers/database-marker.ts';
import { sweep } from '../../src/workers/sweep.ts';
import { listed, trashed } from '../contracts/files.ts';
import { png } from '../http/pictures.ts';
import { startProgram, type TestProgram } from '../support/program.ts';

const hour = 3_600_000;
const day = 24 * hour;
const payloadsKeptMs = 30 * day;

describe('the sweeper', () => {
  let program: TestProgram;
  beforeEach(async () => {
    program = await startProgram();
  });
  afterEach(() => program.close());

  const run = (options: { force?: boolean; clock?: Clock } = {}) =>
    sweep({ ...program.engines, clock: options.clock ?? program.clock, payloadsKeptMs }, options).then(
      ({ files }) => files,
    );
  const kept = async () => (await listed(program.engines.files)).map(({ key }) => key).sort();
  const inTrash = async () => (await trashed(program.engines.files)).map(({ key }) => key);
  const swept = (given: object) => ({ trashed: 0, removed: 0, restored: 0, ...given });

  /** Changes a file's modification time. */
  const dateFile = (key: string, at: number) => utimes(program.pathOfFile(key), at / 1000, at / 1000);
  /** An unreferenced file, written some time before the program's now. */
  const orphan = async (key: string, age = 2 * day) => {
    await program.engines.files.write(key, Readable.from([Buffer.from(key)]));
    await dateFile(key, program.clock.now() - age);
    return key;
  };
  /** Files of a post, as keys and URLs. */
  const upload = async (count = 1, age = 2 * day) => {
    const form = new FormData();
    form.append('title', 'With files');
    for (let left = count; left > 0; left -= 1) form.append('attachments', new Blob([png(3, 2)]), 'a.png');
    const { status, body } = await program.live.call('POST', '/posts', { form });
    expect(status).toBe(201);
    const urls: string[] = body.data.attachments.map(({ url }: { url: string }) => new URL(url).pathname);
    const keys = urls.map((url) => url.split('/')[2] ?? '');
    for (const key of keys) await dateFile(key, program.clock.now() - age);
    return { id: body.data.id as string, keys, urls };
  };
  const statusOf = async (url = '') => (await program.app.inject(url)).statusCode;

  it('trashes unreferenced files after a day, and removes them a week later', async () => {
    const { urls } = await upload(2);
    await orphan('old');
    await orphan('young', 23 * hour);
    expect(await run()).toEqual(swept({ trashed: 1 }));
    expect(await inTrash()).toEqual(['old']);
    expect(await kept()).toContain('young');
    program.clock.advance(7 * day - 1);
    expect(await run()).toEqual(swept({ trashed: 1 }));
    expect(await inTrash()).toEqual(['old', 'young']);
    program.clock.advance(1);
    expect(await run()).toEqual(swept({ removed: 1 }));
    expect(await inTrash()).toEqual(['young']);
    expect(await statusOf(urls[0])).toBe(200);
  });

  it('trashes the others if one cannot be moved, and reports it', async () => {
    await upload(4);
    for (const key of ['first', 'large', 'other']) await orphan(key);
    const { files, store } = program.engines;
    const put = async (key: string, at: number) => {
      if (key === 'large') throw new Error('too large to copy');
      return files.trash.put(key, at);
    };
    const failing = { ...files, trash: { ...files.trash, put } };
    const deps = { store, files: failing, clock: program.clock, payloadsKeptMs };
    await expect(sweep(deps)).rejects.toThrow('too large to copy');
    expect((await inTrash()).sort()).toEqual(['first', 'other']);
  });

  it('restores referenced files from the trash', async () => {
    const { keys, urls } = await upload(2);
    await program.engines.files.trash.put(keys[0] ?? '', program.clock.now() - 8 * day);
    expect(await statusOf(urls[0])).toBe(404);
    expect(await run()).toEqual(swept({ restored: 1 }));
    expect(await statusOf(urls[0])).toBe(200);
    expect(await inTrash()).toEqual([]);
  });

  it('removes the files of a deleted post immediately, without the trash', async () => {
    const { id } = await upload(2);
    expect((await program.live.delete(`/posts/${id}`)).status).toBe(200);
    expect([await kept(), await inTrash()]).toEqual([[], []]);
  });

  it.each([0, 25 * hour, 400 * day])(
    "keeps another node's upload when its own clock is %i ms ahead",
    async (ahead) => {
      await upload();
      await program.engines.files.write('fresh', Readable.from([Buffer.from('x')]));
      // The other node's files have real timestamps, not the fake clock's.
      const clock = { ...systemClock, now: () => Date.now() + ahead };
      expect(await run({ clock })).toEqual(swept({}));
      expect(await kept()).toContain('fresh');
    },
  );

  it('removes no idempotency record early when its own clock is ahead', async () => {
    const real = systemClock;
    await program.engines.store.transaction((write) =>
      write.idempotency.insert(program.workspaceId, {
        key: 'k',
        fingerprint: 'f',
        status: 200,
        body: '{}',
        createdAt: real.now() - hour,
      }),
    );
    await run({ clock: { ...systemClock, now: () => real.now() + 25 * hour } });
    expect(await program.engines.store.read.idempotency.find(program.workspaceId, 'k')).toBeDefined();
  });

  describe('keeps all files, also those in the trash, until forced', () => {
    const expectHeld = async (reason: string, unnamed: number, named: number) => {
      const before = [await kept(), await inTrash()];
      expect(await run()).toEqual(
        swept({ held: { reason: expect.stringContaining(reason), unnamed, named } }),
      );
      expect([await kept(), await inTrash()]).toEqual(before);
    };

    it('when the database references none of them', async () => {
      await orphan('a');
      await orphan('b');
      await program.engines.files.write('c', Readable.from([Buffer.from('c')]));
      await program.engines.files.trash.put('c', program.clock.now() - 30 * day);
      await expectHeld('references none', 2, 0);
      expect(await run({ force: true })).toEqual(swept({ trashed: 2, removed: 1 }));
      expect(await inTrash()).toEqual(['a', 'b']);
      expect(await run()).toEqual(swept({}));
    });

    it('when the database references less than half of them, even if it references more later', async () => {
      await upload(2);
      for (const key of ['a', 'b', 'c']) await orphan(key);
      await expectHeld('less than half', 3, 2);
      await upload(2);
      await expectHeld('referenced too few', 3, 4);
      expect(await run({ force: true })).toEqual(swept({ trashed: 3 }));
      await orphan('d');
      expect(await run()).toEqual(swept({ trashed: 1 }));
    });

    it('when the database is older than the files, like a restored backup', async () => {
      await upload(3);
      expect(await run()).toEqual(swept({}));
      await orphan('late');
      // The copy lacks the newest ledger entry.
      const note = { entry: { workspaceId: program.workspaceId, sequence: 1000, id: 'evt_later' } };
      await program.engines.files.writeNote(JSON.stringify(note));
      await expectHeld('older copy', 1, 3);
      await updateMarker(program.engines);
      await expectHeld('older copy', 1, 3);
      expect(await run({ force: true })).toEqual(swept({ trashed: 1 }));
      await orphan('next');
      expect(await run()).toEqual(swept({ trashed: 1 }));
    });

    it('when files are newer than the last change, and there was no earlier sweep', async () => {
      const { keys } = await upload(3);
      await orphan('late');
      program.clock.advance(3 * day);
      await dateFile('late', program.clock.now() - 2 * day);
      for (const key of keys) await dateFile(key, program.clock.now() - 3 * day);
      await expectHeld('after the last change', 1, 3);
    });

    it('and resumes when the right database is back', async () => {
      await upload(3);
      await orphan('a');
      await program.engines.files.writeNote(JSON.stringify({ heldFor: 'ws_of_another_database' }));
      expect(await run()).toEqual(swept({ trashed: 1 }));
    });

    it('but not because the marker is corrupt', async () => {
      await upload(3);
      await orphan('a');
      await program.engines.files.writeNote('{"entry":');
      expect(await run()).toEqual(swept({ trashed: 1 }));
    });
  });

  it('merges what many writes left of the search index, and then has nothing to do', async () => {
    const titles = Array.from({ length: 20 }, (_, index) => `Export ${index}`);
    for (const [index, title] of titles.entries()) {
      const author = { email: `export${index}@example.com`, name: title };
      expect((await program.live.post('/posts', { title, author })).status).toBe(201);
    }
    const search = async () => {
      const posts = (await program.live.get('/posts?filters=search:exp&limit=100')).body.data.posts;
      const { users } = (await program.live.get('/users?filters=search:export&limit=100')).body.data;
      return [posts, users].map((found: { id: string }[]) => found.map(({ id }) => id));
    };
    const before = await search();
    const steps = async () =>
      (await sweep({ ...program.engines, clock: program.clock, payloadsKeptMs })).tidied;
    // PostgreSQL does it by itself.
    const isMerged = inject('engines') === 'embedded';
    expect((await steps()) > 0).toBe(isMerged);
    expect(await steps()).toBe(0);
    // Two small segments are enough for the next one.
    for (const title of ['Export again', 'Export and again']) await program.live.post('/posts', { title });
    expect((await steps()) > 0).toBe(isMerged);
    expect(await steps()).toBe(0);
    const [posts = [], users = []] = await search();
    expect([posts.slice(2), users]).toEqual(before);
    expect(posts).toHaveLength(titles.length + 2);
  });

  it('stops between two steps of merging', async () => {
    for (let left = 10; left > 0; left -= 1) await program.live.post('/posts', { title: `Export ${left}` });
    const stopping = AbortSignal.abort();
    const deps = { ...program.engines, clock: program.clock, payloadsKeptMs };
    expect((await sweep(deps, { stopping })).tidied).toBe(0);
  });

  it('updates the database marker once there are files', async () => {
    const { files, store } = program.engines;
    await program.live.post('/posts', { title: 'Without files' });
    await updateMarker(program.engines);
    expect(await files.readNote()).toBeUndefined();
    await upload();
    await updateMarker(program.engines);
    const { entry } = JSON.parse((await files.readNote()) ?? '');
    expect(await store.read.ledger.idAt(entry.workspaceId, entry.sequence)).toBe(entry.id);
    expect(await store.read.ledger.idAt(entry.workspaceId, entry.sequence + 1)).toBeUndefined();
  });
});
