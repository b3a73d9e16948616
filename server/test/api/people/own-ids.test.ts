// One of our ids where the caller's own is expected would silently create a second object: it is refused.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
let user: string;
let post: string;
let comment: string;

beforeAll(async () => {
  program = await startProgram();
  const made = await program.live.post('/posts', { title: 'A post', authorEmail: 'ada@example.com' });
  post = made.body.data.id;
  user = made.body.data.author.id;
  comment = (await program.live.post(`/posts/${post}/comments`, { content: 'Yes.' })).body.data.id;
});
afterAll(() => program.close());

const usersOf = async () => (await program.live.get('/users?include=total&limit=1')).body.data.total;

/** What to send instead, where it is not `id`. */
const flatIds: Record<string, string> = { authorExternalId: 'authorId', userExternalId: 'userId' };

describe.each(['live', 'test'] as const)('under a %s key', (mode) => {
  it.each<[method: string, path: () => string, body: () => object | undefined, field: string]>([
    ['POST', () => '/users', () => ({ externalId: user }), 'externalId'],
    ['POST', () => '/users', () => ({ externalId: post }), 'externalId'],
    ['POST', () => '/users', () => ({ externalId: user, email: 'ada@example.com' }), 'externalId'],
    ['PATCH', () => `/users/${user}`, () => ({ externalId: comment }), 'externalId'],
    ['POST', () => '/posts', () => ({ title: 'A', author: { externalId: user } }), 'author.externalId'],
    ['POST', () => '/posts', () => ({ title: 'A', authorExternalId: user }), 'authorExternalId'],
    ['POST', () => '/posts', () => ({ title: 'A', externalId: post }), 'externalId'],
    ['PATCH', () => `/posts/${post}`, () => ({ externalId: post }), 'externalId'],
    ['PUT', () => `/posts/by-external-id/${post}`, () => ({ title: 'A' }), 'externalId'],
    ['POST', () => `/posts/${post}/votes`, () => ({ userExternalId: user }), 'userExternalId'],
    ['PUT', () => `/posts/${post}/votes`, () => ({ voters: [{ externalId: user }] }), 'voters.0.externalId'],
    ['POST', () => `/posts/${post}/comments`, () => ({ content: 'A', externalId: comment }), 'externalId'],
    [
      'PUT',
      () => `/comments/by-external-id/${comment}`,
      () => ({ content: 'A', postId: post }),
      'externalId',
    ],
    [
      'PUT',
      () => `/posts/${post}/comments`,
      () => ({ comments: [{ externalId: comment, content: 'A' }] }),
      'comments.0.externalId',
    ],
  ])('%s %s with %s is 400', async (method, path, body, field) => {
    const before = await usersOf();
    const { status, body: answer } = await program[mode].call(method, path(), { body: body() });
    expect([status, answer.error?.details]).toEqual([
      400,
      [
        {
          field,
          message: `"${field}" is the ID of an existing object; use "${flatIds[field] ?? 'id'}" instead.`,
        },
      ],
    ]);
    expect(await usersOf()).toBe(before);
  });
});

it('what only looks like an id, and ids of other workspaces, are external ids like others', async () => {
  const unknown = user.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await program.live.post('/users', { externalId: unknown })).status).toBe(201);
  expect((await program.stranger.post('/users', { externalId: user })).status).toBe(201);
});
