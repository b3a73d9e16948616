import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let member: Browser;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  member = await ownerOf(program);
  await program.live.patch('/site', { visibility: 'public' });
});
afterAll(() => program.close());

type Fields = Record<string, unknown>;

const newPost = async (fields: Fields = {}): Promise<string> =>
  (await program.live.post('/posts', { title: 'Dark mode', ...fields })).body.data.id;
const put = (path: string, body: Fields) => program.live.call('PUT', path, { body });
const patched = async (id: string, fields: Fields): Promise<Fields> => {
  const answer = await program.live.patch(`/posts/${id}`, fields);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const say = async (postId: string, fields: Fields = {}): Promise<Fields & { id: string }> => {
  const answer = await program.live.post(`/posts/${postId}/comments`, { content: 'Me too', ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
/** A comment of the signed-in member. */
const answerTo = async (postId: string, fields: Fields = {}): Promise<Fields & { id: string }> =>
  member.data('POST', `/v1/posts/${postId}/comments`, { content: 'Soon', ...fields });
const comment = async (id: string): Promise<Fields> => (await program.live.get(`/comments/${id}`)).body.data;
const visible = async (id: string): Promise<unknown> => (await comment(id)).isPublic;
const row = (id: string) => {
  const [found = {}] = program.database.rows(
    `select public_comments_count as comments, public_updated_at as at from posts where id = '${id}'`,
  );
  return { comments: Number(found.comments), at: Number(found.at) };
};
/** What visitors read of a post; undefined if they don't find it. */
const onSite = async (id: string): Promise<string | undefined> => {
  const { statusCode, payload } = await program.app.inject({ url: `/p/default/posts/${id}.json` });
  return statusCode === 200 ? payload : undefined;
};
const eventsSince = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = program.events().length;
  await work();
  return program
    .events()
    .slice(before)
    .map(({ type }) => type);
};

describe('the visibility of a post', () => {
  it('is internal unless the request or the site says otherwise, and each change is an event', async () => {
    const id = await newPost();
    expect((await program.live.get(`/posts/${id}`)).body.data.visibility).toBe('internal');
    expect(await onSite(id)).toBeUndefined();
    const toPublic = () => patched(id, { visibility: 'public' });
    expect(await eventsSince(toPublic)).toEqual(['post.updated', 'post.published']);
    expect(await onSite(id)).toContain('Dark mode');
    expect(await eventsSince(toPublic)).toEqual([]);
    const toInternal = () => patched(id, { visibility: 'internal' });
    expect(await eventsSince(toInternal)).toEqual(['post.updated', 'post.unpublished']);
    expect(await onSite(id)).toBeUndefined();

    await program.live.patch('/site', { newPosts: 'public' });
    expect(await eventsSince(() => newPost())).toEqual(['post.created', 'post.published']);
    const internal = await newPost({ visibility: 'internal' });
    expect(await onSite(internal)).toBeUndefined();
    await put('/posts/by-external-id/vis-1', { title: 'By external ID' });
    const { data } = (await program.live.get('/posts/by-external-id/vis-1')).body;
    expect(data.visibility).toBe('public');
    await program.live.patch('/site', { newPosts: 'internal' });
  });

  it('is a filter of lists, and part of a test key’s answers that change nothing', async () => {
    const shown = await newPost({ visibility: 'public' });
    const hidden = await newPost();
    const ids = async (filter: string) =>
      (await program.live.get(`/posts?limit=100&filters=${filter}`)).body.data.posts.map(
        (post: { id: string }) => post.id,
      );
    expect(await ids('visibility:public')).toContain(shown);
    expect(await ids('visibility:public')).not.toContain(hidden);
    expect(await ids('visibility:internal')).toContain(hidden);
    expect(await ids('visibility:internal')).not.toContain(shown);
    expect(await ids('visibility:other')).toEqual([]);
    const before = program.dump();
    const tried = await program.test.patch(`/posts/${hidden}`, { visibility: 'public' });
    expect(tried.body).toMatchObject({ data: { visibility: 'public' }, test: true });
    expect(program.dump()).toBe(before);
  });

  it('dates what visitors see by their last change, not by the team’s', async () => {
    const id = await newPost({ visibility: 'public' });
    const published = row(id).at;
    expect(published).toBeGreaterThan(0);
    program.clock.advance(60_000);
    await patched(id, { externalId: `internal-${id}` });
    await say(id, { isPrivate: true });
    await program.live.post(`/posts/${id}/votes`, { userExternalId: 'ada' });
    expect(row(id).at).toBe(published);
    await say(id);
    expect(row(id).at).toBe(published + 60_000);
    program.clock.advance(1000);
    await patched(id, { title: 'Darker mode' });
    expect(row(id).at).toBe(published + 61_000);
  });
});

describe('the comments that visitors see', () => {
  it('are those written on a public post, except notes and replies to what they don’t see', async () => {
    const id = await newPost();
    const early = await say(id, { content: 'EARLY' });
    const note = await say(id, { content: 'NOTE', isPrivate: true });
    expect(early).toMatchObject({ isPublic: false, isFromTeam: false, isAnswer: false });
    await patched(id, { visibility: 'public' });
    const reply = await say(id, { content: 'LATE REPLY', parentId: early.id });
    const open = await say(id, { content: 'OPEN' });
    const openReply = await say(id, { content: 'OPEN REPLY', parentId: open.id });
    expect([reply.isPublic, open.isPublic, openReply.isPublic]).toEqual([false, true, true]);
    const shown = await onSite(id);
    for (const text of ['EARLY', 'NOTE', 'LATE REPLY']) expect(shown).not.toContain(text);
    expect(row(id).comments).toBe(2);

    expect(await eventsSince(() => patched(id, { publishComments: true }))).toEqual(['post.updated']);
    expect(await Promise.all([early.id, reply.id, note.id].map(visible))).toEqual([true, true, false]);
    expect(await onSite(id)).toContain('EARLY');
    expect(await onSite(id)).not.toContain('NOTE');
    expect(row(id).comments).toBe(4);
    expect(await eventsSince(() => patched(id, { publishComments: true }))).toEqual([]);

    await patched(id, { visibility: 'internal' });
    expect((await say(id)).isPublic).toBe(false);
    expect(await visible(open.id)).toBe(true);
    await patched(id, { visibility: 'public' });
    expect(row(id).comments).toBe(4);
  });

  it('become notes and back, and leave with their text when they are deleted', async () => {
    const id = await newPost({ visibility: 'public' });
    const { id: one } = await say(id, { content: 'HIDE ME' });
    await program.live.patch(`/comments/${one}`, { isPrivate: true });
    expect([await visible(one), row(id).comments]).toEqual([false, 0]);
    expect(await onSite(id)).not.toContain('HIDE ME');
    await program.live.patch(`/comments/${one}`, { isPrivate: false });
    expect([await visible(one), row(id).comments]).toEqual([true, 1]);
    await say(id, { content: 'A reply', parentId: one });
    await program.live.delete(`/comments/${one}`);
    expect([await visible(one), row(id).comments]).toEqual([false, 1]);
    const shown = await onSite(id);
    expect(shown).toContain('A reply');
    expect(shown).not.toContain('HIDE ME');
  });

  it('follow the same rules by external ID, alone and in bulk', async () => {
    const [open, closed] = [await newPost({ visibility: 'public' }), await newPost()];
    const comments = [
      { externalId: `${open}-1`, content: 'One' },
      { externalId: `${open}-2`, content: 'Two', parentExternalId: `${open}-1` },
      { externalId: `${open}-3`, content: 'Three', isPrivate: true },
    ];
    const bulk = await put(`/posts/${open}/comments`, { comments });
    expect(bulk.status, bulk.text).toBe(200);
    expect(await Promise.all(bulk.body.data.commentIds.map(visible))).toEqual([true, true, false]);
    expect(row(open).comments).toBe(2);
    const upsert = (externalId: string, body: Fields) => put(`/comments/by-external-id/${externalId}`, body);
    const made = await upsert(`${closed}-1`, { postId: closed, content: 'Early' });
    expect(made.body.data.isPublic).toBe(false);
    const shown = await upsert(`${open}-3`, { isPrivate: false });
    expect(shown.body.data.isPublic).toBe(true);
    expect(row(open).comments).toBe(3);
  });
});

describe('the answer of the team', () => {
  it('is one public comment that a signed-in member wrote as themselves', async () => {
    const id = await newPost({ visibility: 'public' });
    const [first, second] = [await answerTo(id), await answerTo(id)];
    expect(first).toMatchObject({ isFromTeam: true, isPublic: true, isAnswer: false });
    const mine = await say(id);
    const forAda = await answerTo(id, { authorEmail: 'ada@customer.example' });
    const note = await answerTo(id, { isPrivate: true });
    expect([mine.isFromTeam, forAda.isFromTeam]).toEqual([false, false]);
    const pin = (commentId: string, isAnswer = true) =>
      program.live.patch(`/comments/${commentId}`, { isAnswer });
    for (const wrong of [mine, forAda, note]) expect((await pin(wrong.id)).status).toBe(409);

    expect((await pin(first.id)).body.data.isAnswer).toBe(true);
    expect(await eventsSince(() => pin(second.id))).toEqual(['comment.updated', 'comment.updated']);
    expect([(await comment(first.id)).isAnswer, (await comment(second.id)).isAnswer]).toEqual([false, true]);
    expect(await eventsSince(() => pin(second.id))).toEqual([]);
    await program.live.patch(`/comments/${second.id}`, { isPrivate: true });
    expect((await comment(second.id)).isAnswer).toBe(false);
    await pin(first.id);
    await pin(first.id, false);
    expect((await comment(first.id)).isAnswer).toBe(false);
  });

  it('loses its mark when it is given to someone else', async () => {
    const id = await newPost({ visibility: 'public' });
    const { id: answer } = await answerTo(id, { externalId: `own-${id}` });
    await program.live.patch(`/comments/${answer}`, { isAnswer: true });
    await put(`/comments/by-external-id/own-${id}`, { content: 'Edited' });
    expect(await comment(answer)).toMatchObject({ isFromTeam: true, isAnswer: true });
    await put(`/comments/by-external-id/own-${id}`, { authorEmail: 'bo@customer.example' });
    expect(await comment(answer)).toMatchObject({ isFromTeam: false, isAnswer: false, isPublic: true });
  });
});

describe('a tag', () => {
  it('is shown on public posts once it is public itself', async () => {
    const id = await newPost({ visibility: 'public', tags: ['TAG-A', 'TAG-B'] });
    expect(await onSite(id)).not.toContain('TAG-');
    const { tags } = (await program.live.get('/tags?limit=100')).body.data;
    const tag = tags.find(({ name }: Fields) => name === 'TAG-A');
    expect((await program.live.patch(`/tags/${tag.id}`, { isPublic: true })).body.data.isPublic).toBe(true);
    const shown = await onSite(id);
    expect(shown).toContain('TAG-A');
    expect(shown).not.toContain('TAG-B');
    const made = await program.live.post('/tags', { name: 'TAG-C', isPublic: true });
    expect(made.body.data.isPublic).toBe(true);
  });
});
