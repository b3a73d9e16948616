// Imports whose posts and comments visitors of the public site may see.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { exported } from '../../porting/ported.ts';
import { newWorkspace, type TestWorkspace } from '../../porting/world.ts';
import type { TestProgram } from '../../support/program.ts';
import { formOf, importFixture, type Parts, type Shown } from './importing.ts';

const posts = [
  { id: 'p1', title: 'Dark mode', created: '2024-01-01T00:00:00Z' },
  { id: 'p2', title: 'Export', created: '2024-01-02T00:00:00Z' },
];
const said = (id: string, value: string, fields: object = {}) => ({
  ...{ id, value, post: { id: 'p1' }, created: '2024-02-01T00:00:00Z' },
  ...fields,
});
const comments = [
  said('c1', 'Said in public'),
  said('c2', 'Said in private', { private: true }),
  said('c3', 'Answered in private', { parentID: 'c2' }),
  said('c4', 'Answered in public', { parentID: 'c1' }),
];
const canny = (fields: Parts = {}) =>
  formOf(
    { 'posts.json': JSON.stringify(posts), 'comments.json': JSON.stringify(comments) },
    { source: 'canny', ...fields },
  );

describe('imports that publish', () => {
  const { started, unchanged, send, queued, ended, again } = importFixture();
  let program: TestProgram;
  beforeAll(() => {
    ({ program } = started());
    program.importing.start();
  });

  const workspaceWithSite = async () => {
    const workspace = await newWorkspace(program);
    const { client } = workspace;
    await client.patch('/site', { visibility: 'public' });
    const address = new URL((await client.get('/site')).body.data.url).pathname;
    const onSite = async (path = '.json') => (await program.app.inject({ url: `${address}${path}` })).payload;
    const titles = async (visibility: string): Promise<string[]> =>
      (await client.get(`/posts?filters=visibility:${visibility}`)).body.data.posts
        .map(({ title }: { title: string }) => title)
        .sort();
    const imported = (form: FormData) => ended(queued(form, client), client);
    return { ...workspace, onSite, titles, imported };
  };
  const published = ({ publicPostsCount, visibility, publishComments }: Shown) => ({
    publicPostsCount,
    visibility,
    publishComments,
  });

  it('says how many posts would be public, publishes them with their comments, and undoes that', async () => {
    const { client, onSite, titles, imported } = await workspaceWithSite();
    const before = await onSite();
    const dry = await imported(canny({ dryRun: 'true', visibility: 'public', publishComments: 'true' }));
    const chosen = { publicPostsCount: 2, visibility: 'public', publishComments: true };
    expect(published(dry)).toEqual(chosen);
    expect([await titles('public'), await onSite()]).toEqual([[], before]);

    const start = (body: object) => ended(again(`/imports/${dry.id}/start`, body, client), client);
    expect(published(await start({ dryRun: false }))).toEqual(chosen);
    expect(await titles('public')).toEqual(['Dark mode', 'Export']);
    const { id } = (await client.get('/posts/by-external-id/p1')).body.data;
    const shown = JSON.parse(await onSite(`/posts/${id}.json`));
    expect(JSON.stringify(shown)).toContain('Said in public');
    expect(JSON.stringify(shown)).toContain('Answered in public');
    expect(JSON.stringify(shown)).not.toContain('in private');
    expect(shown).toMatchObject({ post: { commentsCount: 2 } });

    await ended(again(`/imports/${dry.id}/undo`, {}, client), client);
    expect([await titles('public'), await onSite()]).toEqual([[], before]);
    // Started again with another choice, nothing of it is on the site.
    const internal = await start({ visibility: 'internal', publishComments: false });
    expect(published(internal)).toEqual({
      ...chosen,
      publicPostsCount: 0,
      visibility: 'internal',
      publishComments: false,
    });
    expect([await titles('internal'), await onSite()]).toEqual([['Dark mode', 'Export'], before]);
  });

  it('keeps posts and comments internal by default, and comments of public posts unless asked', async () => {
    const quiet = await workspaceWithSite();
    expect(published(await quiet.imported(canny()))).toEqual({
      publicPostsCount: 0,
      visibility: 'internal',
      publishComments: false,
    });
    expect(await quiet.titles('internal')).toHaveLength(2);
    const { client, onSite, imported } = await workspaceWithSite();
    await imported(canny({ visibility: 'public' }));
    const { id } = (await client.get('/posts/by-external-id/p1')).body.data;
    expect(await onSite(`/posts/${id}.json`)).not.toContain('Said in');
  });

  it('follows what a record says of itself, in an archive and in a table', async () => {
    const source = await newWorkspace(program);
    const made = async (title: string, visibility: string) => {
      const { id } = (await source.client.post('/posts', { title, visibility })).body.data;
      await source.client.post(`/posts/${id}/comments`, { content: `About ${title}` });
    };
    await made('Shown', 'public');
    await made('Hidden', 'internal');
    const tag = (await source.client.post('/tags', { name: 'Known' })).body.data;
    await source.client.patch(`/tags/${tag.id}`, { isPublic: true });
    const archive = await archiveOf(source);
    for (const visibility of ['public', 'internal']) {
      const { client, titles, imported } = await workspaceWithSite();
      // In use, so that nothing comes with the settings of the source.
      await client.post('/posts', { title: 'Here' });
      const report = await imported(
        formOf({ 'export.zip': archive }, { visibility, publishComments: 'true' }),
      );
      expect([report.publicPostsCount, await titles('public')]).toEqual([1, ['Shown']]);
      const all = (await client.get('/comments')).body.data.comments;
      expect(
        all
          .map(({ content, isPublic }: { content: string; isPublic: boolean }) => [content, isPublic])
          .sort(),
      ).toEqual([
        ['About Hidden', false],
        ['About Shown', true],
      ]);
      expect((await client.get('/tags')).body.data.tags).toMatchObject([{ name: 'Known', isPublic: true }]);
    }

    const table = 'Title,Visibility\nNamed,Public\nKept,internal\nUnsaid,\nOdd,secret\n';
    const { titles, imported } = await workspaceWithSite();
    const report = await imported(formOf({ 'posts.csv': table }, { source: 'csv', visibility: 'public' }));
    expect(report).toMatchObject({
      publicPostsCount: 2,
      errors: [{ line: 5, message: '"Visibility" must be one of internal, public.' }],
    });
    expect([await titles('public'), await titles('internal')]).toEqual([['Named', 'Unsaid'], ['Kept']]);
  });

  it('takes the choices with a test key, and refuses others with both', async () => {
    const tried = await unchanged(() =>
      send(program.test, canny({ visibility: 'public', publishComments: 'true' })),
    );
    expect([tried.status, tried.body.data]).toMatchObject([
      202,
      { visibility: 'public', publishComments: true },
    ]);
    for (const client of [program.live, program.test])
      for (const [field, value] of [
        ['visibility', 'secret'],
        ['publishComments', 'perhaps'],
      ] as const) {
        const refused = await unchanged(() => send(client, canny({ [field]: value })));
        expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field]);
      }
  });
});

async function archiveOf(source: TestWorkspace): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-public-import-'));
  await exported(source, join(directory, 'export.zip'));
  const archive = await readFile(join(directory, 'export.zip'));
  await rm(directory, { recursive: true });
  return archive;
}
