// One answer names every invalid field of a body: those that its schema refuses, and those whose content is wrong.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, CallOptions } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

let program: TestProgram;
let postId: string;
let commentId: string;
let changelogId: string;
let userId: string;
let tagId: string;
let statusId: string;
let typeId: string;

beforeAll(async () => {
  program = await startProgram();
  const { live } = program;
  const post = (await live.post('/posts', { title: 'Dark mode', externalId: 'taken', tags: ['ui'] })).body
    .data;
  postId = post.id;
  tagId = post.tags[0].id;
  commentId = (await live.post(`/posts/${postId}/comments`, { content: 'Yes' })).body.data.id;
  changelogId = (await live.post('/changelogs', { title: 'Shipped' })).body.data.id;
  userId = (await live.post('/users', { email: 'ada@example.com' })).body.data.id;
  statusId = (await live.get('/statuses')).body.data.statuses[1].id;
  typeId = (await live.get('/post-types')).body.data.postTypes[1].id;
});
afterAll(() => program.close());

const fieldsOf = ({ body }: Answer): string[] =>
  body.error.details.map(({ field }: { field: string }) => field);

/** Under both keys, and without a change of the data. */
async function expectFields(
  method: string,
  path: string,
  options: CallOptions,
  fields: readonly string[],
): Promise<void> {
  const before = program.dump();
  for (const client of [program.live, program.test]) {
    const answer = await client.call(method, path, options);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([400, 'BAD_REQUEST']);
    expect(fieldsOf(answer).sort(), answer.text).toEqual([...fields].sort());
    expect(answer.body.error.message).toBe(answer.body.error.details[0].message);
    for (const { field, message } of answer.body.error.details) {
      expect(message).toContain(`"${field}"`);
      expect(message).toMatch(/^"[^\n]*\.$/);
    }
  }
  expect(program.dump() === before, 'the data are as they were').toBe(true);
}

const unknownUser = 'user_01jz3k8n5yegs9t2w6qv4m7r8c';
const wrongPost = {
  title: '',
  description: { type: 'paragraph' },
  postTypeId: 'nothing',
  statusId: 'nothing',
  tags: [''],
  externalId: 'e'.repeat(256),
  sourceUrl: 'ftp://example.com',
  createdAt: 'last year',
  authorId: unknownUser,
  authorEmail: 'no address',
};
const wrongFields = Object.keys(wrongPost);

type Row = [name: string, method: string, path: () => string, body: () => object, fields: string[]];

describe.each<Row>([
  ['a post', 'POST', () => '/posts', () => wrongPost, wrongFields],
  ['an edit of a post', 'PATCH', () => `/posts/${postId}`, () => wrongPost, wrongFields],
  [
    'the rest of an edit of a post',
    'PATCH',
    () => `/posts/${postId}`,
    () => ({ statusComment: 'c'.repeat(10_001), removeAttachmentIds: ['nothing'], typeId: 'nothing' }),
    ['statusComment', 'removeAttachmentIds', 'typeId'],
  ],
  [
    'a post by external id, new',
    'PUT',
    () => '/posts/by-external-id/new',
    () => ({ statusId: 'nothing', sourceUrl: 'x' }),
    ['title', 'statusId', 'sourceUrl'],
  ],
  [
    'a post by external id, known',
    'PUT',
    () => '/posts/by-external-id/taken',
    () => ({ title: ' ', statusId: 'nothing', author: { id: unknownUser, email: 'x' } }),
    ['title', 'statusId', 'author.id', 'author.email'],
  ],
  [
    'a comment',
    'POST',
    () => `/posts/${postId}/comments`,
    () => ({ content: ' ', parentId: 'nothing', author: { email: 'x', avatarUrl: 'y' } }),
    ['content', 'parentId', 'author.email', 'author.avatarUrl'],
  ],
  [
    'an edit of a comment',
    'PATCH',
    () => `/comments/${commentId}`,
    () => ({ content: ' ', isPrivate: 'maybe' }),
    ['content', 'isPrivate'],
  ],
  [
    'a vote',
    'POST',
    () => `/posts/${postId}/votes`,
    () => ({ user: { id: unknownUser, email: 'x', name: '' } }),
    ['user.id', 'user.email', 'user.name'],
  ],
  [
    'a removed vote',
    'DELETE',
    () => `/posts/${postId}/votes`,
    () => ({ userEmail: 'x', userExternalId: '' }),
    ['userEmail', 'userExternalId'],
  ],
  [
    'bulk votes',
    'PUT',
    () => `/posts/${postId}/votes`,
    () => ({
      voters: [
        { email: 'ok@example.com' },
        { email: 'x', name: '' },
        { user: { email: 'y' } },
        {},
        5,
        { id: unknownUser },
        { userEmail: 7 },
      ],
    }),
    [
      'voters.1.email',
      'voters.1.name',
      'voters.2.email',
      'voters.3.userId',
      'voters.4',
      'voters.5.id',
      'voters.6.userEmail',
    ],
  ],
  [
    'a user',
    'POST',
    () => '/users',
    () => ({ email: 'x', externalId: '', avatarUrl: 'y', name: 5 }),
    ['email', 'externalId', 'avatarUrl', 'name'],
  ],
  [
    'an edit of a user',
    'PATCH',
    () => `/users/${userId}`,
    () => ({ email: 'x', avatarUrl: 'y' }),
    ['email', 'avatarUrl'],
  ],
  [
    'a changelog',
    'POST',
    () => '/changelogs',
    () => ({
      title: '',
      content: { type: 'x' },
      slug: 'No Slug',
      labels: [''],
      state: 'scheduled',
      publishedAt: 'soon',
      linkedPostIds: ['nothing'],
    }),
    ['title', 'content', 'slug', 'labels', 'publishedAt', 'linkedPostIds'],
  ],
  [
    'an edit of a changelog',
    'PATCH',
    () => `/changelogs/${changelogId}`,
    () => ({ title: '', publishedAt: '2026-01-01', removeAttachmentIds: ['nothing'], linkedPostIds: ['no'] }),
    ['title', 'publishedAt', 'removeAttachmentIds', 'linkedPostIds'],
  ],
  [
    'a status',
    'POST',
    () => '/statuses',
    () => ({
      name: '',
      slug: 'No',
      color: 'red',
      position: -1,
      category: 'none',
      nextStatusIds: ['nothing'],
    }),
    ['name', 'slug', 'color', 'position', 'category', 'nextStatusIds'],
  ],
  [
    'an edit of a status',
    'PATCH',
    () => `/statuses/${statusId}`,
    () => ({ name: '', color: 'red', nextStatusIds: ['nothing'] }),
    ['name', 'color', 'nextStatusIds'],
  ],
  [
    'an edit of a post type',
    'PATCH',
    () => `/post-types/${typeId}`,
    () => ({ name: '', slug: 'No', position: -1 }),
    ['name', 'slug', 'position'],
  ],
  ['a tag', 'POST', () => '/tags', () => ({ name: '', color: 'red' }), ['name', 'color']],
  ['an edit of a tag', 'PATCH', () => `/tags/${tagId}`, () => ({ name: '', color: 'x' }), ['name', 'color']],
  [
    'a batch',
    'POST',
    () => '/batch',
    () => ({
      operations: [
        { method: 'GET', path: 'posts' },
        { method: 'FROB', path: '/posts' },
        { method: 'POST', path: '/batch' },
        5,
      ],
      atomic: 'yes',
    }),
    ['operations.0.path', 'operations.1.method', 'operations.2.path', 'operations.3', 'atomic'],
  ],
])('400 for %s', (_name, method, path, body, fields) => {
  it('names every field with wrong content, and changes nothing', () =>
    expectFields(method, path(), { body: body() }, fields));
});

describe('fields that the schema refuses', () => {
  it('are named together with those whose content is wrong', () =>
    expectFields(
      'POST',
      '/posts',
      {
        body: {
          title: 5,
          tags: 'ui',
          author: 7,
          voteAsAuthor: 'x',
          createdAt: 'never',
          statusId: 'nothing',
        },
      },
      ['title', 'tags', 'author', 'voteAsAuthor', 'createdAt', 'statusId'],
    ));

  it('are named once, and cause no complaint about what depends on them', async () => {
    await expectFields('POST', `/posts/${postId}/votes`, { body: { user: 'ada' } }, ['user']);
    await expectFields('POST', '/users', { body: { email: 5 } }, ['email']);
    await expectFields('POST', '/posts', { body: { title: 'x', typeId: 5 } }, ['typeId']);
    const changelog = { title: 'x', state: 'secret', publishedAt: '2026-01-01' };
    await expectFields('POST', '/changelogs', { body: changelog }, ['state']);
  });

  it('come before a conflict and a missing object', async () => {
    await expectFields('POST', '/posts', { body: { title: 5, externalId: 'taken' } }, ['title']);
    await expectFields('PATCH', '/posts/nothing', { body: { title: 5, sourceUrl: 'x' } }, [
      'title',
      'sourceUrl',
    ]);
  });

  it('are named in forms too, and their files are discarded', async () => {
    for (const client of [program.live, program.test]) {
      const form = new FormData();
      form.append('voteAsAuthor', 'perhaps');
      form.append('statusId', 'nothing');
      form.append('authorEmail', 'x');
      form.append('attachments', new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' }), 'a.pdf');
      const answer = await client.call('POST', '/posts', { form });
      expect(answer.status, answer.text).toBe(400);
      expect(fieldsOf(answer).sort()).toEqual(['authorEmail', 'statusId', 'title', 'voteAsAuthor']);
    }
    expect(await program.files()).toEqual([]);
  });

  it('are named inside a batch', async () => {
    const operations = [{ method: 'POST', path: '/posts', body: { title: 5, statusId: 'nothing' } }];
    for (const atomic of [false, true]) {
      const { body } = await program.live.post('/batch', { operations, atomic });
      expect(body.data.results[0].body.error.details).toMatchObject([
        { field: 'title' },
        { field: 'statusId' },
      ]);
    }
  });

  it('are bounded to 100', async () => {
    const voters = Array.from({ length: 1000 }, () => ({ email: 'x', name: '' }));
    const mixed = voters.map((voter, index) => (index % 2 === 0 ? { email: 5 } : voter));
    for (const body of [{ voters }, { voters: mixed }]) {
      const answer = await program.live.call('PUT', `/posts/${postId}/votes`, { body });
      expect([answer.status, answer.body.error.details.length]).toEqual([400, 100]);
    }
  });

  it('are part of the stored answer of an Idempotency-Key, which is bound to the body that was sent', async () => {
    const send = (body: object) =>
      program.live.call('POST', '/posts', { body, headers: { 'idempotency-key': 'invalid' } });
    const first = await send({ title: 5, statusId: 'nothing' });
    expect(fieldsOf(first)).toEqual(['title', 'statusId']);
    const again = await send({ title: 5, statusId: 'nothing' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await send({ title: 6, statusId: 'nothing' })).status).toBe(422);
    const batch = (path: string) =>
      program.live.call('POST', '/batch', {
        body: { operations: [{ method: 'FROB', path }] },
        headers: { 'idempotency-key': 'invalid batch' },
      });
    expect((await batch('x')).status).toBe(400);
    expect((await batch('y')).status).toBe(422);
  });
});
