// Notes that mention members of the team.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, type Browser, invitedBy, ownerOf } from '../../support/console.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let owner: Browser;
let bea: Browser;
let beaId: string;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
  owner = await ownerOf(program, 'ada@example.com');
  bea = await invitedBy(program, owner, 'member', 'bea@example.com');
  beaId = await accountId(bea);
  postId = (await program.live.post('/posts', { title: 'Talked about' })).body.data.id;
});
afterAll(() => program.close());

const mention = (memberId: string, label = 'whoever') => ({ type: 'mention', attrs: { memberId, label } });
const naming = (...memberIds: string[]) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'Ask ' }, ...memberIds.map((id) => mention(id))],
    },
  ],
});
const note = async (content: object | string = naming(beaId), post = postId) => {
  const answer = await program.live.post(`/posts/${post}/comments`, { content, isPrivate: true });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const rows = () =>
  program.database.rows('select comment_id, member_id, post_id from mentions order by comment_id, member_id');
const refused = async (path: string, method: 'POST' | 'PATCH' | 'PUT', body: object, field: string) => {
  for (const client of [program.live, program.test]) {
    const answer = await client.call(method, path, { body });
    expect([answer.status, answer.body.error?.details[0].field]).toEqual([400, field]);
  }
};

describe('a note', () => {
  it('mentions a member by their name, in text, HTML and document, and in their inbox', async () => {
    const { id, ...said } = await note();
    const name = 'member';
    expect(said).toMatchObject({
      content: `Ask @${name}`,
      contentHtml: `<p>Ask <span data-member="${beaId}">@${name}</span></p>`,
    });
    expect(said.contentDocument.content[0].content[1]).toEqual(mention(beaId, name));
    expect(rows()).toContainEqual({ comment_id: id, member_id: beaId, post_id: postId });
    const { items } = await bea.data('GET', '/console/api/inbox');
    expect(items).toMatchObject([{ postId, why: 'mention', isNote: true, excerpt: `Ask @${name}` }]);
    const before = program.dump();
    const rehearsed = await program.test.post(`/posts/${postId}/comments`, {
      content: said.contentDocument,
      isPrivate: true,
    });
    expect(rehearsed.body.data).toMatchObject({ content: said.content });
    expect(program.dump()).toBe(before);
  });

  it('forgets who is no longer mentioned, with the note as well', async () => {
    const ownerId = await accountId(owner);
    const { id } = await note(naming(beaId, ownerId));
    const mentioned = () => rows().flatMap((row) => (row.comment_id === id ? [row.member_id] : []));
    expect(mentioned()).toEqual([beaId, ownerId].sort());
    await program.live.patch(`/comments/${id}`, { content: naming(ownerId) });
    expect(mentioned()).toEqual([ownerId]);
    const reply = { content: 'Yes', parentId: id };
    await program.live.post(`/posts/${postId}/comments`, reply);
    await program.live.delete(`/comments/${id}`);
    expect(mentioned()).toEqual([]);
  });

  it('is written in bulk, and goes along with its post', async () => {
    const target = (await program.live.post('/posts', { title: 'Target' })).body.data.id;
    const source = (await program.live.post('/posts', { title: 'Source' })).body.data.id;
    const comments = [1, 2].map((number) => ({
      ...{ externalId: `m-${number}`, content: naming(beaId), isPrivate: true },
    }));
    const put = () => program.live.call('PUT', `/posts/${source}/comments`, { body: { comments } });
    expect((await put()).body.data).toMatchObject({ created: 2 });
    expect((await put()).body.data).toMatchObject({ unchanged: 2 });
    const posts = () => rows().map(({ post_id: id }) => id);
    expect(posts().filter((id) => id === source)).toHaveLength(2);
    await program.live.post(`/posts/${source}/merge`, { intoId: target });
    expect(posts().filter((id) => id === target)).toHaveLength(2);
    await program.live.delete(`/posts/${target}`);
    expect(posts()).not.toContain(target);
  });

  it('keeps the name of a member who has left, and can be edited', async () => {
    const cy = await invitedBy(program, owner, 'member', 'cy@example.com');
    const cyId = await accountId(cy);
    const { id, contentDocument } = await note(naming(cyId));
    expect((await owner.call('DELETE', `/console/api/members/${cyId}`)).status).toBe(200);
    const content = { ...contentDocument, content: [...contentDocument.content, ...naming(beaId).content] };
    const { status, body } = await program.live.patch(`/comments/${id}`, { content });
    expect([status, body.data.content]).toEqual([200, 'Ask @member\n\nAsk @member']);
    await refused(`/posts/${postId}/comments`, 'POST', { content: naming(cyId), isPrivate: true }, 'content');
  });
});

describe('400', () => {
  it('if a public comment mentions anyone, or a note that does is made public', async () => {
    const { id } = await note();
    const before = program.dump();
    const path = `/posts/${postId}/comments`;
    await refused(path, 'POST', { content: naming(beaId) }, 'content');
    const comments = [{ externalId: 'p-1', content: naming(beaId) }];
    await refused(path, 'PUT', { comments }, 'comments.0.content');
    await refused(`/comments/${id}`, 'PATCH', { isPrivate: false }, 'isPrivate');
    expect(program.dump()).toBe(before);
  });

  it('if someone who is no member here is mentioned', async () => {
    const before = program.dump();
    const body = { content: naming('acct_01jz3k8n5yegs9t2w6qv4m7r8c'), isPrivate: true };
    await refused(`/posts/${postId}/comments`, 'POST', body, 'content');
    expect(program.dump()).toBe(before);
  });
});

it('is text in a description', async () => {
  const description = { type: 'doc', content: [{ type: 'paragraph', content: [mention(beaId, 'Bea')] }] };
  const { body } = await program.live.post('/posts', { title: 'Described', description });
  expect(body.data.descriptionHtml).toBe('<p>@Bea</p>');
});
