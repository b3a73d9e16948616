import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyBackup, makeBackup } from '../../../src/commands/installation/backup-steps.ts';
import { restore } from '../../../src/commands/installation/restore-steps.ts';
import { verifyBackup, verifyInstallation } from '../../../src/commands/installation/verify-steps.ts';
import { backupAt, shelfAt } from '../../../src/compose/backup.ts';
import { readConfig } from '../../../src/config.ts';
import { bucketShelf } from '../../../src/engines/files/backup-bucket.ts';
import type { StoredBackup } from '../../../src/ports/files/backup-place.ts';
import { png } from '../../http/pictures.ts';
import { fill } from '../../move/world.ts';
import type { Answer, CallerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { type TestEngines, urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database } from '../../support/servers/postgres.ts';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import { backUp, collected, failuresIn, isEmbedded, newPlace, orderFor, programOn } from './installation.ts';

type Environment = TestEngines['environment'];

describe('a restored backup', () => {
  let program: TestProgram;
  let place: Awaited<ReturnType<typeof newPlace>>;
  let s3: S3Server;
  let empty: Database | undefined;
  let postId: string;
  /** What clients got after the backup: tags of single objects and lists, with what they stood for. */
  const seen = new Map<string, string>();
  let sequences: number[];
  let lastKept: number;

  const remember = ({ headers: { etag }, text }: Answer) => {
    if (etag !== undefined) seen.set(etag, text);
  };
  const lastSequence = async (live: CallerClient): Promise<number> =>
    (await live.get('/events?after=latest')).body.data.next;
  const edit = async (live: CallerClient, title: string) => {
    remember(await live.patch(`/posts/${postId}`, { title }));
    remember(await live.get(`/posts/${postId}`));
    remember(await live.get('/posts?limit=5'));
  };
  const restoring = (environment: Environment, from: string, force = false) => {
    const order = orderFor({ environment, clock: program.clock }, '.');
    const backup = backupAt(from, { ...order.environment });
    return restore({ ...order, backup, force, onFiles: () => undefined });
  };
  /** A place without an installation. */
  const elsewhere = (): Environment => ({
    ...program.environment,
    DATA_DIR: place.path('elsewhere'),
    ...(empty !== undefined && { DATABASE_URL: empty.url }),
  });

  beforeAll(async () => {
    place = await newPlace();
    s3 = await startS3();
    program = await startProgram();
    if (!isEmbedded()) empty = await createDatabase(urlOfTest);
    await fill(program);
    postId = (await program.live.post('/posts', { title: 'Dark mode' })).body.data.id;
    await program.engines.store.transaction(async (write) => {
      await write.mails.hold(program.workspaceId, 'imported', 1);
      await write.mails.release(program.workspaceId, 'http://earshot.test');
    });
    await program.idle();
    lastKept = await lastSequence(program.live);
    await backUp(program, place.path('.'), 'good');
    // Goes on after the backup.
    program.clock.advance(60_000);
    for (const title of ['One', 'Two', 'Three']) await edit(program.live, title);
    const last = await lastSequence(program.live);
    sequences = Array.from({ length: last - lastKept }, (_, index) => lastKept + 1 + index);
    program.clock.advance(60_000);
  });
  afterAll(async () => {
    await program?.close();
    await s3?.close();
    await empty?.drop();
    await place?.remove();
  });

  it('is for its owner alone, and shares the bytes of files on the same disk', async () => {
    const { database } = JSON.parse(await readFile(join(place.path('good'), 'manifest.json'), 'utf8'));
    for (const [name, mode] of [
      ['.', 0o700],
      [database.name, 0o600],
      ['manifest.json', 0o600],
    ] as const)
      expect((await stat(join(place.path('good'), name))).mode & 0o777, name).toBe(mode);
    if (!isEmbedded()) return;
    const key = String(program.database.rows('select file_key from attachments')[0]?.file_key);
    const copy = join(place.path('good'), 'files', key.slice(0, 2), key);
    expect((await stat(copy)).ino).toBe((await stat(program.pathOfFile(key))).ino);
  });

  it('never overwrites another one', async () => {
    await expect(backUp(program, place.path('.'), 'good')).rejects.toThrow('exists already');
    expect((await readdir(place.path('.'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['a newer format', { format: 2 }, 'newer version of Earshot'],
    ['a newer schema', { schema: ['9999-later'] }, 'newer version of Earshot'],
    ['another engine', { engine: 'Oracle' }, 'The backup is of Oracle'],
    ['a path as a name', { list: { name: '../x.y', size: 0, sha256: 'a'.repeat(64) } }, 'damaged'],
    ['a wrong digest', { database: { sha256: 'a'.repeat(64) } }, 'damaged'],
    ['a wrong digest of the list', { list: { sha256: 'b'.repeat(64) } }, 'damaged'],
    ['another number of rows', { rows: { posts: 1 }, sha256: 'c'.repeat(64) }, 'damaged'],
    ['no JSON', undefined, 'damaged'],
  ])('with %s in its manifest is refused, and nothing is touched', async (_what, change, message) => {
    const path = join(place.path('good'), 'manifest.json');
    const text = await readFile(path, 'utf8');
    const manifest = JSON.parse(text);
    const merged = Object.entries(change ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' && !Array.isArray(value) ? { ...manifest[name], ...value } : value,
    ]);
    await writeFile(
      path,
      change === undefined
        ? text.slice(0, -20)
        : // Only its own digest can tell a manifest that was changed from one that was written so.
          JSON.stringify({ ...manifest, sha256: undefined, ...Object.fromEntries(merged) }),
    );
    try {
      await expect(restoring(elsewhere(), place.path('good'))).rejects.toThrow(message);
    } finally {
      await writeFile(path, text);
    }
    const left = await readdir(place.path('elsewhere')).catch(() => []);
    expect(left.filter((name) => !name.startsWith('serve.lock'))).toEqual([]);
  });

  it('without a manifest is none', async () => {
    await expect(restoring(elsewhere(), place.path('none'))).rejects.toThrow('is not a complete backup');
  });

  it('is the same installation, also by way of a bucket', async () => {
    const to = `s3://${s3.environment.S3_BUCKET}/nightly?endpoint=${s3.environment.S3_ENDPOINT}`;
    const environment = { ...program.environment, ...s3.environment };
    const { S3_ENDPOINT: _own, ...credentials } = environment;
    const shelf = shelfAt(to, credentials);
    const watch = { onDatabase: () => undefined, onFiles: () => undefined };
    const name = 'earshot-2026-01-31T091502.123Z';
    await copyBackup(shelfAt(place.path('.'), {}).open('good'), { shelf, name, watch });
    expect(await shelf.list()).toEqual([name]);
    expect(failuresIn(await collected(verifyBackup(shelf.open(name))))).toEqual([]);

    const order = orderFor({ environment: elsewhere(), clock: program.clock }, '.');
    const { manifest, aside } = await restore({
      ...order,
      backup: shelf.open(name),
      force: false,
      onFiles: () => undefined,
    });
    expect(aside).toBeUndefined();
    expect(manifest.rows.posts).toBeGreaterThan(50);
    const findings = await collected(verifyInstallation(readConfig(elsewhere()), program.clock));
    expect(failuresIn(findings)).toEqual([]);
    await shelf.remove(name);
    expect(await shelf.list()).toEqual([]);
  });

  it('is sound if a post with a file was deleted while it was made', async () => {
    const form = new FormData();
    form.set('title', 'To be deleted');
    form.append('attachments', new Blob([png(3, 2)]), 'picture.png');
    const { id, attachments } = (await program.live.call('POST', '/posts', { form })).body.data;
    const order = orderFor(program, place.path('.'));
    const shelf = shelfAt(order.place, order.environment);
    // The database is copied by then, and no file.
    const deleteFirst = async <T>(next: () => Promise<T>): Promise<T> => {
      if ((await program.live.get(`/posts/${id}`)).status === 200) await program.live.delete(`/posts/${id}`);
      await program.idle();
      return next();
    };
    const draft: typeof shelf.draft = async (name) => {
      const made = await shelf.draft(name);
      const { link, files } = made;
      return {
        ...made,
        link: link && ((...file) => deleteFirst(() => link(...file))),
        files: { ...files, write: (...file) => deleteFirst(() => files.write(...file)) },
      };
    };
    const { files } = await makeBackup({ ...order, shelf: { ...shelf, draft }, name: 'deleting' });
    expect(attachments).toHaveLength(1);
    expect(files).toMatchObject({ missing: [], deleted: [expect.any(String)] });
    const backup = backupAt(place.path('deleting'), order.environment);
    expect(failuresIn(await collected(verifyBackup(backup)))).toEqual([]);
    const target = isEmbedded() ? undefined : await createDatabase(urlOfTest);
    const environment = {
      ...program.environment,
      DATA_DIR: place.path('restored-deleting'),
      ...(target !== undefined && { DATABASE_URL: target.url }),
    };
    try {
      await restoring(environment, place.path('deleting'));
      const findings = await collected(verifyInstallation(readConfig(environment), program.clock));
      expect(failuresIn(findings)).toEqual([]);
    } finally {
      await target?.drop();
    }
  });

  it('that a killed process left in a bucket is removed by a later one, a day afterwards', async () => {
    const settings = readConfig({ ...program.environment, ...s3.environment }).s3;
    if (settings === undefined) throw new Error('There is no bucket.');
    const shelf = (afterMs?: number) => bucketShelf(settings, 'killed', afterMs);
    const objects = async (name: string) => {
      const found: string[] = [];
      for await (const { key } of shelf().open(name).files.list()) found.push(key);
      return found.length;
    };
    const [scheduled, named] = ['earshot-2026-01-30T091502.123Z', 'before-the-upgrade'];
    for (const name of [scheduled, named]) {
      const draft = await shelf().draft(name);
      await draft.write('files.ndjson', Readable.from([Buffer.from('a')]));
      await draft.files.write('a'.repeat(40), Readable.from([Buffer.from('a')]));
    }
    await shelf().draft('earshot-2026-01-31T091502.123Z');
    expect([await objects(scheduled), await objects(named)]).toEqual([1, 1]);
    // A person gave it this name: it may be anything.
    await shelf(-60_000).draft('earshot-2026-01-31T091502.123Z');
    expect([await objects(scheduled), await objects(named)]).toEqual([0, 1]);
  });

  it('is not put in place if the restore is stopped', async () => {
    const order = orderFor(
      { environment: { ...elsewhere(), DATA_DIR: place.path('stopped') }, clock: program.clock },
      '.',
    );
    const stopping = new AbortController();
    const stopped = restore({
      ...order,
      backup: backupAt(place.path('good'), {}),
      force: true,
      onFiles: () => stopping.abort(new Error('Stopped.')),
      signal: stopping.signal,
    });
    await expect(stopped).rejects.toThrow('Stopped.');
    expect((await readdir(place.path('stopped'))).filter((name) => !name.startsWith('serve.lock'))).toEqual(
      [],
    );
  });

  it('does not replace an installation unless forced, and then keeps the old one', async () => {
    const original = { environment: program.environment, clock: program.clock };
    await program.app.close();
    await program.publishing.stop();
    await program.idle();
    await program.engines.store.close();
    await expect(restoring(original.environment, place.path('good'))).rejects.toThrow(/--force/);
    if (!isEmbedded()) await keepsOldWhenFailing(original.environment);
    const { aside } = await restoring(original.environment, place.path('good'), true);
    expect(aside).toMatch(/before.restore/);
    const [{ count } = { count: 0 }] = isEmbedded()
      ? [{ count: (await readdir(aside ?? '')).filter((name) => name === 'earshot.db').length }]
      : program.database.rows(
          `select count(*) from information_schema.tables where table_schema like 'before_restore%' and table_name = 'posts'`,
        );
    expect(Number(count)).toBe(1);

    const restored = await programOn(original, program.secrets.live);
    try {
      await neverRepeats(restored.live);
      const { mails } = restored.store.read;
      expect((await mails.queues()).map(({ heldFor }) => heldFor)).toEqual(['restored']);
    } finally {
      await restored.close();
    }
  });

  /** A forced restore that fails on a server puts back what it set aside. */
  async function keepsOldWhenFailing(environment: Environment) {
    const order = orderFor({ environment, clock: program.clock }, '.');
    const good = backupAt(place.path('good'), {});
    const failing = (PATH: string, backup = good) =>
      expect(
        restore({
          ...order,
          environment: { ...order.environment, PATH },
          backup,
          force: true,
          onFiles: () => undefined,
        }),
      ).rejects;
    const untouched = () =>
      expect(
        program.database.rows(`select
          (select count(*) from posts where title = 'Three') as posts,
          (select count(*) from information_schema.schemata where schema_name like 'before_restore%') as schemas`),
      ).toEqual([{ posts: '1', schemas: '0' }]);

    await failing(place.path('nothing')).toThrow('is not on the PATH');
    untouched();
    await mkdir(place.path('programs'));
    const script = '#!/bin/sh\n[ "$1" = --list ] && exit 0\necho "disk full" >&2\nexit 1\n';
    await writeFile(join(place.path('programs'), 'pg_restore'), script, { mode: 0o700 });
    await failing(place.path('programs')).toThrow('pg_restore failed: disk full');
    untouched();
    await isStopped(good);
    untouched();
    const manifest = JSON.parse(await readFile(join(place.path('good'), 'manifest.json'), 'utf8'));
    const changed = JSON.stringify({ ...manifest, sha256: undefined, rows: { ...manifest.rows, posts: 7 } });
    await failing(process.env.PATH ?? '', {
      ...good,
      read: async (part) =>
        part === 'manifest.json' ? Readable.from([Buffer.from(changed)]) : good.read(part),
    }).toThrow(/posts has \d+ rows instead of 7/);
    untouched();
  }

  /** While the database is being filled. */
  async function isStopped(backup: StoredBackup) {
    const started = place.path('started');
    const script = `#!/bin/sh\n[ "$1" = --list ] && exit 0\ntouch "${started}"\nexec sleep 60\n`;
    await writeFile(join(place.path('programs'), 'pg_restore'), script);
    const stopping = new AbortController();
    const PATH = `${place.path('programs')}:${process.env.PATH}`;
    const order = orderFor({ environment: program.environment, clock: program.clock }, '.');
    const stopped = restore({
      ...order,
      environment: { ...order.environment, PATH },
      backup,
      force: true,
      onFiles: () => undefined,
      signal: stopping.signal,
    });
    const watching = vi.waitFor(() => access(started), { timeout: 60_000 });
    void watching.then(() => stopping.abort(new Error('Stopped.')));
    await expect(stopped).rejects.toThrow('Stopped.');
  }

  /** The same edits again, with other texts. */
  async function neverRepeats(live: CallerClient) {
    const before = new Map(seen);
    seen.clear();
    expect((await live.get(`/posts/${postId}`)).body.data.title).toBe('Dark mode');
    // A tag from after the backup never matches.
    const [tag = ''] = [...before.keys()].filter((each) => each.startsWith('"v'));
    const stale = { body: { title: 'Lost update' }, headers: { 'if-match': tag } };
    expect((await live.call('PATCH', `/posts/${postId}`, stale)).status).toBe(412);
    for (const title of ['Uno', 'Dos', 'Tres']) await edit(live, title);
    expect(seen.size).toBeGreaterThan(5);
    for (const each of seen.keys()) expect(before.has(each), each).toBe(false);
    const versionOf = (each: string) => /^"v(\d+)/.exec(each)?.[1];
    const versions = new Set([...before.keys()].map(versionOf).filter((each) => each !== undefined));
    for (const each of seen.keys()) expect(versions.has(versionOf(each) ?? ''), each).toBe(false);

    // Positions from after the backup are gone; the last one before it still works, and so does reading everything.
    for (const position of sequences) {
      const { status, body } = await live.get(`/events?after=${position}`);
      expect([position, status]).toEqual([position, 409]);
      expect(body.error.message).toContain(`after=${lastKept}`);
    }
    for (const start of [lastKept, 'oldest']) {
      const titles: unknown[] = [];
      let [after, hasMore]: [string | number, boolean] = [start, true];
      while (hasMore) {
        const { status, body } = await live.get(`/events?limit=40&after=${after}`);
        expect(status).toBe(200);
        ({ next: after, hasMore } = body.data);
        for (const event of body.data.events) {
          expect(sequences).not.toContain(event.sequence);
          if (event.type === 'post.updated') titles.push(event.data.object.title);
        }
      }
      expect(titles.slice(-3)).toEqual(['Uno', 'Dos', 'Tres']);
      if (start === lastKept) expect(titles).toHaveLength(3);
    }
    expect((await live.get('/audit-log?limit=20')).text).toContain('workspace.restored');
  }
});
