// What visitors sent, and bans, in exports and imports.

import { beforeAll, describe, expect, it } from 'vitest';
import { undoHere } from '../../src/app/porting/undo/start.ts';
import type { Import } from '../../src/domain/porting/import.ts';
import { linkFor, type VisitorBrowser, visitorBrowser } from '../site/visitor.ts';
import type { TestProgram } from '../support/program.ts';
import { furnishedFixture } from './furnished.ts';
import { archiveOf, exported, importDeps, imported } from './ported.ts';
import { newWorkspace, type TestWorkspace } from './world.ts';

interface Item {
  title: string | null;
  id: string;
  kind: string;
  state: string;
  userId: string | null;
}

const ada = { externalId: 'ada', name: 'Ada' };

describe('what visitors sent', () => {
  const { place, started } = furnishedFixture();
  let program: TestProgram;
  let source: TestWorkspace;
  let path: string;

  const listed = async ({ client }: TestWorkspace, plural: string): Promise<Item[]> =>
    (await client.get(`/${plural}?limit=100`)).body.data[plural];
  const sentIn = (workspace: TestWorkspace) => listed(workspace, 'submissions');
  const published = async (workspace: TestWorkspace) => (await listed(workspace, 'posts')).length;
  const openSite = async ({ client }: TestWorkspace, settings: object = {}): Promise<string> => {
    await client.patch('/site', { visibility: 'public', moderation: 'all', ...settings });
    return new URL((await client.get('/site')).body.data.url).pathname;
  };
  const signedIn = async ({ client }: TestWorkspace, person: object): Promise<VisitorBrowser> => {
    const browser = visitorBrowser(program);
    await browser.come(await linkFor(client, person));
    return browser;
  };
  const undone = (workspace: TestWorkspace, { id }: Import): Promise<Import> => {
    const actor = { type: 'system', id: 'operator' } as const;
    return undoHere(importDeps(workspace), { workspaceId: workspace.id, actor, requestId: null }, id);
  };
  const approvalOf = async (workspace: TestWorkspace, kind: string) => {
    const found = (await sentIn(workspace)).find((item) => item.kind === kind && item.state === 'waiting');
    return workspace.client.post(`/submissions/${found?.id}/approve`);
  };

  beforeAll(async () => {
    ({ program } = started());
    source = await newWorkspace(program);
    const site = await openSite(source, { anonymousPosts: true });
    const browser = await signedIn(source, ada);
    await browser.post(`${site}/posts`, { title: 'Dark mode', text: 'Please.' });
    const { postId } = (await approvalOf(source, 'post')).body.data;
    const { client } = source;
    const reply = (await client.post(`/posts/${postId}/comments`, { content: 'Which one?' })).body.data;
    await browser.post(`${site}/posts/${postId}/comments`, { text: 'Black.', parentId: reply.id });
    await approvalOf(source, 'comment');
    await browser.post(`${site}/posts/${postId}/comments`, { text: 'Buy my car!' });
    const [spam] = await sentIn(source);
    await client.post(`/submissions/${spam?.id}/reject`, { reason: 'Off topic' });
    await browser.post(`${site}/posts/${postId}/edit`, { text: 'Pretty please.' });
    program.clock.advance(1000);
    await browser.post(`${site}/posts`, { title: 'Export', text: '' });
    await visitorBrowser(program).post(`${site}/posts`, { title: 'From a stranger', text: '' });
    const banned = (await client.post('/users', { externalId: 'bob' })).body.data;
    await client.call('PUT', `/users/${banned.id}/ban`, { body: { reason: 'Rude' } });
    path = place();
    await exported(source, path);
  });

  it('comes back into an empty workspace as it was, and can be decided there', async () => {
    expect((await sentIn(source)).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'comment approved',
      'comment rejected',
      'post approved',
      'post waiting',
      'post waiting',
      'post_edit waiting',
    ]);
    const copy = await newWorkspace(program);
    const { report } = await imported(copy, path);
    expect(report).toMatchObject({
      errorsCount: 0,
      counts: {
        submissions: { created: 6, found: 0, failed: 0 },
        bans: { created: 1, found: 0, failed: 0 },
      },
    });
    expect(await sentIn(copy)).toEqual(await sentIn(source));
    expect(await listed(copy, 'bans')).toEqual(await listed(source, 'bans'));
    expect(await published(copy)).toBe(1);

    // What the person sent is still theirs, and the team's approval still counts.
    const site = await openSite(copy, { moderation: 'first' });
    const browser = await signedIn(copy, ada);
    expect((await browser.get(`${site}/mine`)).text).toContain('Off topic');
    const { postId } = (await approvalOf(copy, 'post_edit')).body.data;
    expect((await copy.client.get(`/posts/${postId}`)).body.data.descriptionHtml).toBe(
      '<p>Pretty please.</p>',
    );
    await browser.post(`${site}/posts`, { title: 'Right away', text: '' });
    expect(await published(copy)).toBe(2);
    expect((await imported(copy, path)).report.counts).toMatchObject({
      submissions: { created: 0, found: 6, failed: 0 },
      bans: { created: 0, found: 1, failed: 0 },
    });
  });

  it('is added to a workspace in use with other people and posts, ends sessions of the banned, and is undone', async () => {
    const used = await newWorkspace(program);
    await used.client.post('/posts', { title: 'Already here' });
    const here = (await used.client.post('/users', { externalId: 'bob', name: 'Bob' })).body.data;
    const site = await openSite(used, { visibility: 'signed_in' });
    const bob = await signedIn(used, { externalId: 'bob' });
    expect((await bob.get(`${site}/feedback.json`)).status).toBe(200);
    const done = await imported(used, path);
    expect(done.report.errorsCount).toBe(0);
    expect(await sentIn(used)).toHaveLength(6);
    expect(await listed(used, 'bans')).toMatchObject([{ userId: here.id, reason: 'Rude' }]);
    expect((await bob.get(`${site}/feedback.json`)).status).toBe(401);

    const { undone: counts } = await undone(used, done);
    expect(counts).toMatchObject({
      submissions: { removed: 6, kept: 0 },
      bans: { removed: 1, kept: 0 },
      users: { kept: 0 },
    });
    expect([await sentIn(used), await listed(used, 'bans'), await published(used)]).toEqual([[], [], 1]);
  });

  it('keeps at an undo what the team has decided about since, with its author', async () => {
    const used = await newWorkspace(program);
    await used.client.post('/posts', { title: 'Already here' });
    const done = await imported(used, path);
    const waiting = (await sentIn(used)).find(({ kind, userId }) => kind === 'post' && userId === null);
    await used.client.post(`/submissions/${waiting?.id}/approve`);
    const { undone: counts } = await undone(used, done);
    expect(counts?.submissions).toEqual({ removed: 5, kept: 1 });
    expect((await sentIn(used)).map(({ id }) => id)).toEqual([waiting?.id]);
    expect(await published(used)).toBe(2);
  });

  it('is rehearsed without storing anything', async () => {
    const copy = await newWorkspace(program);
    const before = program.dump();
    const { report } = await imported(copy, path, { isDryRun: true });
    expect(program.dump()).toBe(before);
    expect(report.counts).toMatchObject({ submissions: { created: 6, failed: 0 }, bans: { created: 1 } });
  });

  it('keeps whether its author follows the post once it is published', async () => {
    const waiting = { kind: 'post', state: 'waiting', userId: 'u', postId: null, content: 'Fine' };
    const first = await newWorkspace(program);
    const archive = await archiveOf(place(), {
      'users.ndjson': [{ id: 'u', name: 'U', email: 'u@example.com' }],
      'submissions.ndjson': [
        { id: '1', ...waiting, title: 'Ticked', follows: true },
        { id: '2', ...waiting, title: 'Unticked' },
      ],
    });
    await imported(first, archive);
    const exportedAgain = place();
    await exported(first, exportedAgain);
    const copy = await newWorkspace(program);
    await imported(copy, exportedAgain);
    const followersOf = async (title: string) => {
      const found = (await sentIn(copy)).find((item) => item.title === title);
      const { postId } = (await copy.client.post(`/submissions/${found?.id}/approve`)).body.data;
      return (await copy.client.get(`/posts/${postId}/followers`)).body.data.followers.length;
    };
    expect([await followersOf('Ticked'), await followersOf('Unticked')]).toEqual([1, 0]);
  });

  it('is skipped with a message if its post or person is missing, or the team could not approve it', async () => {
    const copy = await newWorkspace(program);
    const sent = { kind: 'comment', state: 'waiting', userId: 'u', postId: 'p', content: 'Fine' };
    const archive = await archiveOf(place(), {
      'users.ndjson': [{ id: 'u', name: 'U' }],
      'posts.ndjson': [{ id: 'p', title: 'Here', visibility: 'public' }],
      'submissions.ndjson': [
        { id: '1', ...sent },
        { id: '2', ...sent, postId: 'gone' },
        { id: '3', ...sent, userId: 'gone' },
        { id: '4', ...sent, postId: null },
        { id: '5', ...sent, content: '' },
        { id: '6', ...sent, kind: 'post', postId: null },
        { id: '7', ...sent, kind: 'comment_edit' },
        { id: '8', ...sent, state: 'approved', content: 'In the comment' },
        { id: '9', ...sent, state: 'unheard of' },
      ],
      'bans.ndjson': [{ userId: 'u' }, { userId: 'gone' }],
    });
    const { report } = await imported(copy, archive);
    const needs = (field: string) => `A submission of this kind and state needs "${field}".`;
    expect(report.errors.map(({ part, line, message }) => `${part}:${line} ${message}`).sort()).toEqual([
      'bans.ndjson:2 "userId" names nothing that was imported: "gone".',
      'submissions.ndjson:2 "postId" names nothing that was imported: "gone".',
      'submissions.ndjson:3 "userId" names nothing that was imported: "gone".',
      `submissions.ndjson:4 ${needs('postId')}`,
      `submissions.ndjson:5 ${needs('content')}`,
      `submissions.ndjson:6 ${needs('title')}`,
      `submissions.ndjson:7 ${needs('commentId')}`,
      'submissions.ndjson:9 "state" must be one of waiting, approved, rejected.',
    ]);
    expect((await sentIn(copy)).map(({ state }) => state).sort()).toEqual(['approved', 'waiting']);
    const [approved] = (await sentIn(copy)).filter(({ state }) => state === 'approved');
    expect(approved).toMatchObject({ title: null, content: null });
  });
});
