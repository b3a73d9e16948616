import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../../src/app/porting/checking.ts';
import { importArchive } from '../../src/app/porting/importing.ts';
import { previewOf } from '../../src/app/porting/previewing.ts';
import { filesAt, readMapping, withArchive } from '../../src/commands/import-files.ts';
import type { Import, ImportSource } from '../../src/domain/import.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { importDeps } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

describe('imports from other services', () => {
  let program: TestProgram;
  let directory: string;
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-vendors-'));
    await cp(fixtures, directory, { recursive: true });
    const posts = join(directory, 'canny', 'posts.json');
    await writeFile(posts, (await readFile(posts, 'utf8')).replace('LONG', 'x'.repeat(1_000_000)));
  });
  afterAll(async () => {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  });

  const run = (
    workspace: TestWorkspace,
    source: ImportSource,
    path: string,
    maps: string[] = [],
    isDryRun = false,
  ): Promise<Import> =>
    withArchive(join(directory, path), source, readMapping(maps), async (archive) => {
      const actor = { type: 'system', id: 'operator' } as const;
      const order = { workspaceId: workspace.id, source, actor, requestId: null, isDryRun };
      return importArchive(importDeps(workspace), order, await checkArchive(archive));
    });
  const lines = ({ report }: Import) =>
    report.errors.map(({ part, line, message }) => `${part}:${line} ${message}`).sort();
  const createdBy = ({ report }: Import) =>
    Object.fromEntries(Object.entries(report.counts).map(([name, { created }]) => [name, created]));

  it('keep everything that Canny lists, and name what they leave out', async () => {
    const workspace = await newWorkspace(program);
    const first = await run(workspace, 'canny', 'canny', ['status:in beta=in-progress']);
    expect(lines(first)).toEqual([
      'comments.json:5 "content" must be 1 to 10000 characters long.',
      'posts.json:4 "title" must be 1 to 200 characters long.',
      'posts.json:6 "description" must be at most 100 KB.',
      'votes.json:6 "postId" names nothing that was imported: "p9".',
    ]);
    expect(createdBy(first)).toEqual({
      postTypes: 1,
      statuses: 0,
      tags: 2,
      users: 3,
      posts: 3,
      comments: 4,
      votes: 4,
      statusChanges: 1,
    });
    const { client } = workspace;
    const post = (await client.get('/posts/by-external-id/p1?include=comments.replies;voters')).body.data;
    expect(post).toMatchObject({
      title: 'Dark mode',
      createdAt: '2021-01-02T03:04:05.000Z',
      votesCount: 3,
      commentsCount: 3,
      author: { externalId: 'own-1', email: 'user1@example.com' },
      tags: [{ name: 'UI' }, { name: 'Dashboard' }],
    });
    expect(post.comments[0]).toMatchObject({ content: 'Hello', replies: [{ content: 'A reply' }] });
    expect((await client.get('/posts/by-external-id/p3')).body.data.mergedIntoId).toBe(post.id);

    const again = await run(workspace, 'canny', 'canny', ['status:in beta=in-progress']);
    expect(Object.values(createdBy(again)).every((created) => created === 0)).toBe(true);
    expect((await client.get('/posts/by-external-id/p1')).body.data).toMatchObject({
      votesCount: 3,
      commentsCount: 3,
    });
  });

  it('read the CSV file that Fider exports', async () => {
    const workspace = await newWorkspace(program);
    const imported = await run(workspace, 'fider', 'fider/posts.csv');
    expect(lines(imported)).toEqual([
      'posts.csv:5 "title" must be 1 to 200 characters long.',
      'posts.csv:7 "createdAt" must be an ISO 8601 time between 1970 and 2200.',
    ]);
    expect(createdBy(imported)).toMatchObject({ posts: 3, comments: 1, tags: 2, users: 3, statuses: 0 });
    const { client } = workspace;
    const post = (await client.get('/posts/by-external-id/1?include=comments')).body.data;
    expect(post).toMatchObject({ author: { name: 'Jane' }, createdAt: '2021-01-02T03:04:05.000Z' });
    expect(post.comments).toMatchObject([{ content: 'We are on it', createdAt: '2021-02-03T04:05:06.000Z' }]);
    const statuses = (await client.get('/statuses')).body.data.statuses as { id: string; slug: string }[];
    expect(statuses.find(({ id }) => id === post.statusId)?.slug).toBe('in-progress');
    expect((await client.get('/posts/by-external-id/2')).body.data.mergedIntoId).toBe(post.id);
  });

  it('read any CSV file by its columns, in the encoding of an old spreadsheet', async () => {
    const workspace = await newWorkspace(program);
    const maps = ['title=Subject', 'description=Details', 'status=State', 'status:Doing=in-progress'];
    const before = program.dump();
    const rehearsed = await run(workspace, 'csv', 'csv/latin.csv', maps, true);
    expect(program.dump()).toBe(before);
    const imported = await run(workspace, 'csv', 'csv/latin.csv', maps);
    expect(createdBy(imported)).toMatchObject({ posts: 1, users: 2, votes: 2 });
    expect(createdBy(rehearsed)).toEqual(createdBy(imported));
    expect(lines(imported)).toEqual(['latin.csv:4 "title" must be 1 to 200 characters long.']);
    const [post] = (await workspace.client.get('/posts?include=details')).body.data.posts;
    expect(post).toMatchObject({
      title: 'Größe ändern',
      createdAt: '2021-01-02T03:04:05.000Z',
      votesCount: 2,
    });
  });

  const previewed = async (source: ImportSource, path: string, maps: string[] = [], slugs: string[] = []) =>
    previewOf(source, await filesAt(join(directory, path)), readMapping(maps), new Set(slugs));

  it('show the columns, the first rows and the statuses beforehand', async () => {
    const maps = ['title=Subject', 'status=State', 'status:Doing=in-progress'];
    expect(await previewed('csv', 'csv/latin.csv', maps)).toEqual({
      columns: ['Subject', 'Details', 'State', 'Email', 'Created', 'Voters'],
      rows: expect.arrayContaining([expect.arrayContaining(['Größe ändern'])]),
      statuses: [{ name: 'Doing', slug: 'in-progress' }],
    });
    const canny = await previewed('canny', 'canny', [], ['planned']);
    expect(canny?.columns).toBeNull();
    expect(canny?.statuses).toContainEqual({ name: 'In beta', slug: null });
    expect(canny?.statuses).toContainEqual({ name: 'Planned', slug: 'planned' });
    expect(await previewed('earshot', 'canny')).toBeNull();

    const cells = (id: number) => `${id},"Post ${id} ${'x'.repeat(100_000)}",Status ${id}\n`;
    const large = Array.from({ length: 400 }, (_, index) => cells(index)).join('');
    await writeFile(join(directory, 'large.csv'), `id,title,status\n${large}`);
    const preview = await previewed('csv', 'large.csv');
    expect(preview?.rows).toHaveLength(5);
    expect(preview?.rows[0]?.[1]).toBe(`Post 0 ${'x'.repeat(193)}`);
    expect(preview?.statuses).toHaveLength(100);
  });

  it.each([
    ['csv', 'csv/latin.csv', ['title=Nothing'], /has no column "nothing"/],
    ['csv', 'csv/latin.csv', ['nonsense'], /"map" must be FIELD=COLUMN/],
    ['csv', 'csv/latin.csv', ['colour=Red'], /"map" knows these fields: id, title/],
    ['canny', 'fider', [], /no posts.json/],
    ['csv', 'canny', [], /no .csv file/],
    ['fider', 'missing.csv', [], /cannot be read: ENOENT/],
  ] as const)('refuse %s from %s with %j in one sentence', async (source, path, maps, message) => {
    const workspace = await newWorkspace(program);
    const before = program.dump();
    const running = async () => run(workspace, source, path, [...maps]);
    await expect(running()).rejects.toThrow(message);
    expect(program.dump()).toBe(before);
  });
});
