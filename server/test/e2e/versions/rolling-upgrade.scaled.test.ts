// The previous release and this version on one database, as in a rolling restart: what one writes, the other reads.
// The previous release is the kept program in `test/upgrade/kept`.

import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Earshot } from '../../../../client/src/index.ts';
import { serverDatabase } from '../../support/database.ts';
import { urlOfTest } from '../../support/servers/engines.ts';
import { createDatabase, type Database } from '../../support/servers/postgres.ts';
import { distInClone } from '../package/clone.ts';
import {
  application,
  chosenKeys,
  cleanUpAfterAll,
  newDirectory,
  runToEnd,
  type Serving,
  serve,
} from '../processes.ts';

const kept = join(import.meta.dirname, '../../upgrade/kept');

async function unpackPrevious(): Promise<{ program: string; schema: string }> {
  const [archive = '', ...others] = readdirSync(kept).filter((name) => name.endsWith('.program.br'));
  expect(others).toEqual([]);
  const files: Record<string, string> = JSON.parse(
    brotliDecompressSync(readFileSync(join(kept, archive))).toString(),
  );
  const dist = await distInClone(await newDirectory());
  for (const [name, code] of Object.entries(files)) await writeFile(join(dist, name), code);
  return { program: join(dist, 'cli.js'), schema: archive.replace('.program.br', '') };
}

/** Each writes through one node, and returns what both nodes then say about it. */
type Step = (writer: Earshot, reader: Earshot) => Promise<{ read: unknown; expected: unknown }>;

const newPost = (node: Earshot) =>
  node.posts.create({ title: 'Dark mode', authorEmail: 'ada@example.com', tags: ['ui'] });

/** A post without the fields that the previous release doesn't have. */
async function knownBefore(node: Earshot, id: string) {
  const {
    importedVotes: _votes,
    visibility: _visibility,
    ownerId: _owner,
    tags,
    ...post
  } = await node.posts.get(id);
  return { ...post, tags: tags.map(({ isPublic: _isPublic, ...tag }) => tag) };
}

/** A changelog entry without the field that the previous release doesn't have. */
async function knownEntry(node: Earshot, id: string) {
  const { notify: _notify, ...entry } = await node.changelogs.get(id);
  return entry;
}

const steps: Record<string, Step> = {
  'a new post': async (writer, reader) => {
    const { id } = await newPost(writer);
    return { read: await knownBefore(reader, id), expected: await knownBefore(writer, id) };
  },
  'a vote for a post with imported votes': async (writer, reader) => {
    const { id } = await writer.posts.create({ title: 'Dark mode', importedVotes: 5 });
    await reader.posts.vote(id, { userEmail: 'grace@example.com' });
    const countOf = async (node: Earshot) => (await node.posts.get(id)).votesCount;
    return { read: await countOf(reader), expected: await countOf(writer) };
  },
  'an edit of a post that the other created': async (writer, reader) => {
    const { id } = await newPost(reader);
    const expected = await writer.posts.update(id, { title: 'Night mode' });
    return { read: (await reader.posts.get(id)).title, expected: expected.title };
  },
  'votes, counted once': async (writer, reader) => {
    const { id } = await newPost(writer);
    for (const node of [writer, reader]) await node.posts.vote(id, { userEmail: 'grace@example.com' });
    return { read: (await reader.posts.get(id)).votesCount, expected: 2 };
  },
  'a comment and its reply': async (writer, reader) => {
    const { id } = await newPost(reader);
    const comment = await writer.posts.comment(id, { content: 'Yes', authorEmail: 'grace@example.com' });
    await reader.posts.comment(id, { content: 'No', parentId: comment.id, authorEmail: 'ada@example.com' });
    return { read: (await reader.posts.get(id)).commentsCount, expected: 2 };
  },
  'a merge that the other reverses': async (writer, reader) => {
    const [one, other] = [await newPost(writer), await newPost(reader)];
    await writer.posts.merge(one.id, { intoId: other.id });
    const merged = await reader.posts.get(one.id);
    await reader.posts.unmerge(one.id);
    return {
      read: [merged.mergedIntoId, (await writer.posts.get(one.id)).mergedIntoId],
      expected: [other.id, null],
    };
  },
  'a changelog': async (writer, reader) => {
    const { id } = await writer.changelogs.create({ title: 'Out now', content: 'News', state: 'published' });
    return { read: await knownEntry(reader, id), expected: await knownEntry(writer, id) };
  },
  'a status': async (writer, reader) => {
    const { id } = await writer.statuses.create({ name: `Beta ${Date.now()}`, category: 'active' });
    await reader.statuses.update(id, { color: '#0ea5e9' });
    const known = async (node: Earshot) => {
      const { notifyFollowers: _notify, ...status } = await node.statuses.get(id);
      return status;
    };
    return { read: await known(reader), expected: await known(writer) };
  },
  'a deletion': async (writer, reader) => {
    const { id } = await newPost(reader);
    await writer.posts.delete(id);
    const found = await reader.posts.get(id).catch((error: { status?: number }) => error.status);
    return { read: found, expected: 404 };
  },
  'search, and the order of lists': async (writer, reader) => {
    await newPost(writer);
    const pageOf = async (node: Earshot) => {
      const ids: string[] = [];
      for await (const { id } of node.posts.list({ filters: { search: 'mode' }, sortBy: 'votes' }))
        ids.push(id);
      return ids;
    };
    return { read: await pageOf(reader), expected: await pageOf(writer) };
  },
  'the feed of events': async (writer, reader) => {
    await newPost(writer);
    const feedOf = async (node: Earshot) => (await node.events.list({ limit: 100 })).events;
    return { read: await feedOf(reader), expected: await feedOf(writer) };
  },
};

describe('a rolling upgrade from the previous release on PostgreSQL', () => {
  cleanUpAfterAll();
  let database: Database;
  let previous: Serving;
  let current: Serving;
  let schemaBefore: unknown;
  let kept: { program: string; schema: string };
  beforeAll(async () => {
    database = await createDatabase(urlOfTest);
    kept = await unpackPrevious();
    const environment = { DATABASE_URL: database.url, DATABASE_POOL: '4', ...chosenKeys };
    previous = await serve(join(await newDirectory(), 'data'), environment, kept.program);
    schemaBefore = newestMigration();
    current = await serve(join(await newDirectory(), 'data'), environment);
  });
  afterAll(() => database?.drop());

  const newestMigration = () =>
    serverDatabase(database.url).rows('select max(name) as name from kysely_migration')[0]?.name;

  it('starts with the schema of the previous release', () => {
    expect(schemaBefore).toBe(kept.schema);
  });

  describe.each(Object.entries(steps))('%s', (_name, step) => {
    it.each(['previous', 'current'])('written by the %s version is read by the other', async (which) => {
      const nodes = [application(previous.address), application(current.address)] as const;
      const [writer, reader] = which === 'previous' ? nodes : [nodes[1], nodes[0]];
      const { read, expected } = await step(writer, reader);
      expect(read).toEqual(expected);
    });
  });

  it('keeps both ready, and the previous version stops without having failed a request', async () => {
    for (const { address } of [previous, current])
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
    previous.child.kill('SIGTERM');
    expect(await previous.exited).toMatchObject({ code: 0 });
    const failed = previous.stderr().match(/"level":[56]0.*/g) ?? [];
    expect(failed).toEqual([]);
    const restarted = await runToEnd(['migrate'], { DATABASE_URL: database.url }, kept.program);
    expect(restarted.code).toBe(newestMigration() === kept.schema ? 0 : 1);
  });
});
