// What comes along when a post becomes public or is merged with another one (threat 16).

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, ownerOf } from '../support/console.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { answer, created, open, visit } from './world.ts';

const site = '/p/default';

let program: TestProgram;
let member: Browser;
beforeAll(async () => {
  program = await startProgram({ publicUrl: 'https://acme.test' });
  member = await ownerOf(program);
  await open(program);
});
afterAll(() => program.close());

const newPost = (visibility: 'internal' | 'public', title = 'A wish') =>
  created(program, '/posts', { title, visibility });
const say = (postId: string, content: string, fields: object = {}) =>
  created(program, `/posts/${postId}/comments`, { content, ...fields });
const change = async (id: string, fields: object) =>
  expect((await program.live.patch(`/posts/${id}`, fields)).status).toBe(200);
const merge = async (id: string, intoId: string, fields: object = {}) =>
  expect((await program.live.post(`/posts/${id}/merge`, { intoId, ...fields })).status).toBe(200);
const unmerge = async (id: string) =>
  expect((await program.live.post(`/posts/${id}/unmerge`)).status).toBe(200);

/** Everything that visitors read of a post; undefined if they find it nowhere. */
async function onSite(id: string): Promise<string | undefined> {
  const pages = await Promise.all(
    ['', '.json', '.md'].map((format) => visit(program, `${site}/posts/${id}${format}`)),
  );
  const feeds = ['.json', '/feed.xml', '/feed.json', '/sitemap.xml', '/roadmap.json'];
  const others = await Promise.all(feeds.map((path) => visit(program, site + path)));
  if (pages.every(({ status }) => status === 404) && others.every(({ text }) => !text.includes(id)))
    return undefined;
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  return [...pages, ...others].map(({ text }) => text).join('\n');
}
const expectShown = async (id: string, shown: string[], hidden: string[]) => {
  const text = (await onSite(id)) ?? '';
  expect([...shown, ...hidden].filter((part) => text.includes(part))).toEqual(shown);
};
/** What the site counts. */
const commentsOn = async (id: string): Promise<number> =>
  JSON.parse((await visit(program, `${site}/posts/${id}.json`)).text).post.commentsCount;

describe('a post that becomes public (threat 16)', () => {
  it('leaves its comments with the team unless they are published with it, and private notes in any case', async () => {
    const id = await newPost('internal');
    await say(id, 'EARLY');
    await say(id, 'NOTE', { isPrivate: true });
    expect(await onSite(id)).toBeUndefined();
    await change(id, { visibility: 'public' });
    await expectShown(id, [], ['EARLY', 'NOTE']);
    await change(id, { publishComments: true });
    await expectShown(id, ['EARLY'], ['NOTE']);
    const together = await newPost('internal');
    await say(together, 'BEFORE');
    await change(together, { visibility: 'public', publishComments: true });
    await expectShown(together, ['BEFORE'], []);
  });

  it('shows a reason only if it is the newest one and the post was public when it was given', async () => {
    const id = await newPost('internal');
    await change(id, { statusId: 'planned', statusComment: 'WHY INTERNAL' });
    await change(id, { visibility: 'public' });
    await expectShown(id, [], ['WHY INTERNAL']);
    await change(id, { statusId: 'in-progress', statusComment: 'WHY PUBLIC' });
    await expectShown(id, ['WHY PUBLIC'], ['WHY INTERNAL']);
    await change(id, { visibility: 'internal' });
    expect(await onSite(id)).toBeUndefined();
    await change(id, { statusId: 'closed', statusComment: 'WHY AGAIN' });
    await change(id, { visibility: 'public' });
    await expectShown(id, [], ['WHY INTERNAL', 'WHY PUBLIC', 'WHY AGAIN']);
    const { statusChanges } = (await program.live.get(`/posts/${id}/status-changes`)).body.data;
    expect(statusChanges.map(({ isPublic }: { isPublic: boolean }) => isPublic)).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('a merge (threat 16)', () => {
  it('of an internal post into a public one leaves its comments and reasons with the team, and gives them back', async () => {
    const [target, source, other] = [
      await newPost('public'),
      await newPost('internal'),
      await newPost('public'),
    ];
    await say(source, 'SECRET');
    await change(source, { statusId: 'planned', statusComment: 'WHY SECRET' });
    const answerId = await answer(member, other, 'SHOWN');
    for (const id of [source, other]) await merge(id, target);
    await expectShown(target, ['SHOWN'], ['SECRET', 'WHY SECRET']);
    // A merge brings no answer: the target has its own.
    expect((await program.live.get(`/comments/${answerId}`)).body.data).toMatchObject({
      postId: target,
      isPublic: true,
      isAnswer: false,
    });
    expect(await commentsOn(target)).toBe(1);
    for (const id of [source, other]) await unmerge(id);
    expect([await commentsOn(target), await commentsOn(other)]).toEqual([0, 1]);
    await expectShown(target, [], ['SHOWN', 'SECRET']);
    await expectShown(other, ['SHOWN'], []);
    expect(await onSite(source)).toBeUndefined();
  });

  it('brings the comments of an internal post if it is asked to publish them, but no notes', async () => {
    const [target, source, internal] = [
      await newPost('public'),
      await newPost('internal'),
      await newPost('internal'),
    ];
    await say(source, 'OPEN');
    await say(source, 'NOTE', { isPrivate: true });
    for (const client of [program.live, program.test]) {
      const body = { intoId: internal, publishComments: true };
      const refused = await client.post(`/posts/${source}/merge`, body);
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'publishComments']);
    }
    await program.test.post(`/posts/${source}/merge`, { intoId: target, publishComments: true });
    await expectShown(target, [], ['OPEN', 'NOTE']);
    await merge(source, target, { publishComments: true });
    await expectShown(target, ['OPEN'], ['NOTE']);
    expect(await commentsOn(target)).toBe(1);
    await unmerge(source);
    expect(await commentsOn(target)).toBe(0);
    await expectShown(target, [], ['OPEN', 'NOTE']);
    expect(await onSite(source)).toBeUndefined();
  });

  it('of a public post into an internal one takes it from visitors until the merge is undone', async () => {
    const [source, target] = [await newPost('public'), await newPost('internal')];
    await say(source, 'SAID');
    expect(await onSite(source)).toContain('SAID');
    await merge(source, target);
    expect([await onSite(source), await onSite(target)]).toEqual([undefined, undefined]);
    await unmerge(source);
    expect(await onSite(source)).toContain('SAID');
    expect(await onSite(target)).toBeUndefined();
  });

  it('leads to the post that stays only if both are public', async () => {
    const [source, hidden, target] = [
      await newPost('public'),
      await newPost('internal'),
      await newPost('public'),
    ];
    for (const id of [source, hidden]) await merge(id, target);
    const moved = await visit(program, `${site}/posts/${source}?lang=de`);
    expect([moved.status, moved.headers.location]).toEqual([302, `${site}/posts/${target}?lang=de`]);
    expect((await visit(program, `${site}/posts/${source}.json`)).headers.location).toBe(
      `https://acme.test${site}/posts/${target}.json`,
    );
    const unknown = await visit(program, `${site}/posts/post_unknown`);
    const expectGone = async (id: string) =>
      expect(await visit(program, `${site}/posts/${id}`)).toEqual(unknown);
    await expectGone(hidden);
    await change(target, { visibility: 'internal' });
    for (const id of [source, hidden, target]) await expectGone(id);
    await change(target, { visibility: 'public' });
    expect((await visit(program, `${site}/posts/${source}`)).status).toBe(302);
    await expectGone(hidden);
  });
});
