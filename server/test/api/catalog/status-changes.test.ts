// The status history of posts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

interface Change {
  id: string;
  postId: string;
  toStatusId: string;
  comment: string | null;
}

describe('status changes', () => {
  let program: TestProgram;
  let statuses: string[];
  let posts: string[];
  const changes = async (path: string): Promise<Change[]> =>
    (await program.live.get(path)).body.data.statusChanges;

  beforeAll(async () => {
    program = await startProgram({ publicUrl: 'http://localhost:3000' });
    statuses = (await program.live.get('/statuses')).body.data.statuses.map(({ id }: Change) => id);
    posts = [];
    for (const title of ['One', 'Two'])
      posts.push((await program.live.post('/posts', { title })).body.data.id);
    for (const [index, statusId] of [statuses[1], statuses[2], statuses[3]].entries()) {
      for (const post of posts) {
        program.clock.advance(1000);
        await program.live.patch(`/posts/${post}`, {
          statusId,
          statusComment: index === 1 ? ' Because. ' : '',
        });
      }
    }
  });
  afterAll(() => program.close());

  it('200: lists the changes of one post, newest first, each with its comment', async () => {
    const answer = await program.live.get(`/posts/${posts[0]}/status-changes`);
    expect(answer.body.data).toEqual({
      statusChanges: [
        [2, 3, null],
        [1, 2, 'Because.'],
        [0, 1, null],
      ].map(([from, to, comment]) => ({
        id: expect.stringMatching(/^schg_[0-9a-z]{26}$/),
        postId: posts[0],
        fromStatusId: statuses[from as number],
        toStatusId: statuses[to as number],
        comment,
        isPublic: false,
        createdAt: expect.stringMatching(/Z$/),
      })),
      cursor: 1,
      hasMore: false,
      next: null,
    });
    expect((await program.test.get(`/posts/${posts[0]}/status-changes`)).body).toEqual({
      ...answer.body,
      test: true,
    });
  });

  it('200: lists the changes of all posts, paged by cursor and by after', async () => {
    const all = await changes('/status-changes');
    expect(all.map(({ postId }) => postId)).toEqual([...posts, ...posts, ...posts].reverse());
    const walked: Change[] = [];
    let next: string | null = '';
    while (next !== null) {
      const data: { statusChanges: Change[]; next: string | null } = (
        await program.live.get(`/status-changes?limit=4${next && `&after=${next}`}`)
      ).body.data;
      walked.push(...data.statusChanges);
      next = data.next;
    }
    expect(walked).toEqual(all);
    expect(await changes('/status-changes?limit=4&cursor=2')).toEqual(all.slice(4));
    expect((await program.test.get('/status-changes')).body.test).toBe(true);
  });

  it('200: filters by new status, post and time', async () => {
    const all = await changes('/status-changes');
    expect(await changes(`/status-changes?filters=statusId:${statuses[2]}`)).toEqual(all.slice(2, 4));
    expect(await changes(`/status-changes?filters=statusId:${statuses[2]};statusId:${statuses[3]}`)).toEqual(
      all.slice(0, 4),
    );
    expect(await changes(`/status-changes?filters=postId:${posts[0]}`)).toEqual(
      await changes(`/posts/${posts[0]}/status-changes`),
    );
    const since = new Date(program.clock.now() - 1000).toISOString();
    expect(await changes(`/status-changes?filters=updatedSince:${since}`)).toEqual(all.slice(0, 2));
    expect(
      await changes(`/posts/${posts[1]}/status-changes?filters=updatedSince:${since};postId:${posts[0]}`),
    ).toEqual(all.slice(0, 1));
    expect(await changes('/status-changes?filters=statusId:stat_nobody')).toEqual([]);
  });

  it('records nothing under a test key, and nothing when the status stays the same', async () => {
    const before = program.dump();
    await program.test.patch(`/posts/${posts[0]}`, { statusId: statuses[0], statusComment: 'Only a test.' });
    expect(program.dump()).toBe(before);
    const count = (await changes('/status-changes')).length;
    await program.live.patch(`/posts/${posts[0]}`, { statusId: statuses[3], statusComment: 'Nothing new.' });
    expect(await changes('/status-changes')).toHaveLength(count);
  });

  it('tells the console who made each change', async () => {
    const owner = await ownerOf(program);
    const { id } = await owner.data('POST', '/v1/posts', { title: 'Who' });
    const unused = (await owner.data('POST', '/v1/statuses', { name: 'For a while', category: 'active' })).id;
    await owner.data('PATCH', `/v1/posts/${id}`, { statusId: statuses[1], statusComment: 'Soon.' });
    program.clock.advance(1000);
    await program.live.patch(`/posts/${id}`, { statusId: unused });
    program.clock.advance(1000);
    await owner.data('DELETE', `/v1/statuses/${unused}?moveTo=${statuses[2]}`);

    const person = { type: 'person', id: await accountId(owner) };
    const { events } = await owner.data('GET', `/console/api/posts/${id}/history`);
    expect(events.map(({ actor }: { actor: object }) => actor)).toEqual([
      person,
      { type: 'key', id: expect.stringMatching(/^key_/) },
      person,
    ]);
    // Otherwise, they are what the API lists, the newest first.
    const shown = events.map(({ at, fromId, toId, reason }: Record<string, unknown>) => ({
      ...{ createdAt: at, fromStatusId: fromId, toStatusId: toId, comment: reason },
    }));
    const listed = (await changes(`/posts/${id}/status-changes`)).toReversed();
    expect(listed).toMatchObject(shown);
    await owner.data('DELETE', `/v1/posts/${id}`);
  });

  it('is deleted along with its post', async () => {
    const { id } = (await program.live.post('/posts', { title: 'Three' })).body.data;
    await program.live.patch(`/posts/${id}`, { statusId: statuses[4] });
    await program.live.delete(`/posts/${id}`);
    expect(await changes(`/status-changes?filters=statusId:${statuses[4]}`)).toEqual([]);
  });

  it('400: rejects a comment that is too long, an invalid time or after, and a malformed id', async () => {
    const long = await program.live.patch(`/posts/${posts[0]}`, {
      statusId: statuses[5],
      statusComment: 'x'.repeat(10_001),
    });
    expect(long.body.error.details[0].field).toBe('statusComment');
    expect((await program.live.get('/status-changes?filters=updatedSince:soon')).status).toBe(400);
    expect((await program.live.get('/status-changes?after=x')).status).toBe(400);
    expect((await program.live.get('/posts/a%20b/status-changes')).status).toBe(400);
  });

  it('404 or an empty list for another workspace, 404 for an unknown post', async () => {
    expect((await program.stranger.get(`/posts/${posts[0]}/status-changes`)).status).toBe(404);
    expect(
      (await program.stranger.get(`/status-changes?filters=postId:${posts[0]}`)).body.data.statusChanges,
    ).toEqual([]);
    expect((await program.live.get('/posts/post_nobody/status-changes')).body.error.message).toBe(
      'Post not found.',
    );
  });

  it('304: answers If-None-Match while nothing has changed', async () => {
    const { headers } = await program.live.get('/status-changes');
    expect((await program.live.get('/status-changes', { 'if-none-match': headers.etag ?? '' })).status).toBe(
      304,
    );
  });
});
