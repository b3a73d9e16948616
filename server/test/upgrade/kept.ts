// Databases that earlier versions filled through their own API: after the upgrade, the API answers as those versions
// did. `scripts/keep-release.mjs` makes the files; the same cases for each store.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngines } from '../../src/compose/engines.ts';
import { compose } from '../../src/compose/program.ts';
import { readConfig } from '../../src/config.ts';
import { type CallerClient, callerClient } from '../support/caller.ts';
import { fakeClock } from '../support/clock.ts';

export const keptFolder = join(import.meta.dirname, 'kept');

interface KeptAnswer {
  path: string;
  data: unknown;
}

export interface Restored {
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** The kept schemas, each by the name of its last migration. */
const schemasOf = (suffix: string): string[] =>
  readdirSync(keptFolder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .toSorted();

const unzipped = (name: string): Buffer => gunzipSync(readFileSync(join(keptFolder, name)));

/** All but the fields that later versions present in another way, on purpose. */
function comparable(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(comparable);
  if (data === null || typeof data !== 'object') return data;
  // Until 0006, the stub of a deleted comment had no user. Cursors are opaque.
  const isStub = 'isDeleted' in data && data.isDeleted === true;
  const changed = isStub ? ['userId', 'author', 'next'] : ['next'];
  const fields = Object.entries(data).filter(([name]) => !changed.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, comparable(value)]));
}

async function start({ environment, close }: Restored) {
  const config = readConfig({ RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0', ...environment });
  const engines = await openEngines(config);
  const { app, publishing, idle } = await compose({
    config,
    engines,
    clock: fakeClock(),
    log: pino({ level: 'silent' }),
    version: '0.0.0-test',
    publicUrl: () => 'http://earshot.test',
    pagesDir: 'no-pages',
  });
  await app.ready();
  return {
    app,
    stop: async () => {
      await app.close();
      await publishing.stop();
      await idle();
      await engines.store.close();
      await close();
    },
  };
}

/** `restore` makes an installation of the kept bytes. */
export function keptDatabases(
  store: string,
  { engine, suffix }: { engine: string; suffix: string },
  restore: (database: Buffer) => Promise<Restored>,
): void {
  const schemas = schemasOf(suffix);

  // A release adds its own; none is ever removed.
  it(`has the databases of every schema since the first on ${store}`, () => {
    expect(schemas).toEqual(
      expect.arrayContaining([
        '0001-first',
        '0002-proven-addresses',
        '0003-ledger',
        '0004-comment-external-ids',
        '0006-stub-users',
        '0011-import-jobs',
      ]),
    );
  });

  describe.each(schemas)(`a database with the schema ${store} had at %s`, (schema) => {
    const { key, answers }: { key: string; answers: KeptAnswer[] } = JSON.parse(
      unzipped(`${schema}.${engine}.json.gz`).toString(),
    );
    let running: Awaited<ReturnType<typeof start>>;
    let live: CallerClient;
    beforeAll(async () => {
      running = await start(await restore(unzipped(schema + suffix)));
      live = callerClient(running.app, key);
    });
    afterAll(() => running?.stop());

    it('is read as the version that filled it would', async () => {
      expect(answers.length).toBeGreaterThan(20);
      for (const { path, data } of answers) {
        const { status, body } = await live.get(path);
        expect([path, status]).toEqual([path, 200]);
        expect(comparable(body.data), path).toMatchObject(comparable(data) as object);
      }
    });

    it('takes writes, and continues the numbers of the ledger', async () => {
      const audit = async () => (await live.get('/audit-log')).body.data.entries;
      const before = await audit();
      const [post] = (await live.get('/posts?filters=search:dark')).body.data.posts;
      expect((await live.post(`/posts/${post.id}/votes`, { userEmail: 'new@example.com' })).status).toBe(201);
      expect((await live.get(`/posts/${post.id}`)).body.data.votesCount).toBe(post.votesCount + 1);
      const after = await audit();
      const added = after.findIndex(({ id }: { id: string }) => id === before[0].id);
      expect(added).toBeGreaterThan(0);
      expect(after.slice(added)).toEqual(before.slice(0, after.length - added));
    });

    it('finds what was written before, in posts and in comments', async () => {
      const [comment] = (await live.get('/comments?limit=1')).body.data.comments;
      const found = async (text: string) => {
        const query = new URLSearchParams({
          filters: `text:${text.slice(0, 200).replaceAll(';', ' ')}`,
          limit: '100',
        });
        return (await live.get(`/posts?${query}`)).body.data.posts.map(({ id }: { id: string }) => id);
      };
      expect(await found(comment.content)).toContain(comment.postId);
      const [post] = (await live.get('/posts?filters=search:dark')).body.data.posts;
      expect(await found(post.title)).toContain(post.id);
    });
  });
}
