import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOptions } from '../../../support/caller.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';
import { countQueries } from '../../../support/queries.ts';

const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
const author = { authorEmail: 'ada@example.com', authorName: 'Ada' };

const post = {
  title: 'Dark mode',
  description: 'My **eyes**\nhurt.\n\n- at night',
  tags: ['ui', 'night'],
  sourceUrl: 'https://example.com/7',
  externalId: 'crm-7',
  createdAt: '2025-01-31T09:15:02.123Z',
  ...author,
};
const changelog = {
  title: 'Dark mode is here',
  slug: 'dark-mode',
  content: 'Switch\nit on.',
  labels: ['New', 'UI'],
  state: 'published',
  publishedAt: '2025-02-01T00:00:00.000Z',
  completeLinkedPosts: false,
};
const comment = { content: 'Yes\nplease', isPrivate: false };
const imported = { content: 'From before', createdAt: '2025-01-31T10:00:00.000Z', ...author };
const tag = { name: 'ui', color: '#3b82f6' };
const user = { externalId: 'crm-u7', email: 'grace@example.com', name: 'Grace', avatarUrl: null };
const status = { name: 'In beta', slug: 'in-beta', category: 'active', color: '#0ea5e9', position: 2 };
const type = { name: 'Question', slug: 'question', color: '#0ea5e9', position: 1 };

let program: TestProgram;
const ids: Record<string, string> = {};
let order: Record<'statuses' | 'postTypes', string[]>;

beforeAll(async () => {
  program = await startProgram();
  const made = async (path: string, body: object): Promise<string> =>
    (await program.live.post(path, body)).body.data.id;
  ids.post = await made('/posts', post);
  ids.comment = await made(`/posts/${ids.post}/comments`, { ...comment, ...author });
  await program.live.call('PUT', '/comments/by-external-id/crm-c7', {
    body: { ...imported, postId: ids.post },
  });
  ids.changelog = await made('/changelogs', { ...changelog, linkedPostIds: [ids.post] });
  ids.status = await made('/statuses', status);
  ids.type = await made('/post-types', type);
  ids.user = await made('/users', user);
  const [first] = (await program.live.get('/tags?filters=search:ui')).body.data.tags;
  ids.tag = first.id;
  await program.live.patch(`/tags/${ids.tag}`, tag);
  await program.live.patch(`/statuses/${ids.status}`, { nextStatusIds: [ids.status] });
  await program.live.call('PUT', '/posts/by-external-id/crm-7', formWithFile());
  const listed = async (path: string, plural: string): Promise<string[]> =>
    (await program.live.get(path)).body.data[plural].map(({ id }: { id: string }) => id);
  order = {
    statuses: await listed('/statuses', 'statuses'),
    postTypes: await listed('/post-types', 'postTypes'),
  };
  await program.idle();
});
afterAll(() => program.close());

function formWithFile(): CallOptions {
  const form = new FormData();
  form.set('title', post.title);
  for (const name of post.tags) form.append('tags', name);
  form.set('file', new File([gif], 'x.gif', { type: 'image/gif' }));
  return { form };
}

function formOf(fields: Record<string, string>): CallOptions {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { form };
}

type Case = [name: string, method: string, path: () => string, options: () => CallOptions];

const json =
  (body: () => unknown): (() => CallOptions) =>
  () => ({ body: body() });
const nothing = json(() => ({}));
const at = (folder: string, id: string) => () => `/${folder}/${ids[id]}`;

const unchanged: Case[] = [
  ['an empty PATCH of a post', 'PATCH', at('posts', 'post'), nothing],
  ['an identical PATCH of a post', 'PATCH', at('posts', 'post'), json(() => post)],
  ['a PATCH of a post by a form', 'PATCH', at('posts', 'post'), () => formOf({ title: post.title })],
  [
    'a comment on a status that does not change',
    'PATCH',
    at('posts', 'post'),
    json(() => ({ statusComment: 'Why' })),
  ],
  ['an identical PUT of a post', 'PUT', () => '/posts/by-external-id/crm-7', json(() => post)],
  ['an identical PUT of a post with a file', 'PUT', () => '/posts/by-external-id/crm-7', formWithFile],
  [
    'a vote that exists',
    'POST',
    () => `/posts/${ids.post}/votes`,
    json(() => ({ userEmail: 'ada@example.com' })),
  ],
  [
    'votes that exist',
    'PUT',
    () => `/posts/${ids.post}/votes`,
    json(() => ({ voters: [{ email: 'ada@example.com', votedAt: '2025-01-31T09:15:02.123Z' }] })),
  ],
  [
    'the removal of a vote that does not exist',
    'DELETE',
    () => `/posts/${ids.post}/votes`,
    json(() => ({ userEmail: user.email })),
  ],
  [
    'a duplicate by an author who voted already',
    'POST',
    () => '/posts',
    json(() => ({ title: post.title, onDuplicate: 'vote', ...author })),
  ],
  [
    'a duplicate without a named author',
    'POST',
    () => '/posts',
    json(() => ({ title: post.title, onDuplicate: 'vote' })),
  ],
  ['an empty PATCH of a comment', 'PATCH', at('comments', 'comment'), nothing],
  ['an identical PATCH of a comment', 'PATCH', at('comments', 'comment'), json(() => comment)],
  [
    'an identical PUT of a comment',
    'PUT',
    () => '/comments/by-external-id/crm-c7',
    json(() => ({ ...imported, postId: ids.post })),
  ],
  [
    'an identical PUT of comments',
    'PUT',
    () => `/posts/${ids.post}/comments`,
    json(() => ({ comments: [{ ...imported, externalId: 'crm-c7' }] })),
  ],
  ['an empty PATCH of a changelog', 'PATCH', at('changelogs', 'changelog'), nothing],
  [
    'an identical PATCH of a changelog',
    'PATCH',
    at('changelogs', 'changelog'),
    json(() => ({ ...changelog, linkedPostIds: [ids.post] })),
  ],
  ['an empty PATCH of a tag', 'PATCH', at('tags', 'tag'), nothing],
  ['an identical PATCH of a tag', 'PATCH', at('tags', 'tag'), json(() => tag)],
  ['an empty PATCH of a user', 'PATCH', at('users', 'user'), nothing],
  ['an identical PATCH of a user', 'PATCH', at('users', 'user'), json(() => user)],
  ['an identical POST of a user', 'POST', () => '/users', json(() => user)],
  ['an empty PATCH of a status', 'PATCH', at('statuses', 'status'), nothing],
  [
    'an identical PATCH of a status',
    'PATCH',
    at('statuses', 'status'),
    json(() => ({ ...status, nextStatusIds: [ids.status], isDefault: false })),
  ],
  ['the same order of statuses', 'PUT', () => '/statuses/order', json(() => ({ ids: order.statuses }))],
  ['an empty PATCH of a post type', 'PATCH', at('post-types', 'type'), nothing],
  ['an identical PATCH of a post type', 'PATCH', at('post-types', 'type'), json(() => type)],
  ['the same order of post types', 'PUT', () => '/post-types/order', json(() => ({ ids: order.postTypes }))],
  [
    'an atomic batch of such writes',
    'POST',
    () => '/batch',
    json(() => ({
      atomic: true,
      operations: [
        { method: 'PATCH', path: `/posts/${ids.post}`, body: post },
        { method: 'PATCH', path: `/tags/${ids.tag}` },
      ],
    })),
  ],
];

describe('a write that changes nothing', () => {
  it.each(unchanged)('%s writes nothing', async (_, method, path, options) => {
    const before = program.dump();
    const list = await program.live.get('/posts');
    const files = await program.files();
    program.clock.advance(10);
    for (const client of [program.live, program.test]) {
      const { status: code, body } = await client.call(method, path(), options());
      expect([code, body.error]).toEqual([200, undefined]);
      for (const result of body.data.results ?? []) expect(result.status).toBe(200);
    }
    expect(program.dump()).toBe(before);
    expect(await program.files()).toEqual(files);
    const tag304 = await program.live.get('/posts', { 'if-none-match': list.headers.etag ?? '' });
    expect(tag304.status).toBe(304);
  });

  it('returns the object as it is, with its version', async () => {
    const { body } = await program.live.get(`/posts/${ids.post}?include=attachments`);
    program.clock.advance(10);
    const patched = await program.live.patch(`/posts/${ids.post}`, post);
    expect(patched.body).toEqual(body);
    expect(patched.headers.etag).toBe(`"v${body.data.version}"`);
  });

  it('412: still fails if the version does not match', async () => {
    for (const client of [program.live, program.test]) {
      const headers = { 'if-match': '"v99"' };
      const { status: code } = await client.call('PATCH', `/posts/${ids.post}`, { body: {}, headers });
      expect(code).toBe(412);
    }
    const { version } = (await program.live.get(`/posts/${ids.post}`)).body.data;
    const headers = { 'if-match': `"v${version}"` };
    const { status: code } = await program.live.call('PATCH', `/posts/${ids.post}`, { body: {}, headers });
    expect(code).toBe(200);
  });

  it('is replayed under its idempotency key, alone and in an atomic batch', async () => {
    const batch = { atomic: true, operations: [{ method: 'PATCH', path: `/posts/${ids.post}`, body: {} }] };
    for (const [method, path, body] of [
      ['PATCH', `/posts/${ids.post}`, {}],
      ['POST', '/batch', batch],
    ] as const) {
      const headers = { 'idempotency-key': `unchanged ${path}` };
      const first = await program.live.call(method, path, { body, headers });
      const again = await program.live.call(method, path, { body, headers });
      expect([first.status, again.text]).toEqual([200, first.text]);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
  });

  it('raises the version, the revision and the ledger as soon as one value differs', async () => {
    const before = (await program.live.get(`/posts/${ids.post}`)).body.data.version;
    const events = program.events().length;
    for (const body of [
      { tags: ['night', 'ui'] },
      { description: 'Other' },
      { description: post.description },
    ]) {
      const list = await program.live.get('/posts');
      program.clock.advance(10);
      await program.live.patch(`/posts/${ids.post}`, body);
      const { status: code } = await program.live.get('/posts', { 'if-none-match': list.headers.etag ?? '' });
      expect(code).toBe(200);
    }
    await program.live.patch(`/posts/${ids.post}`, post);
    expect((await program.live.get(`/posts/${ids.post}`)).body.data.version).toBe(before + 4);
    expect(
      program
        .events()
        .slice(events)
        .map(({ type: of }) => of),
    ).toEqual(Array(4).fill('post.updated'));
  });

  it('costs no more statements than a write that changes something', async () => {
    const rename = (name: string) =>
      countQueries(async () => void (await program.live.patch(`/tags/${ids.tag}`, { name })));
    const changing = await rename('ux');
    await rename('ui');
    expect(await rename('ui')).toBeLessThan(changing);
  });
});
