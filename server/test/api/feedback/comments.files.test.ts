// Files on comments, and who may read them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let postId: string;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  program = await startProgram({ publicUrl: 'http://localhost:3000' });
  postId = (await program.live.post('/posts', { title: 'Pictured', visibility: 'public' })).body.data.id;
  await program.live.patch('/site', { visibility: 'public' });
});
afterAll(() => program.close());

const form = (fields: Record<string, string>, ...names: string[]): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const name of names) body.append('attachments', new Blob([png], { type: 'image/png' }), name);
  return body;
};
const sendForm = (
  client: TestProgram['live'],
  method: 'POST' | 'PATCH',
  path: string,
  body: FormData,
  headers: Record<string, string> = {},
) => client.call(method, path, { form: body, headers });
const say = async (fields: Record<string, string>, ...names: string[]) => {
  const { status, body } = await sendForm(
    program.live,
    'POST',
    `/posts/${postId}/comments`,
    form(fields, ...names),
  );
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data;
};
const namesOf = ({ attachments }: { attachments: { fileName: string }[] }) =>
  attachments.map(({ fileName }) => fileName);
const stored = async (comment: { attachments: { url: string }[] }) => {
  const answers = await Promise.all(
    comment.attachments.map(({ url }) => program.app.inject({ url: new URL(url).pathname })),
  );
  return answers.map(({ statusCode }) => statusCode);
};
const shown = async ({ id }: { id: string }) =>
  (await program.app.inject({ url: `/p/default/files/${id}/a.png` })).statusCode;

describe('files of a comment', () => {
  it('are in every answer and in the event, and served', async () => {
    const comment = await say(
      { content: '**See**', contentFormat: 'markdown', externalId: 'f-1' },
      'a.png',
      'b.png',
    );
    expect(comment).toMatchObject({
      contentHtml: '<p><strong>See</strong></p>',
      attachments: [{ fileName: 'a.png', mimeType: 'image/png', width: 1 }, { fileName: 'b.png' }],
    });
    const { attachments } = comment;
    expect((await program.live.get(`/comments/${comment.id}`)).body.data).toEqual(comment);
    expect((await program.live.get('/comments?limit=1')).body.data.comments).toMatchObject([{ attachments }]);
    expect((await program.live.get(`/posts/${postId}?include=comments`)).body.data).toMatchObject({
      comments: [{ attachments }],
    });
    expect((await program.live.get(`/posts/${postId}?include=attachments`)).body.data.attachments).toEqual(
      [],
    );
    expect((await program.live.get(`/users/${comment.userId}/comments`)).body.data.comments).toMatchObject([
      { attachments },
    ]);
    expect(program.events().at(-1)).toMatchObject({ type: 'comment.created', object: { attachments } });
    const again = { comments: [{ externalId: 'f-1', content: 'See' }] };
    const bulk = await program.live.call('PUT', `/posts/${postId}/comments`, { body: again });
    expect(bulk.body.data).toMatchObject({ unchanged: 1 });
    expect(await stored(comment)).toEqual([200, 200]);
  });

  it('are added and removed by PATCH, and go with the comment', async () => {
    const comment = await say({ content: 'Changed' }, 'a.png');
    const path = `/comments/${comment.id}`;
    const [first] = comment.attachments;
    const before = program.dump();
    const tried = await sendForm(
      program.test,
      'PATCH',
      path,
      form({ removeAttachmentIds: first.id }, 'b.png'),
    );
    expect([tried.status, namesOf(tried.body.data)]).toEqual([200, ['b.png']]);
    expect(program.dump()).toBe(before);
    const added = await sendForm(
      program.live,
      'PATCH',
      path,
      form({ removeAttachmentIds: first.id }, 'b.png'),
    );
    expect(namesOf(added.body.data)).toEqual(['b.png']);
    expect(added.body.data.updatedAt).toBe(comment.updatedAt);
    expect(program.events().at(-1)).toMatchObject({
      type: 'comment.updated',
      changes: [{ field: 'attachments' }],
    });
    expect(await stored(comment)).toEqual([404]);
    const removed = await program.live.patch(path, {
      removeAttachmentIds: [added.body.data.attachments[0].id],
    });
    expect(removed.body.data).toMatchObject({ content: 'Changed', attachments: [] });
    const gone = await say({ content: 'Gone' }, 'a.png');
    await program.live.delete(`/comments/${gone.id}`);
    expect(await stored(gone)).toEqual([404]);
    const stub = await say({ content: 'Stub' }, 'a.png');
    await program.live.post(`/posts/${postId}/comments`, { content: 'Reply', parentId: stub.id });
    await program.live.delete(`/comments/${stub.id}`);
    expect((await program.live.get(`/comments/${stub.id}`)).body.data).toMatchObject({ attachments: [] });
    expect(await stored(stub)).toEqual([404]);
  });

  it('go with the post', async () => {
    const { body } = await program.live.post('/posts', { title: 'Short' });
    const path = `/posts/${body.data.id}/comments`;
    const { data } = (
      await sendForm(program.live, 'POST', path, form({ content: 'x', isPrivate: 'true' }, 'a.png'))
    ).body;
    expect(await stored(data)).toEqual([200]);
    await program.live.delete(`/posts/${body.data.id}`);
    expect(await stored(data)).toEqual([404]);
    expect(program.database.rows(`select id from attachments where comment_id = '${data.id}'`)).toEqual([]);
  });

  it('are sent once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'comment-form' };
    const send = () =>
      sendForm(
        program.live,
        'POST',
        `/posts/${postId}/comments`,
        form({ content: 'Once' }, 'a.png'),
        headers,
      );
    const [one, two] = [await send(), await send()];
    expect(two.body).toEqual(one.body);
    expect(two.headers['idempotent-replayed']).toBe('true');
  });

  it('are seen by visitors only with the comment, judged on each request', async () => {
    const comment = await say({ content: 'Look' }, 'a.png');
    const [file] = comment.attachments;
    const image = { type: 'image', attrs: { src: file.url } };
    await program.live.patch(`/comments/${comment.id}`, { content: { type: 'doc', content: [image] } });
    const page = await program.app.inject({ url: `/p/default/posts/${postId}` });
    expect(page.body).toContain(`/p/default/files/${file.id}/a.png`);
    expect(page.body).not.toContain(new URL(file.url).pathname);
    expect(await shown(file)).toBe(200);
    const note = await say({ content: 'Hidden', isPrivate: 'true' }, 'a.png');
    expect(await shown(note.attachments[0])).toBe(404);
    await program.live.patch(`/comments/${comment.id}`, { isPrivate: true });
    expect(await shown(file)).toBe(404);
    await program.live.patch(`/comments/${comment.id}`, { isPrivate: false });
    expect(await shown(file)).toBe(200);
    await program.live.patch(`/posts/${postId}`, { visibility: 'internal' });
    expect(await shown(file)).toBe(404);
    await program.live.patch(`/posts/${postId}`, { visibility: 'public' });
  });
});

describe('refuses', () => {
  it('what is no attachment of the comment, too many files, and a form without content', async () => {
    const { id } = await say({ content: 'There' }, 'a.png');
    const other = await say({ content: 'Other' }, 'a.png');
    const before = program.dump();
    const named = { removeAttachmentIds: [other.attachments[0].id] };
    const answer = await program.live.patch(`/comments/${id}`, named);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'removeAttachmentIds']);
    const many = Array.from({ length: 10 }, (_, index) => `${index}.png`);
    expect((await sendForm(program.live, 'PATCH', `/comments/${id}`, form({}, ...many))).status).toBe(413);
    const empty = await sendForm(program.live, 'POST', `/posts/${postId}/comments`, form({}, 'a.png'));
    expect([empty.status, empty.body.error.details[0].field]).toEqual([400, 'content']);
    const theirs = await sendForm(program.stranger, 'PATCH', `/comments/${id}`, form({}, 'a.png'));
    expect(theirs.status).toBe(404);
    expect(program.dump()).toBe(before);
  });
});
