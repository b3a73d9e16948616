// What is kept of the files of each service, and what is named as left out.

import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { filesAt } from '../../src/commands/porting/import-files.ts';
import { guessedSource } from '../../src/compose/imports.ts';
import type { ImportSource } from '../../src/domain/porting/import.ts';
import { zipOf } from '../support/documents/zip.ts';
import type { TestProgram } from '../support/program.ts';
import { createdBy, lines, vendorFixture } from './vendors.ts';
import { newWorkspace } from './world.ts';

describe('imports from other services', () => {
  const { run, write, started } = vendorFixture();
  let program: TestProgram;
  let directory: string;
  beforeAll(() => {
    ({ program, directory } = started());
  });

  it('keep everything that Canny lists, and name what they leave out', async () => {
    const workspace = await newWorkspace(program);
    const first = await run(workspace, 'canny', 'canny', ['status:in beta=in-progress']);
    expect(lines(first)).toEqual([
      'comments.json:5 "content" must be 1 to 10000 characters long.',
      'posts.json:3 The title is empty.',
      'posts.json:5 "description" must be at most 100 KB.',
      'votes.json:5 The vote has no voter: their account was deleted.',
      'votes.json:6 "postId" names nothing that was imported: "p9".',
    ]);
    expect(first.report.counts.votes?.failed).toBe(2);
    expect(createdBy(first)).toEqual({
      postTypes: 1,
      statuses: 0,
      tags: 2,
      users: 3,
      posts: 3,
      comments: 4,
      votes: 3,
      statusChanges: 1,
      changelogs: 2,
      attachments: 0,
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
    expect((await client.get('/posts/by-external-id/p3')).body.data).toMatchObject({
      mergedIntoId: post.id,
      author: { externalId: 'own-2' },
    });
    const { changelogs } = (await client.get('/changelogs?include=posts')).body.data;
    expect(changelogs).toMatchObject([
      { title: 'Not yet', state: 'draft' },
      { title: 'Dark mode', labels: ['new', 'Web'], state: 'published', posts: [{ id: post.id }] },
    ]);

    const again = await run(workspace, 'canny', 'canny', ['status:in beta=in-progress']);
    expect(Object.values(createdBy(again)).every((created) => created === 0)).toBe(true);
    expect((await client.get('/posts/by-external-id/p1')).body.data).toMatchObject({
      votesCount: 3,
      commentsCount: 3,
    });
  });

  const cases: {
    source: ImportSource;
    folder: string;
    errors: string[];
    created: Record<string, number>;
    post: { externalId: string; shown: object; comments: object[] };
  }[] = [
    {
      source: 'featurebase',
      folder: 'featurebase',
      errors: [
        'comments.json:9 "content" must be 1 to 10000 characters long.',
        'posts.json:4 The title is empty.',
        'posts.json:5 "description" must be at most 100 KB.',
        'voters-p9.json:1 "postId" names nothing that was imported: "p9".',
      ],
      created: {
        postTypes: 1,
        statuses: 1,
        tags: 1,
        users: 4,
        posts: 3,
        comments: 6,
        votes: 4,
        changelogs: 2,
      },
      post: {
        externalId: 'p1',
        shown: {
          title: 'Dark mode',
          createdAt: '2024-01-01T03:04:05.000Z',
          votesCount: 3,
          author: { externalId: 'own-1', email: 'contact1@example.com' },
          tags: [{ name: 'UI' }],
          sourceUrl: 'https://feedback.example.com/p/post-1',
        },
        comments: [
          {
            content: 'Hello there\nhttps://cdn.example.com/shots/two.png',
            replies: [{ content: 'A reply', createdAt: '2024-03-02T00:00:00.000Z' }],
          },
          { content: 'From a deleted user' },
          { isDeleted: true, replies: [{ content: 'A reply to what was deleted' }] },
        ],
      },
    },
    {
      source: 'quackback',
      folder: 'quackback',
      errors: [
        'post_comments.csv:7 "content" must be 1 to 10000 characters long.',
        'post_votes.csv:7 "postId" names nothing that was imported: "quackback:post_01h455vb4pex5vsknk084sn99q".',
        'posts.csv:6 The title is empty.',
        'posts.csv:7 "description" must be at most 100 KB.',
      ],
      created: { postTypes: 2, statuses: 1, tags: 2, users: 6, posts: 3, comments: 5, votes: 4 },
      post: {
        externalId: 'post_01h455vb4pex5vsknk084sn01q',
        shown: {
          title: 'Dark mode',
          createdAt: '2024-01-01T03:04:05.000Z',
          votesCount: 4,
          author: { name: 'Jane', email: 'jane@example.com' },
          tags: expect.arrayContaining([
            expect.objectContaining({ name: 'theme' }),
            expect.objectContaining({ name: 'ui' }),
          ]),
        },
        comments: [
          { content: 'Hello, Größe', replies: [{ content: 'A reply' }] },
          { content: 'From a deleted user' },
        ],
      },
    },
    {
      source: 'productboard',
      folder: 'productboard',
      errors: [
        'features.json:4 The title is empty.',
        'features.json:5 "description" must be at most 100 KB.',
        'notes.json:4 "postId" names nothing that was imported: "f9".',
        'notes.json:4 "postId" names nothing that was imported: "f9".',
        'notes.json:6 The title is empty.',
      ],
      created: { postTypes: 2, statuses: 1, tags: 1, users: 3, posts: 4, comments: 3, votes: 3 },
      post: {
        externalId: 'f1',
        shown: { title: 'Dark mode', createdAt: '2025-01-01T03:04:05.000Z', votesCount: 2, commentsCount: 0 },
        comments: [],
      },
    },
    {
      source: 'fider',
      folder: 'fider-backup',
      errors: [
        'attachments.json:2 The archive does not contain the file of this attachment.',
        'posts.json:4 The title is empty.',
        'posts.json:6 "description" must be at most 100 KB.',
      ],
      created: { statuses: 0, tags: 1, users: 3, posts: 3, comments: 3, votes: 3, attachments: 1 },
      post: {
        externalId: 'fider-1',
        shown: {
          title: 'Add dark mode',
          createdAt: '2021-01-01T03:04:05.000Z',
          votesCount: 2,
          author: { name: 'Jane', email: 'jane@example.com' },
          tags: [{ name: 'UI', color: '#00ff00' }],
          attachments: [{ fileName: 'shot.png', width: 1, height: 1 }],
        },
        comments: [
          { content: 'We are on it', createdAt: '2021-02-03T04:05:06.000Z' },
          { content: 'Hello, Größe' },
          { content: 'From a deleted user' },
        ],
      },
    },
  ];

  it.each(cases)('keep what $folder has, and never double it', async ({ source, folder, ...expected }) => {
    const workspace = await newWorkspace(program);
    const rehearsed = await run(workspace, source, folder, [], true);
    const first = await run(workspace, source, folder);
    expect(lines(first)).toEqual(expected.errors);
    expect(createdBy(first)).toMatchObject(expected.created);
    expect(lines(rehearsed)).toEqual(expected.errors);
    expect(createdBy(rehearsed)).toEqual(createdBy(first));
    const read = async () => {
      const path = `/posts/by-external-id/${expected.post.externalId}`;
      return (await workspace.client.get(`${path}?include=comments.replies;attachments`)).body.data;
    };
    const post = await read();
    expect(post).toMatchObject(expected.post.shown);
    expect(post.comments).toMatchObject(expected.post.comments);
    const again = await run(workspace, source, folder);
    expect(Object.values(createdBy(again)).every((created) => created === 0)).toBe(true);
    expect(await read()).toEqual(post);
  });

  it('read the same from a zip file', async () => {
    const zip = new yazl.ZipFile();
    const folder = join(directory, 'quackback');
    for (const name of await readdir(folder)) zip.addFile(join(folder, name), `export/${name}`);
    zip.end();
    const path = join(directory, 'quackback.zip');
    await pipeline(zip.outputStream, createWriteStream(path));
    const workspace = await newWorkspace(program);
    expect(createdBy(await run(workspace, 'quackback', 'quackback.zip'))).toMatchObject({
      posts: 3,
      votes: 4,
    });
  });

  it.each([
    ['canny', 'posts.json', '[{"id":"p","title":"Dark mode","score":12}]', 'votes.json', '[]'],
    ['featurebase', 'posts.json', '[{"id":"p","title":"Dark mode","upvotes":12}]', 'voters-p.json', '[]'],
    ['quackback', 'posts.csv', 'id,title,vote_count\np,Dark mode,12', 'post_votes.csv', 'id,post_id'],
  ] as const)(
    'keep the number of votes if that is all that %s has',
    async (source, file, posts, votesFile, votes) => {
      const count = async (folder: string, files: Record<string, string>) => {
        const workspace = await newWorkspace(program);
        await run(workspace, source, await write(folder, files));
        const { importedVotes, votesCount } = (await workspace.client.get('/posts?include=details')).body.data
          .posts[0];
        return [importedVotes, votesCount];
      };
      expect(await count(`${source}-count`, { [file]: posts })).toEqual([12, 12]);
      expect(await count(`${source}-votes`, { [file]: posts, [votesFile]: votes })).toEqual([0, 0]);
    },
  );

  it('read the CSV file that Fider exports', async () => {
    const workspace = await newWorkspace(program);
    const imported = await run(workspace, 'fider', 'fider/posts.csv');
    expect(lines(imported)).toEqual([
      'posts.csv:5 The title is empty.',
      'posts.csv:7 "created_at" must be an ISO 8601 time between 1970 and 2200.',
    ]);
    expect(createdBy(imported)).toMatchObject({ posts: 3, comments: 1, tags: 2, users: 3, statuses: 0 });
    const { client } = workspace;
    const post = (await client.get('/posts/by-external-id/fider-1?include=comments')).body.data;
    expect(post).toMatchObject({ author: { name: 'Jane' }, createdAt: '2021-01-02T03:04:05.000Z' });
    expect(post.comments).toMatchObject([{ content: 'We are on it', createdAt: '2021-02-03T04:05:06.000Z' }]);
    const statuses = (await client.get('/statuses')).body.data.statuses as { id: string; slug: string }[];
    expect(statuses.find(({ id }) => id === post.statusId)?.slug).toBe('in-progress');
    // Fider counts the votes of duplicates for the original.
    expect(post.votesCount).toBe(12);
    expect((await client.get('/posts/by-external-id/fider-2')).body.data.mergedIntoId).toBe(post.id);
  });

  const lists = (files: Record<string, object[]>) =>
    Object.fromEntries(Object.entries(files).map(([name, items]) => [name, JSON.stringify(items)]));

  it('read every file, also if several have the same name', async () => {
    const zipped = (title: string) =>
      zipOf({ 'posts.json': Buffer.from(JSON.stringify([{ id: title, title }])) });
    const files = { 'a.zip': await zipped('One'), 'b.zip': await zipped('Two') };
    const path = await write('same-names', {
      ...files,
      ...lists({ 'posts.json': [{ id: 'Three', title: 'Three' }] }),
    });
    const workspace = await newWorkspace(program);
    expect(createdBy(await run(workspace, 'canny', path))).toMatchObject({ posts: 3 });
    const { posts } = (await workspace.client.get('/posts')).body.data;
    expect(posts.map(({ title }: { title: string }) => title).sort()).toEqual(['One', 'Three', 'Two']);
  });

  it('lose no post or vote because of something that they can do without', async () => {
    const workspace = await newWorkspace(program);
    const people = [
      { id: 'u1', name: 'N'.repeat(300), email: 'not an address' },
      { id: 'u2', name: '  ', email: '', avatarURL: '/picture.png', created: 'long ago' },
      { id: 'u3', name: 'Nul\0', email: 'u3@example.com', userID: 'x'.repeat(300) },
    ];
    const long = 'A long title. '.repeat(20).trim();
    const tags = Array.from({ length: 60 }, (_, index) => ({ name: `tag ${index}` }));
    const posts = [
      { id: 'p1', title: long, details: 'Text', author: people[0], url: 'nowhere', status: 's'.repeat(300) },
      { id: 'p2', title: 'Two', author: people[1], board: { name: 'b'.repeat(300) }, tags },
      {
        id: 'p3',
        title: 'Three\0',
        author: people[2],
        tags: [{ name: 't'.repeat(300) }],
        created: 1704189600000,
      },
    ];
    const votes = posts.flatMap((post) => people.map((voter) => ({ post, voter })));
    const path = await write('canny-untidy', lists({ 'posts.json': posts, 'votes.json': votes }));
    const imported = await run(workspace, 'canny', path);
    expect(lines(imported)).toEqual([]);
    expect(createdBy(imported)).toMatchObject({ users: 3, posts: 3, votes: 9 });
    const { warnings, warningsCount } = imported.report;
    expect(warningsCount).toBe(warnings.length);
    expect(warnings.map(({ part, line, message }) => `${part}:${line} ${message}`)).toEqual([
      'posts.json:2 "name" has more than 64 characters. It was cut.',
      'posts.json:1 "name" has more than 64 characters. It was cut.',
      'posts.json:3 "name" has more than 64 characters. It was cut.',
      'posts.json:1 "name" has more than 200 characters. It was cut.',
      'posts.json:1 "email" must be an email address. It was left out.',
      'posts.json:2 "avatarUrl" must be an http or https URL of at most 2048 characters. It was left out.',
      'posts.json:2 "createdAt" must be an ISO 8601 time between 1970 and 2200. It was left out.',
      'posts.json:3 "name" had characters that cannot be stored. They were removed.',
      'posts.json:3 "externalId" must be 1 to 255 characters long. It was left out.',
      'posts.json:1 "title" has more than 200 characters. It was cut.',
      'posts.json:1 "url" must be an http or https URL of at most 2048 characters. It was left out.',
      'posts.json:2 "tagIds" has 60 tags. Only the first 50 were kept.',
      'posts.json:3 "title" had characters that cannot be stored. They were removed.',
    ]);
    const at = async (id: string) =>
      (await workspace.client.get(`/posts/by-external-id/${id}?include=details`)).body.data;
    expect(await at('p1')).toMatchObject({
      title: `${long.slice(0, 199)}…`,
      descriptionHtml: expect.stringContaining(long),
      sourceUrl: null,
      author: { name: `${'N'.repeat(199)}…`, email: null },
    });
    expect((await at('p2')).tags).toHaveLength(50);
    expect(await at('p3')).toMatchObject({
      title: 'Three',
      createdAt: '2024-01-02T10:00:00.000Z',
      tags: [{ name: `${'t'.repeat(63)}…` }],
      author: { name: 'Nul', email: 'u3@example.com', externalId: null },
    });
    const again = await run(workspace, 'canny', path);
    expect(Object.values(createdBy(again)).every((created) => created === 0)).toBe(true);
  });

  it.each(['canny', 'fider-backup', 'featurebase', 'quackback', 'productboard'])(
    'are recognized by their files: %s',
    async (folder) => {
      expect(await guessedSource(await filesAt(join(directory, folder)))).toBe(folder.replace('-backup', ''));
    },
  );
});
