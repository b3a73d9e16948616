// The public revision, in both directions: every write of the API and of the console either changes what visitors read
// and raises it, or does neither. Pages are kept by it, so a change that does not raise it stays unseen, and one that
// raises it without need tells strangers when the team works.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWrite, type Operation, operationsOf } from '../guards/matrix/operations.ts';
import { type Asked, formOf, makeWorld, requestOf } from '../guards/matrix/world.ts';
import { exported } from '../porting/ported.ts';
import { newWorkspace } from '../porting/world.ts';
import { type Browser, ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { created, open, visit } from './world.ts';

const idsIn = (program: TestProgram, table: string, column = 'id'): string[] =>
  program.database.rows(`select ${column} as id from ${table} order by 1`).map(({ id }) => String(id));

/** Everything that visitors can ask for. Pages that were kept don't count: the revision is raised first. */
async function rendering(program: TestProgram): Promise<string> {
  const { store } = program.engines;
  await store.transaction((write) => write.workspaces.raisePublicRevision(program.workspaceId, 0));
  const files = program.database.rows('select id, file_name as name from attachments order by 1');
  const paths = [
    ...['', '.json', '.json?sort=new', '.json?q=ours', '/roadmap', '/roadmap.json', '/changelog.json'],
    ...['/feed.xml', '/changelog/feed.xml', '/sitemap.xml', '/style.css', '/logo'],
    ...idsIn(program, 'posts').map((id) => `/posts/${id}.json`),
    ...idsIn(program, 'changelogs', 'slug').map((slug) => `/changelog/${slug}.json`),
    ...files.map(({ id, name }) => `/files/${id}/${encodeURIComponent(String(name))}`),
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const { status, headers, text } = await visit(program, `/p/default${path}`);
    const { location = '', 'content-security-policy': policy } = headers;
    answers.push(`${path} ${status} ${location} ${policy} ${text}`);
  }
  // What is not there may not have been asked for before.
  return answers.filter((answer) => !answer.includes(' 404 ')).join('\n');
}

/** They run beside the request that starts them. */
async function importsAreOver(program: TestProgram): Promise<void> {
  const active = `select id from imports where state in ('queued', 'running', 'undoing')`;
  while (program.database.rows(active).length > 0) await program.live.get('/imports');
}

const revision = (program: TestProgram): Promise<number> =>
  program.engines.store.read.workspaces.publicRevision(program.workspaceId);

interface Outcome {
  name: string;
  isDone: boolean;
  isSeen: boolean;
  isRaised: boolean;
}

/** Compares what visitors get before and after each call. */
async function watching(program: TestProgram) {
  let before = await rendering(program);
  return async (name: string, call: () => Promise<{ status: number }>): Promise<Outcome> => {
    const started = await revision(program);
    const isDone = (await call()).status < 300;
    await importsAreOver(program);
    await program.idle();
    const isRaised = (await revision(program)) !== started;
    program.clock.advance(1000);
    const after = await rendering(program);
    const isSeen = after !== before;
    before = after;
    return { name, isDone, isRaised, isSeen };
  };
}

const wrong = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ isSeen, isRaised }) => isSeen !== isRaised);

/** In an order in which all of them succeed. */
function inOrder(writes: readonly Operation[]): Operation[] {
  const reorderings = writes.filter(({ id }) => id.startsWith('reorder'));
  const creations = writes.filter(({ method, path }) => method === 'POST' && !path.includes('{'));
  const deletions = writes.filter(({ method }) => method === 'DELETE').reverse();
  const placed = new Set([...reorderings, ...creations, ...deletions]);
  const rest = writes.filter((write) => !placed.has(write));
  return [...reorderings, ...creations, ...rest, ...deletions];
}

describe.each(['public', 'internal'] as const)('in a workspace where everything is %s', (visibility) => {
  let program: TestProgram;
  let asked: [Operation, Asked][];
  let page: Browser;

  beforeAll(async () => {
    program = await startProgram({ publicUrl: 'http://localhost:3000' });
    program.exporting.start();
    program.importing.start();
    page = await ownerOf(program);
    const world = await makeWorld(program.live, 'ours', program.engines.store);
    // Something else is on the site in any case.
    await created(program, '/posts', { title: 'Something else', visibility: 'public' });
    if (visibility === 'public') {
      for (const id of idsIn(program, 'posts')) {
        await program.live.patch(`/posts/${id}`, { visibility });
        await program.live.patch(`/posts/${id}`, { publishComments: true });
      }
      for (const id of idsIn(program, 'tags')) await program.live.patch(`/tags/${id}`, { isPublic: true });
      for (const id of idsIn(program, 'changelogs'))
        await program.live.patch(`/changelogs/${id}`, { state: 'published' });
    }
    await open(program, { name: 'Acme', description: 'Tell us.' });
    const writes = operationsOf(program.app).filter(isWrite);
    asked = inOrder(writes).map((operation) => [operation, requestOf(operation, world)]);
  });
  afterAll(() => program.close());

  it('no write is unseen that visitors notice, and none is noticed that they can’t see', async () => {
    const outcomes: Outcome[] = [];
    const outcomeOf = await watching(program);
    for (const [{ id }, { method, path, ...options }] of asked)
      outcomes.push(await outcomeOf(id, () => program.live.call(method, path, options)));
    expect(wrong(outcomes)).toEqual([]);
    // The same was done before, under the other ID; a public entry is published already.
    const refused = [
      ...(visibility === 'public' ? ['publishChangelog'] : []),
      'mergePostByExternalId',
      'unmergePostByExternalId',
      'deletePost',
    ];
    expect(outcomes.filter(({ isDone }) => !isDone).map(({ name }) => name)).toEqual(refused);
    const seen = outcomes.filter(({ isSeen }) => isSeen).map(({ name }) => name);
    if (visibility === 'public')
      expect(seen).toEqual(expect.arrayContaining(['updatePost', 'addVote', 'createComment', 'deleteTag']));
    else expect(seen).not.toContain('updatePost');
  });

  it('nor is what the console can do besides', async () => {
    const id = await created(program, '/posts', { title: 'Last', visibility });
    const { id: answer } = await page.data('POST', `/v1/posts/${id}/comments`, { content: 'Soon.' });
    const author = (await program.live.get(`/comments/${answer}`)).body.data.userId;
    const calls: [string, string, object][] = [
      ['PATCH', `/v1/posts/${id}`, { sourceUrl: 'https://example.com/' }],
      ['PATCH', `/v1/posts/${id}`, { statusId: 'planned', statusComment: 'Why' }],
      ['PATCH', `/v1/posts/${id}`, { importedVotes: 5 }],
      ['PATCH', `/v1/posts/${id}`, { tags: ['unseen'] }],
      ['POST', `/v1/posts/${id}/comments`, { content: 'A note', isPrivate: true }],
      ['PATCH', `/v1/users/${author}`, { name: 'Acme Inc.' }],
      ['PATCH', '/console/api/workspace', { name: 'Acme Corporation' }],
      ['PATCH', `/v1/posts/${id}`, { visibility: 'internal' }],
      ['PATCH', `/v1/posts/${id}`, { visibility: 'public' }],
      ['PATCH', `/v1/comments/${answer}`, { externalId: 'own' }],
      ['PATCH', '/v1/site', { frameOrigins: ['https://app.example.com'] }],
      ['PATCH', '/v1/site', { newPosts: 'public' }],
      ['PATCH', '/v1/site', { visibility: 'off' }],
      ['PATCH', '/v1/site', { accentColor: '#aa0000' }],
      ['PATCH', '/v1/site', { visibility: 'public' }],
    ];
    const outcomes: Outcome[] = [];
    const outcomeOf = await watching(program);
    for (const [method, path, body] of calls)
      outcomes.push(
        await outcomeOf(`${method} ${JSON.stringify(body)}`, () => page.call(method, path, { body })),
      );
    expect(wrong(outcomes)).toEqual([]);
  });

  it('nor is what imports add, and what is removed when they are undone', async () => {
    const source = await newWorkspace(program);
    const theirs = { live: source.client };
    await source.client.patch('/site', { description: 'Theirs' });
    const archive = async () => {
      const path = join(program.dataDir, `export-${visibility}.zip`);
      await exported(source, path);
      const form = new FormData();
      form.append('file', new Blob([await readFile(path)]), 'export.zip');
      await rm(path);
      return form;
    };
    const imported: string[] = [];
    const outcomes: Outcome[] = [];
    const outcomeOf = await watching(program);
    const imports = async (name: string) => {
      const form = await archive();
      outcomes.push(
        await outcomeOf(name, async () => {
          const answer = await program.live.call('POST', '/imports', { form });
          imported.push(answer.body.data?.id);
          return answer;
        }),
      );
    };
    const undoes = async (name: string) => {
      const id = imported.pop();
      outcomes.push(await outcomeOf(`undo: ${name}`, () => program.live.post(`/imports/${id}/undo`, {})));
    };

    const id = await created(theirs, '/posts', { title: 'Theirs', tags: ['theirs'], visibility });
    const merged = await created(theirs, '/posts', { title: 'Merged', visibility });
    await created(theirs, `/posts/${id}/comments`, { content: 'A comment' });
    await imports('posts');
    const before = (await source.client.get(`/posts/${id}`)).body.data.statusId;
    const moves = async (postId: string, statusIds: string[]) => {
      let answer = { status: 0, text: '' };
      for (const statusId of statusIds)
        answer = await source.client.patch(`/posts/${postId}`, { statusId, statusComment: 'Why' });
      return answer;
    };
    const additions: [string, () => Promise<{ status: number; text: string }>][] = [
      ['votes', () => source.client.post(`/posts/${id}/votes`, { user: { externalId: 'voter' } })],
      ['comments', () => source.client.post(`/posts/${id}/comments`, { content: 'Another' })],
      // An import adds to the history of what is here, and leaves its status.
      ['status', () => moves(id, ['planned', before])],
      ['files', () => source.client.call('PATCH', `/posts/${id}`, { form: formOf({}, 'theirs') })],
      ['changelog', () => source.client.post('/changelogs', entryOf(visibility))],
    ];
    for (const [name, add] of additions) {
      const { status, text } = await add();
      expect(status, text).toBeLessThan(300);
      await imports(name);
    }
    for (const [name] of additions.reverse()) await undoes(name);
    await undoes('posts');
    expect((await source.client.post(`/posts/${merged}/merge`, { intoId: id })).status).toBe(200);
    await imports('merged');
    await undoes('merged');

    expect(wrong(outcomes)).toEqual([]);
    expect(outcomes.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(new Set(outcomes.map(({ isSeen }) => isSeen))).toEqual(new Set([visibility === 'public']));
  });
});

const entryOf = (visibility: string) => ({
  title: 'Their entry',
  content: 'It is out.',
  state: visibility === 'public' ? 'published' : 'draft',
});
