import { createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { checkArchive } from '../../src/app/porting/checking.ts';
import { importArchive } from '../../src/app/porting/importing.ts';
import { filesAt, readMapping, withArchive } from '../../src/commands/import-files.ts';
import { guessedSource, previewed } from '../../src/compose-imports.ts';
import type { Import, ImportSource } from '../../src/domain/import.ts';
import { httpFetcher } from '../../src/engines/http-out/fetcher.ts';
import type { Fetcher } from '../../src/ports/fetcher.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { importDeps } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

const withLongTexts = [
  'canny/posts.json',
  'featurebase/posts.json',
  'fider-backup/posts.json',
  'productboard/features.json',
  'quackback/posts.csv',
];

describe('imports from other services', () => {
  let program: TestProgram;
  let directory: string;
  beforeAll(async () => {
    program = await startProgram();
    directory = await mkdtemp(join(tmpdir(), 'earshot-vendors-'));
    await cp(fixtures, directory, { recursive: true });
    for (const name of withLongTexts) {
      const path = join(directory, name);
      await writeFile(path, (await readFile(path, 'utf8')).replace('LONG', 'x'.repeat(1_000_000)));
    }
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
    fetcher?: Fetcher,
  ): Promise<Import> =>
    withArchive(join(directory, path), source, readMapping(maps), async (archive) => {
      const actor = { type: 'system', id: 'operator' } as const;
      const order = { workspaceId: workspace.id, source, actor, requestId: null, isDryRun };
      return importArchive(importDeps(workspace, fetcher), order, await checkArchive(archive));
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

  it.each([
    ['a header with too many columns', `title${','.repeat(1_000)}\n`, /more than 1000 columns on line 1/],
    ['a row with too many cells', `title\nx${','.repeat(20_000)}`, /more than 1000 columns on line 2/],
    ['a row that is too long', `title\n${'x'.repeat(2_200_000)}\n`, /record exceed.* of 2097152 at line 2/],
    [
      'a cell that does not end',
      `title\n"${'x'.repeat(1_000)}\n`,
      /^"refused.csv" is not valid CSV: A quotation mark on line 2 is not closed\.$/,
    ],
  ])('refuse a table with %s', async (_, table, message) => {
    const path = join(directory, 'refused.csv');
    await writeFile(path, table);
    const workspace = await newWorkspace(program);
    await expect(run(workspace, 'csv', 'refused.csv')).rejects.toThrow(message);
  });

  it('refuse a row with too many tags or voters, and import the others', async () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, index) => `p${index % 9}@example.com`);
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index % 9}`);
    const rows = [
      `Just enough,"${tags(1_000)},; ;","${people(100_000).join(';')};"`,
      `Too many tags,"${tags(1_001)}",a@example.com`,
      `Too many voters,,"${people(100_001).join(';')}"`,
      'Another,a;b,b@example.com',
    ];
    await writeFile(join(directory, 'lists.csv'), ['title,tags,voters', ...rows].join('\n'));
    const imported = await run(await newWorkspace(program), 'csv', 'lists.csv');
    expect(lines(imported)).toEqual([
      'lists.csv:3 "tags" has more than 1,000 entries.',
      'lists.csv:4 "voters" has more than 100,000 entries.',
    ]);
    expect(createdBy(imported)).toMatchObject({ posts: 2, tags: 11, users: 10, votes: 10 });
  });

  it('refuse an object with too many levels or entries, and import the others', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const tags = JSON.stringify(Array.from({ length: 1_001 }, () => ({ name: 'a' })));
    const path = join(directory, 'deep');
    await mkdir(path);
    const titled = (more: string) => `{"id":"${more.length}","title":"A"${more}}`;
    const posts = [
      titled(''),
      titled(`,"board":${deep}`),
      titled(`,"tags":${tags}`),
      `{"id":${deep},"title":"A"}`,
    ];
    await writeFile(join(path, 'posts.json'), `[${posts}]`);
    const imported = await run(await newWorkspace(program), 'canny', 'deep');
    expect(lines(imported)).toEqual([
      'posts.json:2 The object has more than 100 levels.',
      'posts.json:3 "tags" has more than 1,000 entries.',
      'posts.json:4 The object has more than 100 levels.',
    ]);
    expect(createdBy(imported)).toMatchObject({ posts: 1 });
  });

  it.each([
    [255, 'posts.csv', 1],
    [256, 'posts.csv', /a name of more than 255 bytes/],
  ])('take names in zip files of at most 255 bytes: %i', async (length, name, result) => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(Buffer.from('title\nDark mode\n'), `${'x'.repeat(length - name.length - 1)}/${name}`);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(join(directory, 'names.zip')));
    const done = run(await newWorkspace(program), 'csv', 'names.zip');
    if (typeof result === 'number') expect(createdBy(await done)).toMatchObject({ posts: result });
    else await expect(done).rejects.toThrow(result);
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
      'posts.csv:7 "createdAt" must be an ISO 8601 time between 1970 and 2200.',
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

  it('name the voters in a CSV file that are not email addresses', async () => {
    const workspace = await newWorkspace(program);
    const rows = ['title,voters', 'First,"ada@example.com; Bob; Eve ""E"""', 'Second,ada@example.com'];
    await writeFile(join(directory, 'voters.csv'), rows.join('\n'));
    const imported = await run(workspace, 'csv', 'voters.csv');
    expect(lines(imported)).toEqual([
      'voters.csv:2 The voter "Bob" is not an email address.',
      'voters.csv:2 The voter "Eve "E"" is not an email address.',
    ]);
    expect(imported.report.counts.votes).toEqual({ created: 2, found: 0, failed: 2 });
    expect(createdBy(imported)).toMatchObject({ posts: 2, users: 1 });
  });

  const table = async (rows: readonly string[]): Promise<[TestWorkspace, Import]> => {
    const workspace = await newWorkspace(program);
    await writeFile(join(directory, 'table.csv'), rows.join('\n'));
    return [workspace, await run(workspace, 'csv', 'table.csv')];
  };
  const fewCells = 'The row has 1 cell and the table 3 columns. Missing: "description", "status".';

  it.each([
    ['too few cells', ['t,x,open', 'Columns', 'u,y,open'], `3 ${fewCells}`],
    [
      'too many cells',
      ['t,x,open', 'One, two,y,open', 'u,z,open,,'],
      '3 The row has 4 cells and the table 3 columns. Is a cell with a separator not quoted?',
    ],
    [
      'a quotation mark that is closed rows later',
      ['t,x,open', '"v,y,open', 'w,"z",open', 'u,z,open'],
      '4 A quotation mark on line 3 is not closed.',
    ],
    [
      'a quotation mark that hides cells',
      ['t,x,open', '"v,y,open', 'w"', 'u,z,open'],
      `4 ${fewCells} A quotation mark on line 3 may not be closed.`,
    ],
    ['an empty title', ['t,x,open', ' ,y,open', 'u,"""Quoted"" and', ' long",open'], '3 The title is empty.'],
  ])('refuse a row with %s, by its line, and keep the others', async (_, rows, error) => {
    const [workspace, imported] = await table(['title,description,status', ...rows]);
    expect(lines(imported)).toEqual([`table.csv:${error}`]);
    const { posts } = (await workspace.client.get('/posts')).body.data;
    expect(posts.map(({ title }: { title: string }) => title).sort()).toEqual(['t', 'u']);
    expect(imported.report.counts.statuses).toEqual({ created: 0, found: 1, failed: 0 });
  });

  it('find columns by their usual names, and name those that are not used', async () => {
    const [workspace, imported] = await table([
      'Title,E-Mail,Name,Post_Type,Vote Count,Voters,createdAt,Priority,Owner',
      'Dark mode,ada@example.com,Ada,Idea,"1,204",bob@example.com;eve@example.com,2024-01-02,high,Eve',
      'Export,not an address,Eve,Idea,many,,2024-01-02,low,Eve',
    ]);
    expect(lines(imported)).toEqual([
      `table.csv:3 The author's email "not an address" is not an email address.`,
    ]);
    const votes = '"importedVotes" must be an integer of at least 0. It was left out.';
    expect(imported.report.warnings).toEqual([
      { part: 'table.csv', line: 1, message: 'Columns that are not used: "Priority", "Owner".' },
      { part: 'table.csv', line: 3, message: votes },
    ]);
    const { posts } = (await workspace.client.get('/posts?include=details')).body.data;
    const named = (wanted: string) => posts.find(({ title }: { title: string }) => title === wanted);
    expect(named('Dark mode')).toMatchObject({
      author: { name: 'Ada', email: 'ada@example.com' },
      // Two of the votes are those of the voters.
      importedVotes: 1202,
      votesCount: 1204,
    });
    expect(named('Export').author.name).toBe('Eve');
  });

  it('leave out a field whose column is empty in the mapping, and take each column once', async () => {
    const path = join(directory, 'table.csv');
    await writeFile(path, 'name,votes,title\nAda,3,Dark mode\n');
    const fields = async (columns: Record<string, string>) => {
      const mapping = { columns: new Map(Object.entries(columns)), statuses: new Map() };
      return (await previewed('csv', await filesAt(path), mapping, new Set()))?.fields;
    };
    expect(await fields({})).toEqual(['authorName', 'importedVotes', 'title']);
    expect(await fields({ importedVotes: '' })).toEqual(['authorName', null, 'title']);
    expect(await fields({ title: 'NAME' })).toEqual(['title', 'importedVotes', null]);
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
    expect(lines(imported)).toEqual(['latin.csv:4 The title is empty.']);
    const [post] = (await workspace.client.get('/posts?include=details;voters')).body.data.posts;
    // People with an email address are known by it, so that the customer's own IDs can be added later.
    const [{ email }] = post.voters;
    const own = { user: { externalId: 'own', email } };
    const voted = await workspace.client.post(`/posts/${post.id}/votes`, own);
    expect([voted.status, voted.body.data.votesCount ?? 2]).toEqual([200, 2]);
    expect(post).toMatchObject({
      title: 'Größe ändern',
      createdAt: '2021-01-02T03:04:05.000Z',
      votesCount: 2,
    });
  });

  const write = async (folder: string, files: Record<string, string | Buffer>): Promise<string> => {
    await mkdir(join(directory, folder));
    for (const [name, content] of Object.entries(files))
      await writeFile(join(directory, folder, name), content);
    return folder;
  };
  const lists = (files: Record<string, object[]>) =>
    Object.fromEntries(Object.entries(files).map(([name, items]) => [name, JSON.stringify(items)]));

  it('read every file, also if several have the same name', async () => {
    const zipped = async (title: string): Promise<Buffer> => {
      const zip = new yazl.ZipFile();
      zip.addBuffer(Buffer.from(JSON.stringify([{ id: title, title }])), 'posts.json');
      zip.end();
      const chunks: Buffer[] = [];
      for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    };
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
      'posts.json:1 "sourceUrl" must be an http or https URL of at most 2048 characters. It was left out.',
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

  it('merge a chain of posts into the last one, in any order, and refuse a circle', async () => {
    const workspace = await newWorkspace(program);
    const rows = ['a,b', 'b,c', 'c,', 'z,y', 'x,', 'y,x', 'k,l', 'l,k'];
    const table = rows.map((row) => `${row.split(',')[0]},${row},${row.charAt(0)}@example.com`);
    const path = await write('chains', { 'a.csv': `title,id,merged into,voters\n${table.join('\n')}` });
    const imported = await run(workspace, 'csv', path);
    expect(lines(imported)).toEqual([
      'a.csv:9 "mergeIntoId": must name another post, and not one that is merged into this one.',
    ]);
    const { client } = workspace;
    const at = async (id: string) => (await client.get(`/posts/by-external-id/${id}`)).body.data;
    for (const [into, sources] of [
      ['c', ['a', 'b']],
      ['x', ['y', 'z']],
    ] as const) {
      const { id, votesCount } = await at(into);
      expect(votesCount).toBe(3);
      for (const source of sources) {
        const post = await at(source);
        expect(post).toMatchObject({ mergedIntoId: id, votesCount: 0 });
        expect((await client.post(`/posts/${post.id}/unmerge`)).status).toBe(200);
        expect(await at(source)).toMatchObject({ mergedIntoId: null, votesCount: 1 });
      }
      expect((await at(into)).votesCount).toBe(1);
    }
  });

  it('keep statuses and boards apart that have the same Latin letters, or none', async () => {
    const workspace = await newWorkspace(program);
    const rows = [
      '1,进行中,反馈',
      '2,已完成,建议',
      '3,API 完成,API 反馈',
      '4,API 计划,API 建议',
      '5,已完成,反馈',
    ];
    const path = await write('chinese', {
      'a.csv': `id,status,board,title\n${rows.map((row) => `${row},x`).join('\n')}`,
    });
    for (const created of [4, 0]) {
      const imported = await run(workspace, 'csv', path);
      expect(createdBy(imported)).toMatchObject({ statuses: created, postTypes: created });
    }
    const { statuses } = (await workspace.client.get('/statuses')).body.data;
    const counts = statuses.map(({ name, postsCount }: { name: string; postsCount: number }) => [
      name,
      postsCount,
    ]);
    expect(counts.slice(-4)).toEqual([
      ['进行中', 1],
      ['已完成', 2],
      ['API 完成', 1],
      ['API 计划', 1],
    ]);
  });

  it.each([
    ['quotes within cells', Buffer.from('title,description\nA "good" idea,x\n"Zwei" Größen,y\n')],
    [
      'a line that names the delimiter',
      Buffer.from('sep=|\ntitle|description\nA "good" idea|x\n"Zwei" Größen|y\n'),
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('title;description\r\nA "good" idea;x\r\n"Zwei" Größen;y\r\n', 'utf16le'),
    ],
  ])('read a CSV file with %s', async (what, content) => {
    const workspace = await newWorkspace(program);
    const imported = await run(workspace, 'csv', await write(what, { 'a.csv': content }));
    expect(lines(imported)).toEqual([]);
    const { posts } = (await workspace.client.get('/posts')).body.data;
    expect(posts.map(({ title }: { title: string }) => title).sort()).toEqual([
      '"Zwei" Größen',
      'A "good" idea',
    ]);
  });

  const show = async (source: ImportSource, path: string, maps: string[] = [], slugs: string[] = []) =>
    previewed(source, await filesAt(join(directory, path)), readMapping(maps), new Set(slugs));

  it('show the columns, the first rows and the statuses beforehand', async () => {
    const maps = ['title=Subject', 'status=State', 'status:Doing=in-progress'];
    expect(await show('csv', 'csv/latin.csv', maps, ['in-progress'])).toEqual({
      columns: ['Subject', 'Details', 'State', 'Email', 'Created', 'Voters'],
      fields: ['title', 'description', 'status', 'authorEmail', 'createdAt', 'voters'],
      rows: expect.arrayContaining([expect.arrayContaining(['Größe ändern'])]),
      // As if it were not mapped.
      statuses: [{ name: 'Doing', slug: null }],
    });
    // The usual match counts only while there is such a status.
    const fider = async (slugs: string[]) =>
      (await show('fider', 'fider/posts.csv', [], slugs))?.statuses.find(({ name }) => name === 'Started')
        ?.slug;
    expect(await fider(['in-progress'])).toBe('in-progress');
    expect(await fider([])).toBeNull();
    const canny = await show('canny', 'canny', [], ['planned']);
    expect(canny?.columns).toBeNull();
    expect(canny?.statuses).toContainEqual({ name: 'In beta', slug: null });
    expect(canny?.statuses).toContainEqual({ name: 'Planned', slug: 'planned' });
    expect(await show('earshot', 'canny')).toBeNull();

    const cells = (id: number) => `${id},"Post ${id} ${'x'.repeat(100_000)}",Status ${id}\n`;
    const large = Array.from({ length: 400 }, (_, index) => cells(index)).join('');
    await writeFile(join(directory, 'large.csv'), `id,title,status\n${large}`);
    const preview = await show('csv', 'large.csv');
    expect(preview?.rows).toHaveLength(5);
    expect(preview?.rows[0]?.[1]).toBe(`Post 0 ${'x'.repeat(193)}`);
    expect(preview?.statuses).toHaveLength(100);
  });

  it.each([
    ['csv', 'csv/latin.csv', ['title=Nothing'], /has no column "nothing"/],
    ['csv', 'csv/latin.csv', ['nonsense'], /"map" must be FIELD=COLUMN/],
    ['csv', 'csv/latin.csv', ['colour=Red'], /"map" supports these fields: id, title/],
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

  describe('with pictures that the other service keeps', () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const requests: string[] = [];
    let isBroken = true;
    const pictures = createServer(({ url = '' }, response) => {
      requests.push(url);
      if (url === '/hang.png') return;
      if (url === '/moved.png') return void response.writeHead(302, { location: '/good.png' }).end();
      if (url === '/page.png') return void response.end('<html>not a picture</html>');
      if (url === '/large.png') return void response.end(Buffer.concat([png, Buffer.alloc(20_000_000)]));
      if (url === '/broken.png' && isBroken) return void response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'binary/octet-stream' }).end(png);
    });
    let base: string;
    beforeAll(async () => {
      await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
      base = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
      const post = (id: string, names: string[]) => ({
        id,
        title: `Post ${id}`,
        imageURLs: names.map((name) => `${base}/${name}.png`),
      });
      await mkdir(join(directory, 'pictures'));
      await writeFile(
        join(directory, 'pictures', 'posts.json'),
        JSON.stringify([
          post('a', ['good', 'moved', 'good']),
          post('b', ['broken', 'hang', 'page', 'large']),
        ]),
      );
      const said = { id: 'c', post: { id: 'a' }, value: 'Like this', imageURLs: [`${base}/said.png`] };
      await writeFile(join(directory, 'pictures', 'comments.json'), JSON.stringify([said]));
    });
    afterAll(() => {
      pictures.closeAllConnections();
      return new Promise((resolve) => pictures.close(resolve));
    });

    const fetching = async (workspace: TestWorkspace, allowPrivate = true) => {
      requests.length = 0;
      const fetcher = httpFetcher({ allowPrivate, exchangeMs: 60_000, idleMs: 3_000 });
      const imported = await run(workspace, 'canny', 'pictures', [], false, fetcher);
      fetcher.close();
      return imported;
    };

    it('fetch them once, and name those that they could not get', async () => {
      const workspace = await newWorkspace(program);
      const first = await fetching(workspace);
      expect(first.report.counts.attachments).toEqual({ created: 3, found: 0, failed: 4 });
      expect(first.report.counts.posts).toEqual({ created: 2, found: 0, failed: 0 });
      expect(lines(first)).toEqual([
        'posts.json:2 The file "large.png" is larger than 10485760 bytes.',
        'posts.json:2 The file "page.png" is not an image, a video or a PDF.',
        'posts.json:2 The file was not fetched. The server answered with 500.',
        'posts.json:2 The file was not fetched. The server sent nothing for 3 seconds.',
      ]);
      const { attachments } = (await workspace.client.get('/posts/by-external-id/a?include=attachments')).body
        .data;
      const picture = { mimeType: 'image/png', size: png.length };
      // The one of a comment is the post's, too.
      expect(attachments).toMatchObject([picture, picture, picture]);

      isBroken = false;
      const again = await fetching(workspace);
      expect(again.report.counts.attachments).toEqual({ created: 1, found: 3, failed: 3 });
      expect(requests.sort()).toEqual(['/broken.png', '/hang.png', '/large.png', '/page.png']);
      expect(again.digest).toBe(first.digest);
    });

    it('call no private address, and leave them out if they are told to', async () => {
      const workspace = await newWorkspace(program);
      const refused = await fetching(workspace, false);
      expect(requests).toEqual([]);
      expect(refused.report.counts.attachments).toEqual({ created: 0, found: 0, failed: 7 });
      expect(lines(refused)).toContain(
        'posts.json:1 The file was not fetched. The host leads to a private address.',
      );
      const without = await run(workspace, 'canny', 'pictures');
      expect(without.report.counts.attachments).toEqual({ created: 0, found: 0, failed: 0 });
      expect(lines(without)).toEqual([]);
    });
  });
});
