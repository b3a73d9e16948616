// GET /users/{id}/posts, /comments, /votes and /export.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idMinter } from '../../../src/domain/kernel/id.ts';
import { slowness } from '../../guards/freeze/pace.mjs';
import { visitorBrowser } from '../../site/visitor.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let userId: string;
const postIds: string[] = [];
const voted: string[] = [];
const commentIds: string[] = [];
let noteId: string;

beforeAll(async () => {
  program = await startProgram();
  const { live, clock } = program;
  userId = (await live.post('/users', { externalId: 'ada', name: 'Ada', email: 'ada@example.com' })).body.data
    .id;
  for (let index = 0; index < 5; index += 1) {
    clock.advance(1000);
    const mine = { title: `Mine ${index}`, authorId: userId, tags: ['ui'], voteAsAuthor: false };
    postIds.push((await live.post('/posts', mine)).body.data.id);
    const theirs = (await live.post('/posts', { title: `Theirs ${index}`, authorEmail: 'bob@example.com' }))
      .body;
    await live.post(`/posts/${theirs.data.id}/votes`, { userId });
    voted.push(theirs.data.id);
    const said = { content: `Comment ${index}`, authorId: userId };
    commentIds.push((await live.post(`/posts/${theirs.data.id}/comments`, said)).body.data.id);
  }
  const note = { content: 'Between us', authorId: userId, isPrivate: true };
  noteId = (await live.post(`/posts/${voted[0]}/comments`, note)).body.data.id;
});
afterAll(() => program.close());

type Item = Record<string, unknown>;

const none = { posts: 0, comments: 0, votes: 0, following: 0, submissions: 0, reports: 0, sessions: 0 };

async function walk(path: string, plural: string, query = ''): Promise<Item[]> {
  const found: Item[] = [];
  let after = '';
  do {
    const { data } = (await program.live.get(`/users/${userId}/${path}?limit=2&after=${after}${query}`)).body;
    found.push(...data[plural]);
    after = data.next ?? '';
  } while (after !== '');
  return found;
}

describe('GET /users/{id}/posts', () => {
  it("lists the user's posts with list fields, newest or oldest first", async () => {
    const newest = await walk('posts', 'posts');
    expect(newest.map(({ id }) => id)).toEqual(postIds.toReversed());
    expect(Object.keys(newest[0] ?? {})).toHaveLength(10);
    const oldest = await walk('posts', 'posts', '&sortBy=oldest');
    expect(oldest.map(({ id }) => id)).toEqual(postIds);
    const second = (await program.live.get(`/users/${userId}/posts?limit=2&cursor=2`)).body.data;
    expect(second).toMatchObject({ cursor: 3, hasMore: true });
    expect(second.posts.map(({ id }: Item) => id)).toEqual([postIds[2], postIds[1]]);
  });

  it('accepts the includes of a list, and updatedSince', async () => {
    const [post] = (await program.live.get(`/users/${userId}/posts?include=author;tags;voters`)).body.data
      .posts;
    expect(post).toMatchObject({ author: { id: userId }, tags: [{ name: 'ui' }], voters: [] });
    const since = new Date(program.clock.now()).toISOString();
    expect(await walk('posts', 'posts', `&filters=updatedSince:${since}`)).toHaveLength(1);
  });
});

describe('GET /users/{id}/comments', () => {
  it('lists public comments newest first, and private ones on request', async () => {
    const comments = await walk('comments', 'comments');
    expect(comments.map(({ id }) => id)).toEqual(commentIds.toReversed());
    expect(comments[0]).toMatchObject({ author: { id: userId, name: 'Ada' }, isPrivate: false });
    const notes = await walk('comments', 'comments', '&filters=private:true');
    expect(notes.map(({ id }) => id)).toEqual([noteId]);
    const since = new Date(program.clock.now()).toISOString();
    expect(await walk('comments', 'comments', `&filters=updatedSince:${since}`)).toHaveLength(1);
  });
});

describe('GET /users/{id}/votes', () => {
  it('lists votes newest first, each with the user', async () => {
    const votes = await walk('votes', 'votes');
    expect(votes.map(({ postId }) => postId)).toEqual(voted.toReversed());
    expect(votes[0]).toMatchObject({ userId, user: { id: userId }, votedAt: expect.any(String) });
    const since = new Date(program.clock.now()).toISOString();
    expect(await walk('votes', 'votes', `&filters=updatedSince:${since}`)).toHaveLength(1);
  });
});

describe('GET /users/{id}/export', () => {
  it('contains the user, everything they created, and the counts', async () => {
    const { data } = (await program.live.get(`/users/${userId}/export`)).body;
    expect(data.user).toMatchObject({ id: userId, externalId: 'ada', email: 'ada@example.com' });
    expect(data.posts.map(({ id }: Item) => id)).toEqual(postIds.toReversed());
    expect(data.posts[0]).toMatchObject({ attachments: [], tags: [{ name: 'ui' }], author: { id: userId } });
    expect(data.comments.map(({ id }: Item) => id)).toEqual([...commentIds.toReversed(), noteId]);
    expect(data.votes.map(({ postId }: Item) => postId)).toEqual(voted.toReversed());
    expect(data.counts).toEqual({ ...none, posts: 5, comments: 6, votes: 5 });
    expect((await program.test.get(`/users/${userId}/export`)).body).toEqual({ test: true, data });
  });

  it('contains what they sent and reported on the public site, their ban and their sessions, without secrets', async () => {
    const { live, engines, workspaceId, database } = program;
    await live.patch('/site', { visibility: 'public' });
    const browser = visitorBrowser(program);
    const { url } = (await live.post('/visitor-tokens', { externalId: 'visitor', name: 'Vi' })).body.data;
    await browser.come(url);
    const shownId = (await live.post('/posts', { title: 'Shown', visibility: 'public' })).body.data.id;
    for (const title of ['First', 'Second']) await browser.post('/p/default/posts', { title, text: 'Words' });
    await browser.post(`/p/default/posts/${shownId}/report`, { reason: 'Old news' });
    await live.post('/visitor-tokens', { externalId: 'visitor' });
    const { id } = (await live.get('/users?filters=externalId:visitor')).body.data.users[0];
    const exportOf = async () => (await live.get(`/users/${id}/export`)).body.data;
    const held = await exportOf();
    expect(held).toMatchObject({
      user: { id },
      ban: null,
      submissions: [
        { kind: 'post', state: 'waiting', title: 'Second', content: 'Words', author: { id } },
        { title: 'First' },
      ],
      reports: [{ postId: shownId, commentId: null, reason: 'Old news', userId: id }],
      counts: { ...none, submissions: 2, reports: 1, sessions: 1 },
    });
    const at = new Date(program.clock.now()).toISOString();
    expect(held.sessions).toEqual([{ cameBy: 'link', createdAt: at, expiresAt: expect.any(String) }]);
    const { hash } = (await database.rows('select hash from visitor_sessions'))[0] ?? {};
    expect(JSON.stringify(held)).not.toContain(hash);
    // Signing in raises no revision, so a tag of the document would say that nothing has changed.
    expect((await live.get(`/users/${id}/export`)).headers.etag).toBeUndefined();

    await engines.store.transaction((write) =>
      write.bans.put(workspaceId, { userId: id, reason: 'Rude', createdAt: program.clock.now() }),
    );
    expect((await exportOf()).ban).toMatchObject({ userId: id, reason: 'Rude', createdAt: at });
    await live.delete(`/users/${id}/ban`);
    await live.patch('/site', { visibility: 'off' });
  });

  it('contains votes that are not counted while their post is merged', async () => {
    const { live } = program;
    const voter = (await live.post('/users', { name: 'Twice' })).body.data;
    const made = [];
    for (const title of ['Merged away', 'Stays']) {
      const post = (await live.post('/posts', { title, voteAsAuthor: false })).body.data;
      await live.post(`/posts/${post.id}/votes`, { userId: voter.id });
      made.push(post.id);
    }
    const [source, target] = made;
    await live.post(`/posts/${source}/merge`, { intoId: target });
    const { data } = (await live.get(`/users/${voter.id}/export`)).body;
    expect(data.votes.map(({ postId }: Item) => postId)).toEqual([target, source]);
    expect(data.counts.votes).toBe(2);
  });

  it('contains empty lists for a user who created nothing', async () => {
    const { id } = (await program.live.post('/users', { name: 'Silent' })).body.data;
    expect((await program.live.get(`/users/${id}/export`)).body.data).toMatchObject({
      ban: null,
      posts: [],
      comments: [],
      votes: [],
      submissions: [],
      reports: [],
      sessions: [],
      counts: none,
    });
  });

  it('never blocks the event loop for over 50 ms with thousands of votes', async () => {
    const { engines, clock, workspaceId } = program;
    const mintId = idMinter(clock, 'live');
    const voter = (await program.live.post('/users', { name: 'Busy' })).body.data.id;
    const template = await engines.store.read.posts.find(workspaceId, postIds[0] ?? '');
    if (template === undefined) throw new Error('The post is missing.');
    await engines.store.transaction(async (write) => {
      for (let index = 0; index < 5000; index += 1) {
        const id = mintId('post');
        await write.posts.insert(workspaceId, { ...template, id, createdAt: clock.now() + index });
        await write.votes.add(workspaceId, { postId: id, userId: voter, votedAt: clock.now() + index });
      }
      await write.workspaces.raiseRevision(workspaceId, clock.now());
    });
    const port = await program.listen();
    const exported = async () => {
      const headers = { 'x-api-key': program.secrets.live };
      const response = await fetch(`http://127.0.0.1:${port}/v1/users/${voter}/export`, { headers });
      return response.text();
    };
    await exported();
    // CPU time of this process only, so that other load on the machine does not matter.
    const busyMs = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    let longest = 0;
    let last = busyMs();
    const beat = setInterval(() => {
      longest = Math.max(longest, busyMs() - last);
      last = busyMs();
    }, 1);
    const text = await exported();
    clearInterval(beat);
    expect(JSON.parse(text).data.counts).toEqual({ ...none, votes: 5000 });
    expect(longest / slowness(busyMs)).toBeLessThan(50);
  });
});

describe('the content of a user', () => {
  it.each(['posts', 'comments', 'votes', 'export'])(
    '404, 400 and 405: rejects unknown users, invalid parameters and writes: /users/{id}/%s',
    async (path) => {
      for (const client of [program.live, program.test]) {
        expect((await client.get(`/users/user_unknown/${path}`)).status).toBe(404);
        expect((await client.get(`/users/a.b/${path}`)).status).toBe(400);
      }
      expect((await program.stranger.get(`/users/${userId}/${path}`)).status).toBe(404);
      expect((await program.test.get(`/users/${userId}/${path}`)).body.test).toBe(true);
      if (path !== 'export') {
        expect((await program.live.get(`/users/${userId}/${path}?after=nonsense`)).status).toBe(400);
        expect((await program.live.get(`/users/${userId}/${path}?filters=updatedSince:soon`)).status).toBe(
          400,
        );
      }
      const wrong = await program.live.call('POST', `/users/${userId}/${path}`, { body: {} });
      expect(wrong.status).toBe(405);
    },
  );
});
