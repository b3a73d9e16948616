// What visitors who signed in can do, and how the team decides about it. The pages and the API are other tests'.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postWriting } from '../../src/app/feedback/post-writing.ts';
import type { Caller, VisitorCaller } from '../../src/app/kernel/change.ts';
import { testModeStore } from '../../src/app/kernel/test-mode.ts';
import { type Moderating, moderating } from '../../src/app/site/moderating.ts';
import { visitorLimits } from '../../src/app/site/visiting/limits.ts';
import type { Stranger } from '../../src/app/site/visiting/sending.ts';
import { type Visiting, visiting } from '../../src/app/site/visiting/visiting.ts';
import { idMinter } from '../../src/domain/kernel/id.ts';
import type { Submitted } from '../../src/domain/site/submission.ts';
import { memoryLimiter } from '../../src/engines/limiter/memory.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { workerDeps } from '../support/worker-deps.ts';
import { created, open, publish, visit } from './world.ts';

const first = { limit: 50, start: { kind: 'page' as const, number: 1 } };
const pages = { sent: first, votes: first, follows: first };

let program: TestProgram;
let visitors: Visiting;
let rehearsal: Visiting;
let team: Moderating;
let ann: VisitorCaller;
let bob: VisitorCaller;
let postId: string;

const callerOf = (userId: string, mode: 'live' | 'test' = 'live'): VisitorCaller => ({
  type: 'visitor',
  workspaceId: program.workspaceId,
  mode,
  actor: { type: 'visitor', id: userId },
  userId,
  requestId: 'req_1',
  address: '192.0.2.1',
});

const personNamed = async (name: string): Promise<VisitorCaller> =>
  callerOf(await created(program, '/users', { externalId: name, name }));

const agent = (): Caller => ({
  type: 'key',
  workspaceId: program.workspaceId,
  mode: 'live',
  actor: { type: 'key', id: 'key_1' },
  requestId: 'req_2',
});

const waitingId = (sent: Submitted): string => (sent.state === 'waiting' ? sent.submissionId : 'published');
const publishedId = (sent: Submitted): string => (sent.state === 'published' ? sent.postId : 'waiting');
const dark = { title: 'Dark mode', text: 'Please, for **my** eyes.' };

const setRule = (moderation: string) => open(program, { moderation });
const post = async (id: string) => (await program.live.get(`/posts/${id}?include=author`)).body.data;
const shown = async (path = '/p/default') => (await visit(program, path)).text;
const mine = async (visitor: VisitorCaller) => {
  const { sent, votes } = await visitors.mine(visitor, pages);
  return {
    sent: sent.items.map((item) => [
      item.submission.kind,
      item.submission.state,
      item.post?.post.title ?? item.submission.title,
      item.comment?.content ?? item.submission.content,
    ]),
    votes: votes.items.map((item) => item.post.title),
  };
};

beforeEach(async () => {
  program = await startProgram();
  const deps = workerDeps(program)();
  const { clock } = program;
  const testIds = idMinter(clock, 'test');
  const rehearsing = { ...deps, mintId: testIds, store: testModeStore(deps.store, testIds, clock) };
  const limits = visitorLimits(memoryLimiter(clock), clock);
  const uploads = { maxFiles: 10, maxImageBytes: 1000, maxVideoBytes: 1000 };
  visitors = visiting(deps, postWriting(deps, uploads), limits, true);
  rehearsal = visiting(rehearsing, postWriting(rehearsing, uploads), limits, true);
  team = moderating(deps, postWriting(deps, uploads));
  await open(program);
  ann = await personNamed('ann');
  bob = await personNamed('bob');
  postId = await created(program, '/posts', { title: 'Export', visibility: 'public' });
});
afterEach(async () => {
  await program.close();
});

describe('voting', () => {
  it('counts once, says where the vote comes from, and is taken back', async () => {
    expect(await visitors.vote(ann, postId, false)).toMatchObject({
      voted: true,
      votesCount: 1,
      changed: true,
    });
    expect(await visitors.vote(ann, postId, false)).toMatchObject({ votesCount: 1, changed: false });
    await program.live.post(`/posts/${postId}/votes`, { userId: bob.userId });
    const { votes } = (await program.live.get('/votes')).body.data;
    expect(votes.map((vote: { source: string }) => vote.source).sort()).toEqual(['api', 'visitor']);
    const listed = (await program.live.get('/votes?filters=source:visitor')).body.data.votes;
    expect(listed).toMatchObject([{ userId: ann.userId, source: 'visitor' }]);
    expect((await visitors.marksOn(ann, [postId, 'post_other'])).voted).toEqual(new Set([postId]));
    expect((await mine(ann)).votes).toEqual(['Export']);
    expect(await visitors.unvote(ann, postId)).toMatchObject({ voted: false, votesCount: 1, changed: true });
    const [withdrawn] = program.events().slice(-1);
    expect(withdrawn).toMatchObject({ type: 'vote.deleted', actorId: ann.userId });
  });

  it('finds no post that is internal, merged or unknown', async () => {
    const internal = await created(program, '/posts', { title: 'Secret' });
    const merged = await created(program, '/posts', { title: 'Same', visibility: 'public' });
    await program.live.post(`/posts/${merged}/merge`, { intoId: postId });
    for (const id of [internal, merged, 'post_unknown'])
      for (const act of [visitors.vote(ann, id, false), visitors.unvote(ann, id)])
        await expect(act).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Post not found.' });
  });
});

describe('what waits', () => {
  it('is in no list, search, count, feed or page, and is public as soon as it is approved', async () => {
    const before = await shown();
    const feed = await shown('/p/default/feed.json');
    const sent = await visitors.submitPost(ann, dark);
    expect(sent.state).toBe('waiting');
    expect([await shown(), await shown('/p/default/feed.json')]).toEqual([before, feed]);
    expect(await shown('/p/default?q=dark')).not.toContain('Dark mode');
    expect((await program.live.get('/posts?include=total')).body.data.total).toBe(1);
    expect((await mine(ann)).sent).toEqual([['post', 'waiting', 'Dark mode', dark.text]]);
    expect((await mine(bob)).sent).toEqual([]);

    const at = program.clock.now();
    program.clock.advance(60_000);
    const view = await team.approve(agent(), waitingId(sent));
    expect(view).toMatchObject({ state: 'approved', title: null, content: null, decidedBy: 'key_1' });
    expect(await post(view.postId ?? '')).toMatchObject({
      title: 'Dark mode',
      votesCount: 1,
      author: { id: ann.userId },
      createdAt: new Date(at).toISOString(),
    });
    expect(await shown()).toContain('Dark mode');
    expect((await mine(ann)).sent).toEqual([['post', 'approved', 'Dark mode', null]]);
    const types = program.events().map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['post.submitted', 'post.published', 'post.approved']));
    await expect(team.approve(agent(), waitingId(sent))).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(team.reject(agent(), waitingId(sent), null)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('stays with its author and the reason when it is rejected, and can be withdrawn', async () => {
    const sent = await visitors.submitComment(ann, postId, { text: 'Buy at spam.example' });
    const view = await team.reject(agent(), waitingId(sent), 'No advertisements.');
    expect(view).toMatchObject({
      state: 'rejected',
      reason: 'No advertisements.',
      content: 'Buy at spam.example',
    });
    expect((await mine(ann)).sent).toEqual([['comment', 'rejected', 'Export', 'Buy at spam.example']]);
    await expect(visitors.withdraw(bob, waitingId(sent))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await visitors.withdraw(ann, waitingId(sent));
    expect((await mine(ann)).sent).toEqual([]);
  });

  it('becomes a vote for another post when it is merged, and its text a comment if asked', async () => {
    const sent = await visitors.submitPost(ann, dark);
    const comment = await visitors.submitComment(bob, postId, { text: 'Me too' });
    const view = await team.merge(agent(), waitingId(sent), { postId, asComment: true });
    expect(view).toMatchObject({ state: 'approved', postId, commentId: expect.stringMatching(/^cmt_/) });
    expect(await post(postId)).toMatchObject({ votesCount: 1, commentsCount: 1 });
    expect(await shown(`/p/default/posts/${postId}.json`)).toContain('Dark mode');
    await expect(team.merge(agent(), waitingId(comment), { postId })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it.each(['internal', 'gone'])('on a post that is %s by then is not published', async (state) => {
    const sent = await visitors.submitComment(ann, postId, { text: 'Me too' });
    if (state === 'gone') {
      await program.live.delete(`/posts/${postId}`);
      await expect(team.approve(agent(), waitingId(sent))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect((await mine(ann)).sent).toEqual([]);
      return;
    }
    await program.live.patch(`/posts/${postId}`, { visibility: 'internal' });
    await team.approve(agent(), waitingId(sent));
    // Threats 24: what turned internal is gone for visitors, whatever they sent there.
    expect((await mine(ann)).sent).toEqual([]);
    await publish(program, await created(program, '/posts', { title: 'Another' }));
    await program.live.patch(`/posts/${postId}`, { visibility: 'public' });
    expect(await shown(`/p/default/posts/${postId}.json`)).not.toContain('Me too');
  });
});

describe('the rule of moderation', () => {
  it('none publishes everything immediately', async () => {
    await setRule('none');
    const id = publishedId(await visitors.submitPost(ann, { ...dark, text: 'See https://a.example' }));
    expect(await post(id)).toMatchObject({ visibility: 'public', votesCount: 1 });
    const said = await visitors.submitComment(bob, id, { text: 'Yes' });
    expect(said).toMatchObject({ state: 'published', commentId: expect.any(String) });
    expect((await post(id)).commentsCount).toBe(1);
  });

  it('first counts what the team approved, and nothing that was published without it (threats 21)', async () => {
    await setRule('none');
    await visitors.submitPost(ann, dark);
    await setRule('first');
    const second = await visitors.submitComment(ann, postId, { text: 'One more' });
    expect(second.state).toBe('waiting');
    await team.approve(agent(), waitingId(second));
    expect((await visitors.submitPost(ann, { ...dark, title: 'Third' })).state).toBe('published');
    expect((await visitors.submitPost(bob, dark)).state).toBe('waiting');
  });

  it('links and all', async () => {
    await setRule('links');
    expect((await visitors.submitComment(ann, postId, { text: 'Plain words. And more.' })).state).toBe(
      'published',
    );
    for (const text of ['http://a.example', 'spam.example', '[x](//a)', 'a@b.example'])
      expect((await visitors.submitComment(ann, postId, { text })).state).toBe('waiting');
    expect((await visitors.submitPost(bob, { title: 'visit spam.example', text: '' })).state).toBe('waiting');
    await setRule('all');
    expect((await visitors.submitComment(ann, postId, { text: 'Plain' })).state).toBe('waiting');
  });
});

describe('changes (threats 21)', () => {
  it('wait like new texts, and until then the approved text stays', async () => {
    await setRule('none');
    const id = publishedId(await visitors.submitPost(ann, dark));
    const said = await visitors.submitComment(ann, id, { text: 'First words' });
    const commentId = said.state === 'published' ? (said.commentId ?? '') : '';
    await setRule('all');
    await visitors.editPost(ann, id, { text: 'Never shown' });
    const edit = await visitors.editPost(ann, id, { title: 'Darker mode', text: 'Changed' });
    const words = await visitors.editComment(ann, commentId, { text: 'Second words' });
    expect([edit.state, words.state]).toEqual(['waiting', 'waiting']);
    const page = `/p/default/posts/${id}.json`;
    expect(await shown(page)).toContain('First words');
    expect(await shown(page)).toContain('Dark mode');
    const { items } = await team.page(agent(), { states: ['waiting'], sort: 'recent', page: first });
    expect(items.map(({ content }) => content)).toEqual(['Second words', 'Changed']);
    for (const one of [edit, words]) await team.approve(agent(), waitingId(one));
    expect(await shown(page)).toContain('Second words');
    expect(await shown(page)).toContain('Darker mode');
    expect((await visitors.editPost(ann, id, { text: 'Changed' })).state).toBe('published');
  });

  it('keep the title once others took part, and deleting takes the author away', async () => {
    await setRule('none');
    const voted = publishedId(await visitors.submitPost(ann, dark));
    await visitors.vote(bob, voted, false);
    await expect(visitors.editPost(ann, voted, { title: 'Other' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await visitors.editPost(ann, voted, { text: 'Other text' })).state).toBe('published');
    await visitors.removePost(ann, voted);
    const left = await post(voted);
    expect([left.title, left.author.id === ann.userId]).toEqual(['Dark mode', false]);
    await expect(visitors.editPost(ann, voted, { text: 'Back' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    const own = publishedId(await visitors.submitPost(ann, { ...dark, title: 'Alone' }));
    await visitors.submitComment(ann, own, { text: 'My own' });
    expect((await visitors.editPost(ann, own, { title: 'Renamed' })).state).toBe('published');
    await visitors.removePost(ann, own);
    expect((await program.live.get(`/posts/${own}`)).status).toBe(404);
  });

  it('leave the notes of the team alone, and visitors see no difference', async () => {
    await setRule('none');
    const id = publishedId(await visitors.submitPost(ann, dark));
    await program.live.post(`/posts/${id}/comments`, { content: 'Our plan', isPrivate: true });
    expect((await visitors.editPost(ann, id, { title: 'Renamed' })).state).toBe('published');
    await visitors.removePost(ann, id);
    expect((await visit(program, `/p/default/posts/${id}`)).status).toBe(404);
    expect(await post(id)).toMatchObject({ visibility: 'internal', title: 'Renamed' });
    expect((await mine(ann)).sent).toEqual([]);
  });

  it('are for what the person sent on the site, not for what others wrote in their name (threats 20)', async () => {
    const behalf = await created(program, '/posts', {
      title: 'On behalf',
      visibility: 'public',
      authorId: ann.userId,
    });
    const comment = await created(program, `/posts/${behalf}/comments`, {
      content: 'Hm',
      userId: ann.userId,
    });
    const acts = [
      () => visitors.editPost(ann, behalf, { text: 'x' }),
      () => visitors.removePost(ann, behalf),
      () => visitors.editComment(ann, comment, { text: 'x' }),
      () => visitors.removeComment(ann, comment),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await mine(ann)).sent).toEqual([]);
    await setRule('none');
    const own = await visitors.submitComment(bob, behalf, { text: 'Mine' });
    const ownId = own.state === 'published' ? (own.commentId ?? '') : '';
    await expect(visitors.removeComment(ann, ownId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await visitors.removeComment(bob, ownId);
    expect((await program.live.get(`/comments/${ownId}`)).status).toBe(404);
  });
});

describe('pictures and replies', () => {
  it('loads no picture of a visitor from anywhere', async () => {
    await setRule('none');
    const text = '![cat](https://tracker.example/cat.png)\n\n> ![](https://tracker.example/2.png)';
    const id = publishedId(await visitors.submitPost(ann, { ...dark, text }));
    expect((await post(id)).descriptionHtml).not.toContain('<img');
    expect((await post(id)).descriptionHtml).toContain('href="https://tracker.example/cat.png"');
  });

  it('takes replies to what visitors see only', async () => {
    await setRule('none');
    const note = await created(program, `/posts/${postId}/comments`, { content: 'Note', isPrivate: true });
    for (const parentId of [note, 'cmt_unknown'])
      await expect(visitors.submitComment(ann, postId, { text: 'Hi', parentId })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: '"parentId" names no comment of this post.',
      });
    await expect(visitors.report(ann, { postId, commentId: note })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('abuse (threats 14, 23)', () => {
  it('ends with a ban, which can take back votes', async () => {
    await visitors.vote(ann, postId, false);
    await program.live.post(`/posts/${postId}/votes`, { userId: bob.userId });
    const other = await created(program, '/posts', { title: 'Api', visibility: 'public' });
    await program.live.post(`/posts/${other}/votes`, { userId: ann.userId });
    const session = {
      ...{ id: 'vsess_1', hash: 'hash', userId: ann.userId, cameBy: 'link' as const },
      ...{ createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER },
    };
    const { store } = program.engines;
    await store.transaction((write) => write.visitors.insertSession(program.workspaceId, session));
    await team.ban(agent(), ann.userId, { reason: 'Advertising', removeVotes: true });
    expect(await store.read.visitors.findSession(program.workspaceId, 'hash')).toBeUndefined();
    expect([(await post(postId)).votesCount, (await post(other)).votesCount]).toEqual([1, 1]);
    const { votes } = (await program.live.get('/votes')).body.data;
    expect(votes.map((vote: { source: string }) => vote.source)).toEqual(['api', 'api']);
    const acts = [
      () => visitors.vote(ann, postId, false),
      () => visitors.submitPost(ann, dark),
      () => visitors.submitComment(ann, postId, { text: 'Hi' }),
      () => visitors.report(ann, { postId }),
    ];
    for (const act of acts)
      await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN', message: "You can't write here." });
    await team.unban(agent(), ann.userId);
    expect(await visitors.vote(ann, postId, false)).toMatchObject({ changed: true });
  });

  it('is limited per person, and ten times that per address, which is not kept', async () => {
    await setRule('all');
    for (let count = 0; count < 5; count += 1) await visitors.submitPost(ann, dark);
    await expect(visitors.submitPost(ann, dark)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (let person = 0; person < 9; person += 1)
      for (let count = 0; count < 5; count += 1) {
        const stranger: Stranger = { ...ann, userId: null };
        const sent = visitors.submitAnonymously(stranger, dark);
        await expect(sent).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    await expect(visitors.submitPost(bob, dark)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await visitors.submitPost({ ...bob, address: '192.0.2.2' }, dark);
    program.clock.advance(3_600_000);
    await visitors.submitPost(ann, dark);
    expect(program.dump()).not.toContain('192.0.2.');
  });

  it('is reported once by each person', async () => {
    for (const visitor of [ann, ann, bob]) await visitors.report(visitor, { postId, reason: 'Rude' });
    const { items } = await team.reports(agent(), first);
    expect(items.map(({ user, reason }) => [user.id, reason])).toEqual([
      [bob.userId, 'Rude'],
      [ann.userId, 'Rude'],
    ]);
    await team.removeReport(agent(), items[0]?.id ?? '');
    expect((await team.reports(agent(), first)).items).toHaveLength(1);
  });
});

it('takes posts without signing in only where the team wants them, and always to the queue', async () => {
  await open(program, { moderation: 'none', anonymousPosts: true });
  const stranger: Stranger = { ...ann, actor: { type: 'visitor', id: 'anonymous' }, userId: null };
  const sent = await visitors.submitAnonymously(stranger, dark);
  expect(sent.state).toBe('waiting');
  const view = await team.approve(agent(), waitingId(sent));
  expect(await post(view.postId ?? '')).toMatchObject({ votesCount: 0, visibility: 'public' });
});

it('stores nothing of a rehearsal, which is no one’s (threats 13)', async () => {
  await setRule('none');
  const rehearser = callerOf(idMinter(program.clock, 'test')('user'), 'test');
  const before = program.dump();
  expect(await rehearsal.vote(rehearser, postId, false)).toMatchObject({ voted: true, votesCount: 1 });
  expect((await rehearsal.submitPost(rehearser, dark)).state).toBe('published');
  expect((await rehearsal.submitComment(rehearser, postId, { text: 'Hi' })).state).toBe('published');
  await rehearsal.report(rehearser, { postId });
  await rehearsal.deleteMyData(rehearser);
  expect((await rehearsal.mine(rehearser, pages)).sent.items).toEqual([]);
  expect(program.dump()).toBe(before);
});

it('deletes the data of a person who asks for it, and what they had sent that was never public', async () => {
  await setRule('none');
  const id = publishedId(await visitors.submitPost(ann, dark));
  await setRule('all');
  await visitors.submitPost(ann, { title: 'Embarrassing title', text: 'Embarrassing text' });
  await visitors.report(ann, { postId, reason: 'My private reason' });
  await visitors.deleteMyData(ann);
  const dump = program.dump();
  for (const text of ['Embarrassing', 'My private reason', '"ann"']) expect(dump).not.toContain(text);
  expect(await post(id)).toMatchObject({ title: 'Dark mode', author: { name: 'Deleted user' } });
  await expect(visitors.vote(ann, postId, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
