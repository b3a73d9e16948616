// GET /posts: the filters hasComments and unansweredDays, through everything that makes or takes back an answer.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { list, titlesOf } from './listing.ts';

const day = 86_400_000;

let program: TestProgram;
let owner: Browser;
beforeAll(async () => {
  program = await startProgram();
  owner = await ownerOf(program);
});
afterAll(() => program.close());

const createPost = async (title: string): Promise<string> =>
  (await program.live.post('/posts', { title })).body.data.id;
const say = async (postId: string, body: object = {}): Promise<string> =>
  (await owner.data('POST', `/v1/posts/${postId}/comments`, { content: 'We hear you.', ...body })).id;
const titles = async (filters: string, client = program.live) => titlesOf(await list(client, { filters }));
const waits = async (title: string, days = 7) =>
  (await titles(`search:${title};unansweredDays:${days}`)).length > 0;

describe('GET /posts, unansweredDays', () => {
  it('lists a post once no one of the team has answered it for so long', async () => {
    const id = await createPost('Quiet');
    expect(await waits('quiet', 0)).toBe(true);
    program.clock.advance(7 * day - 1);
    expect(await waits('quiet')).toBe(false);
    program.clock.advance(1);
    expect(await waits('quiet')).toBe(true);
    expect(await waits('quiet', 8)).toBe(false);
    await say(id);
    expect(await waits('quiet')).toBe(false);
    program.clock.advance(7 * day);
    expect(await waits('quiet')).toBe(true);
  });

  it('counts a change of status, whoever makes it', async () => {
    const id = await createPost('Moved');
    program.clock.advance(7 * day);
    expect(await waits('moved')).toBe(true);
    await program.live.patch(`/posts/${id}`, { title: 'Moved indeed' });
    expect(await waits('moved')).toBe(true);
    await program.live.patch(`/posts/${id}`, { statusId: 'planned' });
    expect(await waits('moved')).toBe(false);
  });

  it('counts only public comments that members write as themselves', async () => {
    const id = await createPost('Noted');
    program.clock.advance(7 * day);
    await say(id, { isPrivate: true });
    await say(id, { authorEmail: 'customer@example.com' });
    await program.live.post(`/posts/${id}/comments`, { content: 'By a key' });
    expect(await waits('noted')).toBe(true);
    await say(id);
    expect(await waits('noted')).toBe(false);
  });

  it('goes back when the only answer is deleted, with and without replies, or becomes a note', async () => {
    const id = await createPost('Withdrawn');
    program.clock.advance(7 * day);
    const first = await say(id);
    expect(await waits('withdrawn')).toBe(false);
    await program.live.delete(`/comments/${first}`);
    expect(await waits('withdrawn')).toBe(true);

    const second = await say(id);
    await program.live.patch(`/comments/${second}`, { isPrivate: true });
    expect(await waits('withdrawn')).toBe(true);
    await program.live.patch(`/comments/${second}`, { isPrivate: false });
    expect(await waits('withdrawn')).toBe(false);

    await program.live.post(`/posts/${id}/comments`, { content: 'Thanks', parentId: second });
    await program.live.delete(`/comments/${second}`);
    expect(await waits('withdrawn')).toBe(true);
  });

  it('takes answers along in a merge, and back', async () => {
    const [source, target] = [await createPost('Duplicate'), await createPost('Original')];
    program.clock.advance(7 * day);
    await say(source);
    expect([await waits('duplicate'), await waits('original')]).toEqual([false, true]);
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    expect(await waits('original')).toBe(false);
    await program.live.post(`/posts/${source}/unmerge`);
    expect([await waits('duplicate'), await waits('original')]).toEqual([false, true]);
  });

  it('has no ETag, since time alone changes the answer', async () => {
    await createPost('Timely');
    const ask = () => program.live.get('/posts?filters=search:timely;unansweredDays:1');
    const first = await ask();
    expect([first.headers.etag, first.headers['cache-control']]).toEqual([undefined, 'no-store']);
    expect(titlesOf(first)).toEqual([]);
    program.clock.advance(day);
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(titlesOf)).toEqual([['Timely'], ['Timely']]);
    const plain = await program.live.get('/posts?filters=search:timely;unansweredDays:');
    expect(plain.headers.etag).toEqual(expect.any(String));
  });

  it('uses the smallest of several values', async () => {
    await createPost('Several');
    program.clock.advance(3 * day);
    expect(await titles('search:several;unansweredDays:9;unansweredDays:2')).toEqual(['Several']);
  });

  it.each(['-1', '1.5', '3651', 'week', '1e3', '99999999999999999999'])('400: for %s days', async (days) => {
    const answer = await list(program.live, { filters: `unansweredDays:${days}` });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      '"filters" has a value of "unansweredDays" that is not a whole number from 0 to 3650.',
    ]);
  });

  it('takes 3650 days, reads the same with a test key, and nothing of another workspace', async () => {
    expect(await titles('unansweredDays:3650')).toEqual([]);
    const all = await titles('unansweredDays:0');
    expect(await titles('unansweredDays:0', program.test)).toEqual(all);
    expect(await titles('unansweredDays:0', program.stranger)).toEqual([]);
  });
});

describe('GET /posts, hasComments', () => {
  const commented = async (title: string, value: string) =>
    (await titles(`search:${title};hasComments:${value}`)).length > 0;

  it('is true while commentsCount is above zero', async () => {
    const id = await createPost('Talked');
    expect([await commented('talked', 'true'), await commented('talked', 'false')]).toEqual([false, true]);
    await say(id, { isPrivate: true });
    expect(await commented('talked', 'true')).toBe(false);
    const comment = await say(id);
    expect([await commented('talked', 'true'), await commented('talked', 'false')]).toEqual([true, false]);
    await program.live.delete(`/comments/${comment}`);
    expect(await commented('talked', 'true')).toBe(false);
  });

  it('ignores other words, and says so', async () => {
    await createPost('Worded');
    const answer = await list(program.live, { filters: 'search:worded;hasComments:maybe' });
    expect([titlesOf(answer), answer.headers['earshot-ignored']]).toEqual([
      ['Worded'],
      'filters.hasComments',
    ]);
  });
});
