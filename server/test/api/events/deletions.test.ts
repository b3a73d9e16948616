import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let postId: string;
let userId: string;
let commentId: string;
let goneId: string;
let tagId: string;
let since: string;

const day = '2026-01-31T09:15:02.123Z';

beforeAll(async () => {
  program = await startProgram();
  const { live, clock } = program;
  const make = async (path: string, body: object) => (await live.post(path, body)).body.data;
  postId = (await make('/posts', { title: 'Stays', voteAsAuthor: false })).id;
  goneId = (await make('/posts', { title: 'Goes' })).id;
  commentId = (await make(`/posts/${postId}/comments`, { content: 'Short-lived' })).id;
  await make(`/posts/${goneId}/comments`, { content: 'Goes with its post' });
  const person = { userEmail: 'ada@example.com' };
  userId = (await make(`/posts/${postId}/votes`, person)).userId;
  tagId = (await make('/tags', { name: 'obsolete' })).id;
  await live.delete(`/comments/${commentId}`);
  await live.delete(`/posts/${goneId}`);
  clock.advance(1000);
  since = new Date(clock.now()).toISOString();
  await live.delete(`/posts/${postId}/votes`, person);
  await live.delete(`/tags/${tagId}`);
});
afterAll(() => program.close());

const listed = async (query = '') => (await program.live.get(`/deletions${query}`)).body.data.deletions;

describe('GET /deletions', () => {
  it('200: lists deleted objects in order of deletion, with their parents', async () => {
    const { status, body } = await program.live.get('/deletions');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      deletions: [
        { id: commentId, kind: 'comment', deletedAt: day, postId },
        { id: goneId, kind: 'post', deletedAt: day },
        { id: `${postId}:${userId}`, kind: 'vote', deletedAt: since, postId, userId },
        { id: tagId, kind: 'tag', deletedAt: since },
      ],
      cursor: 1,
      hasMore: false,
      next: null,
    });
    expect((await program.test.get('/deletions')).body).toEqual({ ...body, test: true });
  });

  it.each([
    ['kind:post', ['post']],
    ['kind:post;kind:tag', ['post', 'tag']],
    ['kind:user', []],
    ['kind:nonsense', []],
    ['kind:nonsense;kind:vote', ['vote']],
    ['unknown:x', ['comment', 'post', 'vote', 'tag']],
  ])('200: filters=%s', async (filters, kinds) => {
    const found = await listed(`?filters=${encodeURIComponent(filters)}`);
    expect(found.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
  });

  it('200: filters by since, inclusively, and together with a kind', async () => {
    const ids = async (filters: string) =>
      (await listed(`?filters=${filters}`)).map(({ id }: { id: string }) => id);
    expect(await ids(`since:${since}`)).toEqual([`${postId}:${userId}`, tagId]);
    expect(await ids(`since:${since};kind:tag`)).toEqual([tagId]);
    expect(await ids(`since:${since};since:${day};kind:post`)).toEqual([goneId]);
  });

  it('200: pages by cursor and by after', async () => {
    const all = await listed();
    const second = await program.live.get('/deletions?limit=3&cursor=2');
    expect(second.body.data).toMatchObject({ deletions: all.slice(3), hasMore: false, cursor: 2 });
    const walked: unknown[] = [];
    for (let after = ''; ; ) {
      const { body } = await program.live.get(`/deletions?limit=1&after=${after}`);
      walked.push(...body.data.deletions);
      if (body.data.next === null) break;
      after = body.data.next;
    }
    expect(walked).toEqual(all);
  });

  it('200: lists a vote twice that was withdrawn twice', async () => {
    const person = { userEmail: 'bob@example.com' };
    for (let turn = 0; turn < 2; turn += 1) {
      await program.live.post(`/posts/${postId}/votes`, person);
      await program.live.delete(`/posts/${postId}/votes`, person);
    }
    const [, ...again] = await listed('?filters=kind:vote');
    expect(again).toHaveLength(2);
    expect(again[0]).toEqual(again[1]);
  });

  it('200: lists no deletions of a test key or another workspace', async () => {
    const before = await listed();
    expect((await program.test.delete(`/posts/${postId}`)).status).toBe(200);
    const theirs = (await program.stranger.post('/posts', { title: 'Theirs' })).body.data.id;
    await program.stranger.delete(`/posts/${theirs}`);
    expect(await listed()).toEqual(before);
    expect((await program.stranger.get('/deletions')).body.data.deletions).toMatchObject([{ id: theirs }]);
  });

  it('304: answers If-None-Match while nothing has changed', async () => {
    const { headers } = await program.live.get('/deletions');
    const again = await program.live.get('/deletions', { 'if-none-match': headers.etag ?? '' });
    expect(again.status).toBe(304);
  });

  it.each(['filters=since:soon', 'filters=since:2999-13-01', 'after=nonsense', 'after=WyJyZWNlbnQiLDFd'])(
    '400: rejects %s',
    async (query) => {
      for (const client of [program.live, program.test])
        expect((await client.get(`/deletions?${query}`)).body.error.code).toBe('BAD_REQUEST');
    },
  );

  it('401 without a key, 405 for a write', async () => {
    expect((await program.app.inject('/v1/deletions')).statusCode).toBe(401);
    expect((await program.live.post('/deletions', {})).status).toBe(405);
  });
});

it('lists never contain deleted objects: `deleted` is not a filter', async () => {
  const { body } = await program.live.get('/posts?filters=deleted:true');
  expect(body.data.posts.map(({ id }: { id: string }) => id)).toEqual([postId]);
});
