import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  postId = await newPost();
});

const newPost = async (fields: object = {}): Promise<string> =>
  (await program.live.post('/posts', { title: 'Wanted', voteAsAuthor: false, ...fields })).body.data.id;
const newUser = async (externalId: string): Promise<string> =>
  (await program.live.post('/users', { externalId })).body.data.id;
const follow = (body: object, id = postId) => program.live.post(`/posts/${id}/followers`, body);
const followMany = (users: object[], id = postId) =>
  program.live.call('PUT', `/posts/${id}/followers`, { body: { users } });
const followersOf = async (id = postId): Promise<(string | null)[]> =>
  (await program.live.get(`/posts/${id}/followers?limit=100`)).body.data.followers.map(
    ({ user }: { user: { externalId: string | null } }) => user.externalId,
  );
const actions = async (): Promise<string[]> =>
  (await program.live.get('/audit-log?limit=5')).body.data.entries.map(
    ({ action }: { action: string }) => action,
  );
const userId = expect.stringMatching(/^user_[0-9a-hjkmnp-tv-z]{26}$/);

describe('POST /posts/{id}/followers', () => {
  it('201: adds a person, created if new, without an event; 200 and no change if they follow already', async () => {
    const events = program.events().length;
    const before = (await program.live.get(`/posts/${postId}`)).body.data;
    const first = await follow({ userExternalId: 'ada', userName: 'Ada' });
    expect([first.status, first.body]).toEqual([201, { data: { postId, userId, following: true } }]);
    expect((await actions())[0]).toBe('post.followers_added');
    const stored = program.dump();
    const again = await follow({ user: { externalId: 'ada' } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(program.dump()).toBe(stored);
    expect(program.events().slice(events)).toMatchObject([{ type: 'user.created' }]);
    expect((await program.live.get(`/posts/${postId}`)).body.data).toEqual(before);
  });

  it('400, 404, 412: names who follows, finds the post, and compares its version', async () => {
    const stored = program.dump();
    for (const client of [program.live, program.test])
      for (const method of ['POST', 'DELETE']) {
        const call = (id: string, body: object) => client.call(method, `/posts/${id}/followers`, { body });
        const unnamed = await call(postId, { userName: 'Someone' });
        expect([unnamed.status, unnamed.body.error.details[0].field]).toEqual([400, 'userId']);
        expect((await call('post_unknown', { userEmail: 'ada@example.com' })).status).toBe(404);
      }
    const headers = { 'if-match': '"9"' };
    const body = { userEmail: 'late@example.com' };
    const stale = await program.live.call('POST', `/posts/${postId}/followers`, { body, headers });
    expect(stale.status).toBe(412);
    expect((await program.stranger.get(`/posts/${postId}/followers`)).status).toBe(404);
    expect(program.dump()).toBe(stored);
  });

  it('returns the same response under a test key, and changes nothing', async () => {
    await follow({ userExternalId: 'known' });
    const stored = program.dump();
    const path = `/posts/${postId}/followers`;
    const made = await program.test.post(path, { userEmail: 'tried@example.com' });
    expect([made.status, made.body.test]).toEqual([201, true]);
    expect((await program.test.post(path, { userExternalId: 'known' })).status).toBe(200);
    const gone = await program.test.delete(path, { userExternalId: 'known' });
    expect(gone.body.data).toMatchObject({ following: false });
    const many = await program.test.call('PUT', path, { body: { users: [{ externalId: 'one-more' }] } });
    expect(many.body.data).toMatchObject({ added: 1 });
    expect(program.dump()).toBe(stored);
  });
});

describe('PUT /posts/{id}/followers', () => {
  it('200: adds everyone in one call, with one entry, and keeps those who follow already', async () => {
    await follow({ userExternalId: 'ada' });
    program.clock.advance(1000);
    const given = [
      { externalId: 'ada' },
      { externalId: 'bob' },
      { email: 'c@example.com' },
      { externalId: 'bob' },
    ];
    const { status, body } = await followMany(given);
    expect([status, body]).toEqual([200, { data: { postId, userIds: [userId, userId, userId], added: 2 } }]);
    expect((await actions()).filter((action) => action === 'post.followers_added')).toHaveLength(2);
    const stored = program.dump();
    expect((await followMany(given)).body.data.added).toBe(0);
    expect(program.dump()).toBe(stored);
    const listed = (await program.live.get(`/posts/${postId}/followers`)).body.data;
    expect(listed.followers.at(-1)).toEqual({
      postId,
      userId,
      followedAt: new Date(program.clock.now() - 1000).toISOString(),
      source: 'api',
      user: expect.objectContaining({ externalId: 'ada' }),
    });
    expect(listed).toMatchObject({ hasMore: false, next: null });
  });

  it('400: takes 1 to 1,000 people, each of whom is named', async () => {
    for (const [users, field] of [
      [[], 'users'],
      [Array.from({ length: 1001 }, (_, index) => ({ externalId: `x${index}` })), 'users'],
      [[{ externalId: 'fine' }, { name: 'No one' }], 'users.1.userId'],
    ] as const) {
      const { status, body } = await followMany([...users]);
      expect([status, body.error.details[0].field]).toEqual([400, field]);
    }
    expect(await followersOf()).toEqual([]);
  });
});

describe('DELETE /posts/{id}/followers', () => {
  it('200: removes a person named in the body or in the query string, once', async () => {
    await followMany([{ externalId: 'ada' }, { externalId: 'bob' }]);
    const path = `/posts/${postId}/followers`;
    const gone = await program.live.delete(`${path}?userExternalId=ada`);
    expect([gone.status, gone.body]).toEqual([200, { data: { postId, userId, following: false } }]);
    expect((await actions())[0]).toBe('post.followers_removed');
    const stored = program.dump();
    expect((await program.live.delete(path, { userExternalId: 'ada' })).body).toEqual(gone.body);
    const unknown = await program.live.delete(path, { userEmail: 'never-seen@example.com' });
    expect(unknown.body.data).toEqual({ postId, userId: null, following: false });
    expect(program.dump()).toBe(stored);
    expect(await followersOf()).toEqual(['bob']);
  });
});

describe('GET /posts/{id}/followers and /users/{id}/following', () => {
  it('200: pages without repeating or missing anyone', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `f${index}`);
    for (const externalId of names) {
      await follow({ userExternalId: externalId });
      program.clock.advance(1000);
    }
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { data } = (await program.live.get(`/posts/${postId}/followers?limit=3${after}`)).body;
      seen.push(...data.followers.map(({ user }: { user: { externalId: string } }) => user.externalId));
      if (!data.hasMore) break;
      after = `&after=${data.next}`;
    }
    expect(seen).toEqual(names.toReversed());
    const second = await program.live.get(`/posts/${postId}/followers?limit=3&cursor=2&include=total`);
    expect(second.body.data).toMatchObject({ total: 7, hasMore: true });
  });

  it('200: lists what a person follows, the latest post first', async () => {
    const id = await newUser('reader');
    const second = await newPost({ title: 'Second' });
    const followedAt = new Date(program.clock.now()).toISOString();
    for (const post of [second, postId]) await follow({ userId: id }, post);
    const { status, body } = await program.live.get(`/users/${id}/following`);
    expect(status).toBe(200);
    expect(body.data.following.map((one: { postId: string }) => one.postId)).toEqual([second, postId]);
    expect(body.data.following[0]).toEqual({ postId: second, followedAt, source: 'api' });
    expect((await program.live.get('/users/user_unknown/following')).status).toBe(404);
    const { data } = (await program.live.get(`/users/${id}/export`)).body;
    expect(data.following).toMatchObject([{ postId: second, source: 'api' }, { postId }]);
    expect(data.counts.following).toBe(2);
  });
});

describe('follow: true', () => {
  it('makes the voter follow, also if they had voted already', async () => {
    const vote = (body: object) => program.live.post(`/posts/${postId}/votes`, body);
    expect((await vote({ userExternalId: 'silent' })).status).toBe(201);
    expect(await followersOf()).toEqual([]);
    const again = await vote({ userExternalId: 'silent', follow: true });
    expect([again.status, again.body.data.votesCount]).toEqual([200, 1]);
    await vote({ userExternalId: 'eager', follow: true });
    expect((await followersOf()).sort()).toEqual(['eager', 'silent']);
    await program.live.delete(`/posts/${postId}/votes?userExternalId=eager`);
    expect((await followersOf()).sort()).toEqual(['eager', 'silent']);
  });

  it('makes the named author of a post or comment follow, and of one that became a vote', async () => {
    const made = await newPost({ title: 'Something new', authorExternalId: 'ada', follow: true });
    expect(await followersOf(made)).toEqual(['ada']);
    const similar = { title: 'Something new', authorExternalId: 'bob', follow: true, onDuplicate: 'vote' };
    expect((await program.live.post('/posts', similar)).body.data).toMatchObject({ id: made });
    const said = { content: 'Me too', authorExternalId: 'eve', follow: true };
    await program.live.post(`/posts/${made}/comments`, said);
    await program.live.post(`/posts/${made}/comments`, { ...said, authorExternalId: 'quiet', follow: false });
    expect((await followersOf(made)).sort()).toEqual(['ada', 'bob', 'eve']);
  });

  it('400: needs a named author', async () => {
    const stored = program.dump();
    for (const [path, body] of [
      ['/posts', { title: 'No one' }],
      [`/posts/${postId}/comments`, { content: 'No one' }],
    ] as const) {
      const refused = await program.live.post(path, { ...body, follow: true });
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'follow']);
    }
    expect(program.dump()).toBe(stored);
  });
});

describe('followers of merged and deleted posts, and erased people', () => {
  it('move to the target, once each, and come back with an unmerge', async () => {
    const source = await newPost({ title: 'Night theme' });
    await followMany([{ externalId: 'ada' }, { externalId: 'bob' }]);
    await followMany([{ externalId: 'bob' }, { externalId: 'eve' }], source);
    await program.live.post(`/posts/${source}/merge`, { intoId: postId });
    expect((await followersOf()).sort()).toEqual(['ada', 'bob', 'eve']);
    expect(await followersOf(source)).toEqual([]);
    const late = await follow({ userExternalId: 'late' }, source);
    expect(late.body.data).toMatchObject({ postId, following: true });
    await program.live.delete(`/posts/${postId}/followers?userExternalId=eve`);
    await program.live.post(`/posts/${source}/unmerge`);
    expect((await followersOf()).sort()).toEqual(['ada', 'bob']);
    expect((await followersOf(source)).sort()).toEqual(['bob', 'late']);
  });

  it('go with the post; of a merged one, they stay with the target', async () => {
    const source = await newPost({ title: 'Dark colors' });
    await follow({ userExternalId: 'stays' }, source);
    await program.live.post(`/posts/${source}/merge`, { intoId: postId });
    await program.live.delete(`/posts/${source}`);
    expect(await followersOf()).toEqual(['stays']);
    const id = await newUser('stays');
    await program.live.delete(`/posts/${postId}`);
    expect((await program.live.get(`/users/${id}/following`)).body.data.following).toEqual([]);
  });

  it('stop when the person is erased', async () => {
    const id = await newUser('gone');
    await follow({ userId: id });
    await follow({ userExternalId: 'here' });
    await program.live.delete(`/users/${id}`);
    expect(await followersOf()).toEqual(['here']);
    expect(await program.database.rows(`select * from followers where user_id = '${id}'`)).toEqual([]);
  });
});

it('a member of the team adds followers, and no one else is told', async () => {
  const { data } = (await follow({ userExternalId: 'public-1' })).body;
  expect(data.following).toBe(true);
  await program.live.patch('/site', { visibility: 'public' });
  await program.live.patch(`/posts/${postId}`, { visibility: 'public' });
  const before = await program.engines.store.read.workspaces.publicRevision(program.workspaceId);
  await follow({ userExternalId: 'public-2' });
  expect(await program.engines.store.read.workspaces.publicRevision(program.workspaceId)).toBe(before);
});
