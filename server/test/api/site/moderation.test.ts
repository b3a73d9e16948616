// The operations of the moderation queue: each status, with a live and a test key. What becomes public is checked with
// the use cases of visitors.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallerClient } from '../../support/caller.ts';
import { type Planted, plant } from '../../support/plant.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let userId: string;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
  userId = (await program.live.post('/users', { externalId: 'ann', name: 'Ann' })).body.data.id;
  postId = (await program.live.post('/posts', { title: 'Export', visibility: 'public' })).body.data.id;
});
afterAll(() => program.close());

const planted = (): Promise<Planted> =>
  plant(program.engines.store, program.workspaceId, 'Some', { userId, postId });
const idOf = async () => (await planted()).submissionIds[0] ?? '';
const put = (client: CallerClient, path: string, body: object) => client.call('PUT', path, { body });
const lastEvent = () => program.events().at(-1);

describe('GET /submissions', () => {
  it('200: shows what waits with its author, and a single one with a version', async () => {
    const id = await idOf();
    const listed = await program.live.get('/submissions?filters=state:waiting&limit=1');
    expect(listed.body.data.submissions).toHaveLength(1);
    const { status, body, headers } = await program.live.get(`/submissions/${id}`);
    expect([status, headers.etag]).toEqual([200, expect.any(String)]);
    expect(body.data).toEqual({
      ...{ id, kind: 'post', state: 'waiting', userId, postId: null, commentId: null, parentId: null },
      author: (await program.live.get(`/users/${userId}`)).body.data,
      ...{ title: 'Some waiting 0', content: 'Some waits', reason: null, decidedBy: null, decidedAt: null },
      ...{ version: 1, createdAt: '2026-01-30T00:00:00.000Z', updatedAt: '2026-01-30T00:00:00.000Z' },
    });
    expect((await program.test.get(`/submissions/${id}`)).body).toEqual({ ...body, test: true });
  });

  it('404: an unknown one, or one of another workspace', async () => {
    for (const id of [await idOf(), 'sub_unknown'])
      expect((await program.stranger.get(`/submissions/${id}`)).status).toBe(404);
  });
});

describe('deciding', () => {
  it('200: approves, as of when it was sent; 409 afterward; a test key changes nothing', async () => {
    const id = await idOf();
    const before = program.dump();
    const rehearsed = await program.test.post(`/submissions/${id}/approve`);
    expect(rehearsed.body).toMatchObject({ data: { state: 'approved', title: null }, test: true });
    expect(program.dump()).toBe(before);

    const { status, body, headers } = await program.live.post(`/submissions/${id}/approve`);
    expect([status, headers.etag]).toEqual([200, '"v2"']);
    expect(body.data).toMatchObject({ state: 'approved', title: null, content: null, version: 2 });
    const post = (await program.live.get(`/posts/${body.data.postId}`)).body.data;
    expect(post).toMatchObject({ title: 'Some waiting 0', visibility: 'public', votesCount: 1 });
    expect(post.createdAt).toBe('2026-01-30T00:00:00.000Z');
    expect(lastEvent()).toMatchObject({ type: 'post.approved', object: { id, postId: post.id } });
    for (const decision of ['approve', 'reject']) {
      const again = await program.live.post(`/submissions/${id}/${decision}`, {});
      expect([again.status, again.body.error.message]).toEqual([409, 'This was approved already.']);
    }
  });

  it('200: rejects with a reason', async () => {
    const id = await idOf();
    const { body } = await program.live.post(`/submissions/${id}/reject`, { reason: ' Off topic ' });
    expect(body.data).toMatchObject({ state: 'rejected', reason: 'Off topic', title: 'Some waiting 0' });
    expect(lastEvent()).toMatchObject({ type: 'post.rejected', object: { id, reason: 'Off topic' } });
  });

  it('200: merges into a post, and adds the text there if asked', async () => {
    const id = await idOf();
    const body = { postId, asComment: true };
    const answer = await program.live.post(`/submissions/${id}/merge`, body);
    expect(answer.body.data).toMatchObject({ state: 'approved', postId, commentId: expect.any(String) });
    const comment = (await program.live.get(`/comments/${answer.body.data.commentId}`)).body.data;
    expect(comment).toMatchObject({ content: 'Some waiting 0\n\nSome waits', isPublic: true, userId });
    expect((await program.live.get(`/posts/${postId}`)).body.data.votesCount).toBe(1);
  });

  it('400, 404 and 412: refuses what does not fit, and changes nothing', async () => {
    const id = await idOf();
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const unknown = await client.post(`/submissions/${id}/merge`, { postId: 'post_unknown' });
      expect([unknown.status, unknown.body.error.details[0].field]).toEqual([400, 'postId']);
      const long = await client.post(`/submissions/${id}/reject`, { reason: 'x'.repeat(501) });
      expect([long.status, long.body.error.details[0].field]).toEqual([400, 'reason']);
      expect((await client.post('/submissions/sub_unknown/approve')).status).toBe(404);
      const headers = { 'if-match': '"v9"' };
      expect((await client.call('POST', `/submissions/${id}/approve`, { headers })).status).toBe(412);
    }
    expect((await program.stranger.post(`/submissions/${id}/approve`)).status).toBe(404);
    expect(program.dump()).toBe(before);
  });
});

describe('reports and bans', () => {
  it('200: lists reports and deletes one; 404 afterward', async () => {
    const { reportId, bannedId } = await planted();
    const { reports } = (await program.live.get('/reports')).body.data;
    const user = expect.objectContaining({ id: bannedId });
    const about = { id: reportId, postId, commentId: null, user };
    expect(reports).toContainEqual(expect.objectContaining(about));
    expect((await program.test.delete(`/reports/${reportId}`)).body.test).toBe(true);
    expect((await program.stranger.delete(`/reports/${reportId}`)).status).toBe(404);
    expect((await program.live.delete(`/reports/${reportId}`)).body.data).toEqual({
      id: reportId,
      deleted: true,
    });
    expect((await program.live.delete(`/reports/${reportId}`)).status).toBe(404);
  });

  it('200: bans, changes the reason, and lifts the ban, with events', async () => {
    const path = `/users/${userId}/ban`;
    expect((await put(program.test, path, { reason: 'Rude' })).body.data).toMatchObject({ userId });
    const ban = (await put(program.live, path, { reason: 'Rude' })).body.data;
    expect(ban).toMatchObject({ userId, reason: 'Rude', user: { id: userId } });
    expect(lastEvent()).toMatchObject({ type: 'user.banned', object: { id: userId } });
    expect((await put(program.live, path, { reason: 'Very rude' })).body.data.createdAt).toBe(ban.createdAt);
    expect((await program.live.get('/bans')).body.data.bans).toContainEqual({ ...ban, reason: 'Very rude' });
    expect((await program.live.delete(path)).body.data.id).toBe(userId);
    expect(lastEvent()?.type).toBe('user.unbanned');
    const entries = program.events().length;
    expect((await program.live.delete(path)).status).toBe(200);
    expect(program.events()).toHaveLength(entries);
  });

  it('404 and 409: an unknown person, and the workspace’s own user', async () => {
    const own = (await program.live.get(`/posts/${postId}?include=author`)).body.data.author.id;
    for (const client of [program.live, program.test]) {
      expect((await put(client, '/users/user_unknown/ban', {})).status).toBe(404);
      expect((await client.delete('/users/user_unknown/ban')).status).toBe(404);
      expect((await put(client, `/users/${own}/ban`, {})).status).toBe(409);
    }
    expect((await put(program.stranger, `/users/${userId}/ban`, {})).status).toBe(404);
  });
});
