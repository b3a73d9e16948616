// DELETE /users/{id}: erases all personal data, and keeps everything the user created.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
beforeEach(async () => {
  program = await startProgram();
});
afterEach(() => program.close());

const zhuzha = {
  externalId: 'zhuzha-4711',
  email: 'Zhuzha.Secretova@example.com',
  name: 'Жужа Secretova',
  avatarUrl: 'https://pictures.example/zhuzha.png',
};
const traces = ['zhuzha', 'secretova', 'Жужа', 'жужа', 'pictures.example', '4711'];
const deletedUser = { externalId: null, name: 'Deleted user', email: null, avatarUrl: null };

const keyed = (key: string, body: object) => ({ body, headers: { 'idempotency-key': key } });

/** The bytes of the search index. It splits words into prefixes, so only single letters can be searched for. */
const searchBytes = () =>
  Buffer.concat(
    [...program.dump().matchAll(/^\{"id":"\d+","block":"([0-9a-f]*)"\}$|"search_tokens":"([^"]*)"/gm)].map(
      ([, hex, tokens = '']) => (hex === undefined ? Buffer.from(tokens) : Buffer.from(hex, 'hex')),
    ),
  );
const letter = Buffer.from('ж');

/** A user with personal data everywhere: events, stored responses, a former name and email address. */
async function personWithHistory() {
  const { live } = program;
  const user = (await live.call('POST', '/users', keyed('k1', { ...zhuzha, email: 'zhuzha@old.example' })))
    .body.data;
  const by = { authorExternalId: zhuzha.externalId };
  const post = (await live.call('POST', '/posts', keyed('k2', { title: 'Dark mode', ...by }))).body.data;
  const comment = (
    await live.call('POST', `/posts/${post.id}/comments`, keyed('k3', { content: 'Yes', ...by }))
  ).body.data;
  const reply = { content: 'Thanks', parentId: comment.id, authorName: 'Zhuzha', ...by };
  await live.post(`/posts/${post.id}/comments`, reply);
  await live.call('PATCH', `/users/${user.id}`, keyed('k4', { email: zhuzha.email, name: zhuzha.name }));
  await live.patch(`/posts/${post.id}`, { title: 'Darker mode' });
  const other = (await live.post('/posts', { title: 'Light mode', authorEmail: 'ada@example.com' })).body
    .data;
  await live.post(`/posts/${other.id}/votes`, { userEmail: zhuzha.email });
  await live.call('POST', '/users', keyed('k5', { externalId: 'x', email: zhuzha.email }));
  return { user, post, comment, other };
}

describe('DELETE /users/{id}', () => {
  it('200: leaves no name, email, external id or avatar in any table', async () => {
    const { user } = await personWithHistory();
    const before = program.dump().toLowerCase();
    for (const trace of traces) expect(before, trace).toContain(trace.toLowerCase());
    expect(searchBytes().includes(letter)).toBe(true);

    const answer = await program.live.delete(`/users/${user.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { id: user.id, deleted: true } });
    const after = program.dump().toLowerCase();
    for (const trace of traces) expect(after, trace).not.toContain(trace.toLowerCase());
    expect(searchBytes().includes(letter)).toBe(false);
  });

  it('200: keeps everything they created, attributed to "Deleted user", and every count', async () => {
    const { user, post, comment, other } = await personWithHistory();
    await program.live.delete(`/users/${user.id}`);
    const author = { id: user.id, createdAt: user.createdAt, ...deletedUser };
    const shown = (await program.live.get(`/posts/${post.id}?include=voters`)).body.data;
    expect(shown).toMatchObject({ title: 'Darker mode', votesCount: 1, commentsCount: 2, author });
    expect(shown.voters).toMatchObject([author]);
    expect((await program.live.get(`/comments/${comment.id}`)).body.data).toMatchObject({
      content: 'Yes',
      userId: user.id,
      author,
    });
    const edited = await program.live.patch(`/comments/${comment.id}`, { content: 'Moderated' });
    expect(edited.body.data.author).toEqual(author);
    const comments = (await program.live.get(`/posts/${post.id}/comments?include=replies`)).body.data;
    expect(comments[0].author).toEqual(author);
    const votes = (await program.live.get(`/posts/${other.id}/votes`)).body.data.votes;
    expect(votes).toHaveLength(2);
    expect(votes.find(({ userId }: { userId: string }) => userId === user.id).user).toEqual(author);
  });

  it('200: the user can no longer be found, and the same email creates a new user', async () => {
    const { user, post } = await personWithHistory();
    await program.live.delete(`/users/${user.id}`);
    const { live } = program;
    for (const filter of [`email:${zhuzha.email}`, `externalId:${zhuzha.externalId}`, 'search:deleted']) {
      expect((await live.get(`/users?filters=${encodeURIComponent(filter)}`)).body.data.users).toEqual([]);
    }
    const listed = (await live.get('/users?limit=100')).body.data.users;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(user.id);
    for (const path of ['', '/posts', '/comments', '/votes', '/export']) {
      expect((await live.get(`/users/${user.id}${path}`)).status, path).toBe(404);
    }
    expect((await live.patch(`/users/${user.id}`, { name: 'Back' })).status).toBe(404);
    expect((await live.delete(`/users/${user.id}`)).status).toBe(404);
    expect((await live.post(`/posts/${post.id}/votes`, { userId: user.id })).status).toBe(400);
    const again = await live.post('/users', zhuzha);
    expect(again.status).toBe(201);
    expect(again.body.data.id).not.toBe(user.id);
  });

  it('200: records a deletion, and an event without personal data', async () => {
    const { user } = await personWithHistory();
    await program.live.delete(`/users/${user.id}`);
    expect(program.events().at(-1)).toMatchObject({
      type: 'user.deleted',
      object: { id: user.id, ...deletedUser },
    });
    const gone = (await program.live.get('/deletions?filters=kind:user')).body.data.deletions;
    expect(gone.at(-1)).toEqual({ id: user.id, kind: 'user', deletedAt: expect.any(String) });
    const created = program
      .events()
      .find(({ type, object }) => type === 'user.created' && object.id === user.id);
    expect(created?.object).toMatchObject(deletedUser);
  });

  it('200: still replays stored responses about other users', async () => {
    const { user } = await personWithHistory();
    const call = () => program.live.call('POST', '/posts', keyed('other', { title: 'Unrelated' }));
    const first = await call();
    await program.live.call('DELETE', `/users/${user.id}`, { headers: { 'idempotency-key': 'bye' } });
    expect((await call()).text).toBe(first.text);
    const repeat = await program.live.call('DELETE', `/users/${user.id}`, {
      headers: { 'idempotency-key': 'bye' },
    });
    expect(repeat.status).toBe(200);
    expect(repeat.headers['idempotent-replayed']).toBe('true');
  });

  it('404: for an unknown user, and one of another workspace; 400: for a malformed id', async () => {
    const { user } = await personWithHistory();
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      expect((await client.delete('/users/user_unknown')).status).toBe(404);
      expect((await client.delete('/users/a.b')).status).toBe(400);
    }
    expect((await program.stranger.delete(`/users/${user.id}`)).status).toBe(404);
    expect(program.dump()).toBe(before);
  });

  it("409: for the workspace's own user; 412: for an outdated version", async () => {
    const { user } = await personWithHistory();
    const own = (await program.live.post('/posts', { title: 'Ours' })).body.data.author;
    expect((await program.live.delete(`/users/${own.id}`)).status).toBe(409);
    expect((await program.test.delete(`/users/${own.id}`)).status).toBe(409);
    const stale = { headers: { 'if-match': '"v1"' } };
    expect((await program.live.call('DELETE', `/users/${user.id}`, stale)).status).toBe(412);
    expect((await program.live.get(`/users/${user.id}`)).status).toBe(200);
  });

  it('returns the same response under a test key, and erases nothing', async () => {
    const { user } = await personWithHistory();
    const before = program.dump();
    const answer = await program.test.delete(`/users/${user.id}`);
    expect(answer.body).toEqual({ test: true, data: { id: user.id, deleted: true } });
    expect(program.dump()).toBe(before);
  });
});
