// Followers, and what people want to be told by mail, in exports and imports.

import { beforeAll, describe, expect, it } from 'vitest';
import { undoHere } from '../../src/app/porting/undo/start.ts';
import type { TestProgram } from '../support/program.ts';
import { furnishedFixture } from './furnished.ts';
import { archiveOf, exported, importDeps, imported } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

describe('followers', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let source: TestWorkspace;
  let path: string;

  const add = ({ client }: TestWorkspace, externalId: string, ...people: string[]) =>
    client.call('PUT', `/posts/by-external-id/${externalId}/followers`, {
      body: { users: people.map((person) => ({ externalId: person })) },
    });
  const listed = async ({ client }: TestWorkspace, externalId: string) =>
    (await client.get(`/posts/by-external-id/${externalId}/followers?limit=100`)).body.data.followers;
  const names = async (workspace: TestWorkspace, externalId: string): Promise<string[]> =>
    (await listed(workspace, externalId))
      .map(({ user }: { user: { externalId: string } }) => user.externalId)
      .sort();
  const idOf = async ({ client }: TestWorkspace, externalId: string): Promise<string> =>
    (await client.get(`/posts/by-external-id/${externalId}`)).body.data.id;

  const userIn = async ({ client }: TestWorkspace, externalId: string): Promise<{ id: string }> =>
    (await client.get(`/users?filters=externalId:${externalId}`)).body.data.users[0];
  const mailOf = async (workspace: TestWorkspace, externalId: string) =>
    (await workspace.client.get(`/users/${(await userIn(workspace, externalId)).id}/mail`)).body.data;

  const queueOf = ({ id }: TestWorkspace) => program.engines.store.read.mails.queue(id);

  beforeAll(async () => {
    ({ program } = started());
    source = await newWorkspace(program);
    for (const externalId of ['into', 'merged', 'alone'])
      await source.client.post('/posts', { title: externalId, externalId });
    await add(source, 'into', 'ada', 'bob');
    program.clock.advance(1000);
    await add(source, 'merged', 'bob', 'eve');
    await add(source, 'alone', 'ada');
    const intoId = await idOf(source, 'into');
    await source.client.post(`/posts/${await idOf(source, 'merged')}/merge`, { intoId });
    const bob = (await userIn(source, 'bob')).id;
    await source.client.patch(`/users/${bob}/mail`, { changelog: false, allEntries: true, language: 'zh' });
    path = place();
    await exported(source, path);
  });

  it('come back into an empty workspace as they were, merged ones included', async () => {
    const copy = await newWorkspace(program);
    const { report } = await imported(copy, path);
    expect(report).toMatchObject({
      errorsCount: 0,
      counts: { followers: { created: 5, found: 0, failed: 0 } },
    });
    expect(await listed(copy, 'into')).toEqual(await listed(source, 'into'));
    expect(await names(copy, 'into')).toEqual(['ada', 'bob', 'eve']);
    expect(await queueOf(copy)).toMatchObject({ heldFor: 'imported' });
    expect(await queueOf(source)).toBeUndefined();
    const again = await imported(copy, path);
    expect(again.report.counts.followers).toEqual({ created: 0, found: 5, failed: 0 });
    await copy.client.post(`/posts/${await idOf(copy, 'merged')}/unmerge`);
    expect([await names(copy, 'into'), await names(copy, 'merged')]).toEqual([
      ['ada', 'bob'],
      ['bob', 'eve'],
    ]);
    const rehearsed = await newWorkspace(program);
    const stored = program.dump();
    const dry = await imported(rehearsed, path, { isDryRun: true });
    expect(dry.report.counts.followers).toMatchObject({ failed: 0 });
    expect(program.dump()).toBe(stored);
  });

  it('are added to posts that are there, as imported, and taken back by the undo', async () => {
    const used = await newWorkspace(program);
    await used.client.post('/posts', { title: 'Here before', externalId: 'alone' });
    await add(used, 'alone', 'zoe');
    const done = await imported(used, path);
    expect(done.report.errorsCount).toBe(0);
    expect(await names(used, 'alone')).toEqual(['ada', 'zoe']);
    const sources = (await listed(used, 'alone')).map((one: { source: string }) => one.source);
    expect(sources.sort()).toEqual(['api', 'import']);
    const order = {
      workspaceId: used.id,
      actor: { type: 'system', id: 'operator' } as const,
      requestId: null,
    };
    const { undone } = await undoHere(importDeps(used), order, done.id);
    expect(undone).toMatchObject({ followers: { removed: 5 }, users: { kept: 0 } });
    expect(await names(used, 'alone')).toEqual(['zoe']);
  });

  it('are skipped with a message if the post or the person is missing; others count once', async () => {
    const copy = await newWorkspace(program);
    const archive = await archiveOf(place(), {
      'users.ndjson': [{ id: 'u', name: 'U' }],
      'posts.ndjson': [
        { id: 'p', title: 'Here' },
        { id: 'q', title: 'Merged later', mergeIntoId: 'p' },
      ],
      'followers.ndjson': [
        { postId: 'p', userId: 'u', followedAt: '2025-01-31T09:15:02.123Z' },
        { postId: 'q', userId: 'u' },
        { postId: 'p', userId: 'u' },
        { postId: 'gone', userId: 'u' },
        { postId: 'p', userId: 'gone' },
      ],
    });
    const { report } = await imported(copy, archive);
    expect(report.counts.followers).toEqual({ created: 2, found: 1, failed: 2 });
    const [post] = (await copy.client.get('/posts?filters=merged:false')).body.data.posts;
    const { followers } = (await copy.client.get(`/posts/${post.id}/followers`)).body.data;
    expect(followers).toMatchObject([{ followedAt: '2025-01-31T09:15:02.123Z' }]);
  });

  it('bring the mail settings of new people; whoever is there keeps theirs', async () => {
    const copy = await newWorkspace(program);
    const whole = await imported(copy, path);
    expect(whole.report.counts.mailSettings).toEqual({ created: 1, found: 0, failed: 0 });
    expect(await mailOf(copy, 'bob')).toMatchObject({
      ...{ changelog: false, allEntries: true, replies: true, language: 'zh' },
    });
    expect(await mailOf(copy, 'ada')).toMatchObject({ changelog: true, allEntries: false, language: null });

    const used = await newWorkspace(program);
    await used.client.post('/users', { externalId: 'bob', name: 'Bob' });
    const done = await imported(used, path);
    expect(done.report.counts.mailSettings).toEqual({ created: 0, found: 1, failed: 0 });
    expect(await mailOf(used, 'bob')).toMatchObject({ changelog: true, language: null });

    const other = await newWorkspace(program);
    await other.client.post('/posts', { title: 'In use' });
    const taken = await imported(other, path);
    const order = {
      workspaceId: other.id,
      actor: { type: 'system', id: 'operator' } as const,
      requestId: null,
    };
    await undoHere(importDeps(other), order, taken.id);
    const left = `select * from mail_settings where workspace_id = '${other.id}'`;
    expect(await program.database.rows(left)).toEqual([]);
  });
});
