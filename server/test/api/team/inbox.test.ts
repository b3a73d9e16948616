// The inbox of a member: what brings a post in, what takes it out, and what brings it back.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyInboxes } from '../../../src/app/team/inbox/inbox-tidying.ts';
import { operatorOf } from '../../../src/compose/operator.ts';
import { accountId, type Browser, browser, invitedBy, ownerOf, password } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

const api = '/console/api';
const hour = 3_600_000;

let program: TestProgram;
/** Works in the inbox; a new one for each test, so that each begins empty. */
let ada: Browser;
let bea: Browser;
let members = 0;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  bea = await ownerOf(program, 'bea@example.com');
});
afterAll(() => program.close());

async function newcomer(): Promise<Browser> {
  program.clock.advance(1000);
  members += 1;
  return invitedBy(program, bea, 'member', `member${members}@example.com`);
}

const create = async (title: string, fields: object = {}): Promise<string> =>
  (await program.live.post('/posts', { title, ...fields })).body.data.id;
const comment = async (postId: string, content: string, fields: object = {}): Promise<string> =>
  (await program.live.post(`/posts/${postId}/comments`, { content, ...fields })).body.data.id;
const inboxOf = (page: Browser) => page.data('GET', `${api}/inbox`);
const listed = async (page: Browser): Promise<[string, string][]> =>
  (await inboxOf(page)).items.map(({ title, why }: { title: string; why: string }) => [title, why]);
const counted = async (page: Browser): Promise<number> =>
  (await page.data('GET', `${api}/session`)).inboxCount;
const upTo = async (page: Browser): Promise<number> => (await inboxOf(page)).upTo;
const done = async (page: Browser, ...postIds: string[]) =>
  page.data('POST', `${api}/inbox/done`, { postIds, upTo: await upTo(page) });
const later = async (page: Browser, postId: string, until: number) =>
  page.data('POST', `${api}/inbox/later`, {
    ...{ postIds: [postId], upTo: await upTo(page), until: new Date(until).toISOString() },
  });
const restore = (page: Browser, before: unknown) => page.data('POST', `${api}/inbox/restore`, before);

describe('an inbox', () => {
  it('begins when its member joins, and has what others do from then on, the newest first', async () => {
    await create('From before');
    ada = await newcomer();
    expect(await inboxOf(ada)).toMatchObject({ items: [], isMore: false });
    const author = { externalId: 'ann', name: 'Ann' };
    const first = await create('Export as PDF', { author });
    const second = await create('Dark mode');
    await done(ada, first, second);
    await comment(first, 'Any news?', { author: { externalId: 'zoe', name: 'Zoe' } });
    await bea.data('POST', `/v1/posts/${second}/comments`, { content: 'Worth a call.', isPrivate: true });
    const { items, isMore } = await inboxOf(ada);
    expect(isMore).toBe(false);
    const item = {
      ...{ authorId: expect.any(String), statusId: expect.any(String), ownerId: null },
      ...{ at: expect.any(String), createdAt: expect.any(String), why: 'comment' },
    };
    expect(items).toEqual([
      {
        ...item,
        ...{ postId: second, title: 'Dark mode', by: 'Ada', author: 'Default workspace', votesCount: 0 },
        ...{ excerpt: 'Worth a call.', isNote: true, commentsCount: 0 },
      },
      {
        ...item,
        ...{ postId: first, title: 'Export as PDF', by: 'Zoe', author: 'Ann', votesCount: 1 },
        ...{ excerpt: 'Any news?', isNote: false, commentsCount: 1 },
      },
    ]);
    expect(await counted(ada)).toBe(2);
  });

  it('has nothing that the member did, and nothing that was deleted or merged into another post', async () => {
    ada = await newcomer();
    const { id: own } = await ada.data('POST', '/v1/posts', { title: 'For Ann' });
    await ada.data('PATCH', `/v1/posts/${own}`, { ownerId: await accountId(ada) });
    await ada.data('POST', `/v1/posts/${own}/comments`, { content: 'My note.', isPrivate: true });
    expect(await listed(ada)).toEqual([]);
    const stays = await create('Stays');
    const merged = await create('Merged away');
    const gone = await create('Deleted');
    await done(ada, stays);
    const commentId = await comment(stays, 'Oops');
    expect(await counted(ada)).toBe(3);
    await program.live.post(`/posts/${merged}/merge`, { intoId: stays });
    await program.live.delete(`/posts/${gone}`);
    await program.live.delete(`/comments/${commentId}`);
    expect(await listed(ada)).toEqual([]);
    expect(await counted(ada)).toBe(0);
    await program.live.post(`/posts/${merged}/unmerge`);
    expect(await listed(ada)).toEqual([['Merged away', 'new']]);
  });

  it('has what someone else hands over, while it is the member’s', async () => {
    ada = await newcomer();
    const id = await accountId(ada);
    const post = await create('Whose is it?', { ownerId: id });
    expect(await listed(ada)).toEqual([['Whose is it?', 'handover']]);
    await done(ada, post);
    await bea.data('PATCH', `/v1/posts/${post}`, { ownerId: null });
    expect(await listed(ada)).toEqual([]);
    await bea.data('PATCH', `/v1/posts/${post}`, { ownerId: id });
    expect((await inboxOf(ada)).items).toMatchObject([{ why: 'handover', by: 'Ada', ownerId: id }]);
  });

  it('gets a post back when something new happens, also before its time', async () => {
    ada = await newcomer();
    const now = program.clock.now();
    const post = await create('Later, please');
    const other = await create('Tomorrow');
    const undo = await later(ada, post, now + 2 * hour);
    expect(undo).toEqual({ seenTo: null, marks: [{ postId: post, seenTo: null, until: null }] });
    await later(ada, other, now + hour);
    expect(await listed(ada)).toEqual([]);
    await comment(post, 'It hurts.');
    expect(await listed(ada)).toEqual([['Later, please', 'comment']]);
    program.clock.advance(hour);
    expect((await inboxOf(ada)).items).toMatchObject([
      { title: 'Tomorrow', why: 'later', at: new Date(now + hour).toISOString(), by: null },
      { title: 'Later, please', why: 'comment' },
    ]);
    await done(ada, post, other);
    expect(await counted(ada)).toBe(0);
    await comment(post, 'Still.');
    expect(await listed(ada)).toEqual([['Later, please', 'comment']]);
  });

  it('gets a post back when an edit mentions the member, and after no other edit', async () => {
    ada = await newcomer();
    const post = await create('Worth a call?');
    const note = await comment(post, 'Let me think.', { isPrivate: true });
    await done(ada, post);
    await program.live.patch(`/comments/${note}`, { content: 'I have thought.' });
    expect(await listed(ada)).toEqual([]);
    const mention = { type: 'mention', attrs: { memberId: await accountId(ada), label: 'Ada' } };
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [mention] }] };
    await program.live.patch(`/comments/${note}`, { content });
    expect(await listed(ada)).toEqual([['Worth a call?', 'mention']]);
    await done(ada, post);
    const more = { type: 'text', text: 'Please ask ' };
    const edited = { ...content, content: [{ type: 'paragraph', content: [more, mention] }] };
    program.clock.advance(1000);
    await program.live.patch(`/comments/${note}`, { content: edited });
    expect(await listed(ada)).toEqual([]);
  });

  it('takes back what was done or put off, and everything together', async () => {
    ada = await newcomer();
    const a = await create('A');
    const b = await create('B');
    const all = [
      ['B', 'new'],
      ['A', 'new'],
    ];
    await restore(ada, await done(ada, a));
    expect(await listed(ada)).toEqual(all);
    const first = await done(ada, a);
    const second = await later(ada, a, program.clock.now() + hour);
    expect(second.marks).toEqual([{ postId: a, seenTo: expect.any(Number), until: null }]);
    await restore(ada, second);
    expect(await listed(ada)).toEqual([['B', 'new']]);
    await restore(ada, first);
    await later(ada, b, program.clock.now() + hour);
    program.clock.advance(hour);
    const before = await inboxOf(ada);
    const undo = await ada.data('POST', `${api}/inbox/all-done`, { upTo: before.upTo });
    expect(await counted(ada)).toBe(0);
    await restore(ada, undo);
    expect((await inboxOf(ada)).items).toEqual(before.items);
  });

  it('keeps what comes while someone reads it', async () => {
    ada = await newcomer();
    const a = await create('A');
    const read = await upTo(ada);
    await comment(a, 'One more thing');
    await ada.data('POST', `${api}/inbox/done`, { postIds: [a], upTo: read });
    expect(await listed(ada)).toEqual([['A', 'comment']]);
    await create('B');
    await ada.data('POST', `${api}/inbox/all-done`, { upTo: read + 1 });
    expect(await listed(ada)).toEqual([['B', 'new']]);
    // No position is ahead of what happens.
    await ada.data('POST', `${api}/inbox/all-done`, { upTo: Number.MAX_SAFE_INTEGER });
    await create('C');
    expect(await listed(ada)).toEqual([['C', 'new']]);
  });

  it('says the same after its marks became one number, and others notice nothing', async () => {
    ada = await newcomer();
    const other = await newcomer();
    const a = await create('A');
    const b = await create('B');
    const c = await create('C');
    await done(ada, a);
    await done(ada, c);
    await later(ada, b, program.clock.now() + 3 * hour);
    const { store } = program.engines;
    const marks = () =>
      program.database.rows(`select post_id from inbox_marks where account_id = '${id}'`).length;
    const id = await accountId(ada);
    const tidy = () => tidyInboxes(store, program.workspaceId, program.clock.now());
    const revision = await store.read.workspaces.revision(program.workspaceId);
    await tidy();
    expect(marks()).toBe(3);
    program.clock.advance(2 * hour);
    await tidy();
    expect([marks(), await counted(ada)]).toEqual([1, 0]);
    await comment(c, 'Again');
    await done(ada, c);
    await comment(a, 'And again');
    program.clock.advance(2 * hour);
    await tidy();
    expect(await listed(ada)).toEqual([
      ['B', 'later'],
      ['A', 'comment'],
    ]);
    expect(await counted(other)).toBe(3);
    expect(await store.read.workspaces.revision(program.workspaceId)).toBeGreaterThan(revision);
  });

  it('is counted and listed up to a hundred', async () => {
    ada = await newcomer();
    for (let index = 0; index < 101; index += 1) await create(`Post ${index}`);
    const { items, isMore } = await inboxOf(ada);
    expect([items.length, items[0].title, isMore, await counted(ada)]).toEqual([100, 'Post 100', true, 100]);
    await done(ada, items[0].postId);
    expect((await inboxOf(ada)).isMore).toBe(false);
  });

  it('goes with its member', async () => {
    ada = await newcomer();
    const id = await accountId(ada);
    const post = await create('A');
    await done(ada, post);
    await ada.data('PATCH', `${api}/inbox/mail`, { digest: 'daily' });
    await bea.data('DELETE', `${api}/members/${id}`);
    for (const table of ['inboxes', 'inbox_marks'])
      expect(program.database.rows(`select * from ${table} where account_id = '${id}'`)).toEqual([]);
  });

  it('refuses what it can’t do, and posts of another workspace', async () => {
    ada = await newcomer();
    const operator = operatorOf(program.engines.store, program.clock);
    const { id } = await operator.getBySlug('elsewhere');
    const stranger = browser(program.app);
    const eve = { name: 'Eve', email: 'eve@example.com', password };
    await stranger.data('POST', `${api}/setup/${await operator.setupToken(id)}`, eve);
    const post = await create('Ours');
    expect(await listed(stranger)).toEqual([]);
    const call = (body: object, path = 'done') => stranger.post(`${api}/inbox/${path}`, body);
    expect((await call({ postIds: [post], upTo: 1 })).status).toBe(404);
    const before = { seenTo: null, marks: [{ postId: post, seenTo: 1, until: null }] };
    expect((await call(before, 'restore')).status).toBe(200);
    expect(program.database.rows(`select * from inbox_marks where post_id = '${post}'`)).toEqual([]);
    // Those that were deleted meanwhile are left out.
    const some = await ada.post(`${api}/inbox/done`, { postIds: [post, 'post_gone'], upTo: 1 });
    expect(some.body.data.marks).toHaveLength(1);
    const soon = new Date(program.clock.now() + hour).toISOString();
    const wrong: [string, object, string][] = [
      ['done', { postIds: [], upTo: 1 }, 'postIds'],
      ['done', { postIds: [post], upTo: -1 }, 'upTo'],
      ['done', { postIds: [post] }, 'upTo'],
      ['later', { postIds: [post], upTo: 1, until: soon.slice(0, 4) }, 'until'],
      ['later', { postIds: [post], upTo: 1, until: '2020-01-01' }, 'until'],
      ['restore', { seenTo: null, marks: [{ postId: post, seenTo: 1, until: 'soon' }] }, 'marks.0.until'],
    ];
    for (const [path, body, field] of wrong) {
      const answer = await ada.post(`${api}/inbox/${path}`, body);
      expect([answer.status, answer.body.error?.details?.[0]?.field], path).toEqual([400, field]);
    }
  });
});

describe('mail about an inbox', () => {
  it('is on for what concerns the member, without a digest, until they choose', async () => {
    ada = await newcomer();
    const usual = { mentions: true, handOvers: true, digest: 'off', timeZone: 'UTC', isProven: false };
    expect(await ada.data('GET', `${api}/inbox/mail`)).toEqual(usual);
    const change = { handOvers: false, digest: 'weekly', timeZone: 'Europe/Berlin' };
    expect(await ada.data('PATCH', `${api}/inbox/mail`, change)).toEqual({ ...usual, ...change });
    expect(await ada.data('GET', `${api}/inbox/mail`)).toEqual({ ...usual, ...change });
    for (const [field, value] of Object.entries({
      digest: 'hourly',
      timeZone: 'Mars/Olympus',
      mentions: 1,
    })) {
      const { status, body } = await ada.patch(`${api}/inbox/mail`, { [field]: value });
      expect([status, body.error.details[0].field]).toEqual([400, field]);
    }
  });
});
