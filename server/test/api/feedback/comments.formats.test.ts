// The formats of a comment: plain text, Markdown and documents.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { saying } from '../../support/said.ts';

let program: TestProgram;
let postId: string;

beforeAll(async () => {
  program = await startProgram();
  postId = (await program.live.post('/posts', { title: 'Talked about' })).body.data.id;
});
afterAll(() => program.close());

const markdown = 'Use **dark** mode:\n\n- at night\n- [always](https://example.com/)';
const formatted = {
  content: 'Use dark mode:\n\nat night\nalways',
  contentHtml:
    '<p>Use <strong>dark</strong> mode:</p><ul><li><p>at night</p></li><li><p>' +
    '<a href="https://example.com/" rel="nofollow noopener noreferrer">always</a></p></li></ul>',
};

const say = async (body: object) => {
  const answer = await program.live.post(`/posts/${postId}/comments`, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.data;
};
const inMarkdown = (extra: object = {}) => say({ content: markdown, contentFormat: 'markdown', ...extra });
const read = async (id: string) => (await program.live.get(`/comments/${id}`)).body.data;

describe('a comment with a format', () => {
  it('has the plain text, HTML and the document in every read, and in its event', async () => {
    const comment = await inMarkdown({ externalId: 'c-read' });
    expect(comment).toMatchObject({ ...formatted, contentDocument: { type: 'doc' } });
    expect(await read(comment.id)).toEqual(comment);
    const { contentDocument, contentHtml, content } = comment;
    const text = { contentDocument, contentHtml, content };
    expect((await program.live.get('/comments/by-external-id/c-read')).body.data).toMatchObject(text);
    expect((await program.live.get('/comments?limit=1')).body.data.comments).toMatchObject([text]);
    for (const path of [`/posts/${postId}/comments`, `/posts/${postId}/comments?include=replies`]) {
      const { data } = (await program.live.get(path)).body;
      expect(data.find(({ id }: { id: string }) => id === comment.id)).toMatchObject(text);
    }
    expect(program.events().at(-1)).toMatchObject({ type: 'comment.created', object: text });
    const found = await program.live.get('/posts?filters=text:dark mode always');
    expect(found.body.data.posts).toMatchObject([{ id: postId }]);
  });

  it('takes back the document that it answered, also as text', async () => {
    const { contentDocument } = await inMarkdown();
    const before = program.dump();
    for (const content of [contentDocument, JSON.stringify(contentDocument)]) {
      const answer = await program.test.post(`/posts/${postId}/comments`, { content, contentFormat: 'json' });
      expect(answer.body.data).toMatchObject({ ...formatted, contentDocument });
    }
    expect(program.dump()).toBe(before);
    expect(await say({ content: contentDocument })).toMatchObject({ ...formatted, contentDocument });
  });

  it('is the same as plain text if it says no more', async () => {
    for (const contentFormat of ['text', 'markdown'])
      expect(await say({ content: 'Yes', contentFormat })).toMatchObject(saying('Yes'));
    const { contentHtml } = await say({ content: 'One\n\n\ntwo\nthree <b>' });
    expect(contentHtml).toBe('<p>One</p><p>two<br>three &lt;b&gt;</p>');
  });

  it('says where an image is, in plain text', async () => {
    const src = 'https://example.com/a.png';
    expect(await say({ content: `![](${src})`, contentFormat: 'markdown' })).toMatchObject({
      content: src,
      contentHtml: `<img src="${src}" alt="" loading="lazy">`,
    });
  });

  it('keeps its markup if the same plain text comes back without a format, and loses it otherwise', async () => {
    const comment = await inMarkdown();
    const patch = (body: object) => program.live.patch(`/comments/${comment.id}`, body);
    expect((await patch({ content: comment.content })).body.data).toEqual(comment);
    expect((await patch({ content: 'Other' })).body.data).toMatchObject(saying('Other'));
    expect((await patch({ content: markdown, contentFormat: 'markdown' })).body.data).toMatchObject(
      formatted,
    );
    const { body } = await patch({ content: comment.content, contentFormat: 'text' });
    expect(body.data).toMatchObject({ content: comment.content });
    expect(body.data.contentHtml).toBe('<p>Use dark mode:</p><p>at night<br>always</p>');
    const changes = program.events().at(-1)?.changes ?? [];
    expect(changes.map(({ field }: { field: string }) => field)).toEqual(['contentDocument']);
    expect((await patch({ contentFormat: 'markdown' })).body.data).toEqual(body.data);
  });

  it('is created and updated in bulk and by external id, and stays if nothing changes', async () => {
    const entry = { externalId: 'c-bulk', content: markdown, contentFormat: 'markdown' };
    const put = (comments: object[]) =>
      program.live.call('PUT', `/posts/${postId}/comments`, { body: { comments } });
    expect((await put([entry, { externalId: 'c-plain', content: 'x' }])).body.data).toMatchObject({
      created: 2,
    });
    expect((await put([entry])).body.data).toMatchObject({ unchanged: 1 });
    const bare = { externalId: 'c-bulk', content: formatted.content };
    expect((await put([bare])).body.data).toMatchObject({ unchanged: 1 });
    const path = '/comments/by-external-id/c-bulk';
    const body = { content: '*Less*', contentFormat: 'markdown' };
    const { data } = (await program.live.call('PUT', path, { body })).body;
    expect(data).toMatchObject({ content: 'Less', contentHtml: '<p><em>Less</em></p>' });
  });

  it('shows the plain text if a previous release changed it alone', async () => {
    const { id } = await inMarkdown();
    await program.engines.store.transaction(async (write) => {
      const comment = await write.comments.find(program.workspaceId, id);
      if (comment === undefined) throw new Error('There is no comment.');
      await write.comments.update(program.workspaceId, { ...comment, content: 'Newer' });
    });
    expect(await read(id)).toMatchObject(saying('Newer'));
  });

  it('leaves nothing of its text in a stub', async () => {
    const { id } = await inMarkdown();
    await say({ content: 'Reply', parentId: id });
    await program.live.delete(`/comments/${id}`);
    expect(await read(id)).toMatchObject(saying(''));
  });
});

describe('400', () => {
  const link = '[x](https://example.com/a) ';
  it.each<[string, string, object]>([
    ['another format', 'contentFormat', { content: 'x', contentFormat: 'html' }],
    ['a document without text', 'content', { content: { type: 'doc', content: [] } }],
    ['markup without text', 'content', { content: '---', contentFormat: 'markdown' }],
    ['another object', 'content', { content: { type: 'paragraph' } }],
    ['text that is no JSON', 'content', { content: 'x', contentFormat: 'json' }],
    ['null', 'content', { content: null }],
    ['too long a text', 'content', { content: `${'x '.repeat(5001)}**x**`, contentFormat: 'markdown' }],
    ['too much markup', 'content', { content: `${link.repeat(3000)}`, contentFormat: 'markdown' }],
  ])('rejects %s, and changes nothing', async (_name, field, given) => {
    const { id } = await say({ content: 'There' });
    const before = program.dump();
    for (const client of [program.live, program.test]) {
      const created = await client.post(`/posts/${postId}/comments`, given);
      const updated = await client.patch(`/comments/${id}`, given);
      for (const { status, body } of [created, updated])
        expect([status, body.error?.details[0].field]).toEqual([400, field]);
      const comments = [{ externalId: 'x', ...given }];
      const bulk = await client.call('PUT', `/posts/${postId}/comments`, { body: { comments } });
      expect([bulk.status, bulk.body.error?.details[0].field]).toEqual([400, `comments.0.${field}`]);
    }
    expect(program.dump()).toBe(before);
  });
});
