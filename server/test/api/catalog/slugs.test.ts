// Statuses and post types are named by slug wherever an id is taken.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallerClient } from '../../support/caller.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;
const ids: Record<string, string> = {};

beforeAll(async () => {
  program = await startProgram();
  const { statuses } = (await program.live.get('/statuses')).body.data;
  const { postTypes } = (await program.live.get('/post-types')).body.data;
  for (const { slug, id } of [...statuses, ...postTypes]) ids[slug] = id;
});
afterAll(() => program.close());

const create = async (client: CallerClient, body: object) =>
  (await client.post('/posts', { title: 'A post', ...body })).body.data;

describe.each(['live', 'test'] as const)('under a %s key, a slug', (mode) => {
  it('is taken by posts, and the answer has the id', async () => {
    const client = program[mode];
    const wanted = { statusId: ids.planned, postTypeId: ids['bug-report'] };
    const post = await create(client, { statusId: 'planned', postTypeId: 'bug-report' });
    expect(post).toMatchObject(wanted);
    expect(await create(client, { statusId: 'planned', typeId: 'bug-report' })).toMatchObject(wanted);
    const moved = await client.patch(`/posts/${post.id}`, { statusId: 'closed', typeId: 'improvement' });
    expect(moved.body.data).toMatchObject({ statusId: ids.closed, postTypeId: ids.improvement });
  });

  it('is taken by statuses, webhooks, batches and moveTo', async () => {
    const client = program[mode];
    const nextStatusIds = ['planned', ids.planned, 'closed'];
    const status = (await client.post('/statuses', { name: mode, category: 'active', nextStatusIds })).body;
    expect(status.data.nextStatusIds).toEqual([ids.planned, ids.closed]);
    const webhook = { url: 'https://example.com', when: { typeId: 'improvement' } };
    expect((await client.post('/webhooks', webhook)).body.data.when).toEqual({ typeId: ids.improvement });
    const operations = [{ method: 'POST', path: '/posts', body: { title: 'A', statusId: 'complete' } }];
    const [result] = (await client.post('/batch', { operations })).body.data.results;
    expect(result.body.data.statusId).toBe(ids.complete);
    expect((await client.delete(`/statuses/${status.data.id}?moveTo=closed`)).status).toBe(200);
  });
});

it('moves the posts of a deleted status, and is the status that has it now', async () => {
  const make = { name: 'Short', category: 'active', slug: 'short' };
  const { id } = (await program.live.post('/statuses', make)).body.data;
  const post = await create(program.live, { statusId: 'short' });
  await program.live.patch(`/statuses/${id}`, { slug: 'long' });
  expect((await program.live.post('/posts', { title: 'A', statusId: 'short' })).status).toBe(400);
  expect((await program.live.delete(`/statuses/${id}?moveTo=long`)).body.error.message).toContain('"moveTo"');
  await program.live.delete(`/statuses/${id}?moveTo=in-progress`);
  const { body } = await program.live.get(`/posts/${post.id}`);
  expect(body.data.statusId).toBe(ids['in-progress']);
});

it('orders statuses', async () => {
  const before = (await program.live.get('/statuses')).body.data.statuses as { id: string; slug: string }[];
  const slugs = before.map(({ slug }) => slug).reverse();
  const { body } = await program.live.call('PUT', '/statuses/order', { body: { ids: slugs } });
  expect(body.data.statuses.map(({ slug }: { slug: string }) => slug)).toEqual(slugs);
});

it('filters like the id, and one of nothing matches nothing', async () => {
  const count = async (path: string) => (await program.live.get(`${path}&include=total`)).body.data.total;
  const post = await create(program.live, { statusId: 'open', typeId: 'improvement' });
  await program.live.patch(`/posts/${post.id}`, { statusId: 'under-review' });
  for (const [filter, slug] of [
    ['statusId', 'under-review'],
    ['typeId', 'improvement'],
  ] as const)
    expect(await count(`/posts?filters=${filter}:${slug}`)).toBe(
      await count(`/posts?filters=${filter}:${ids[slug]}`),
    );
  expect(await count('/posts?filters=statusId:under-review')).toBe(1);
  expect(await count('/posts?filters=statusId:under-review;search:post')).toBe(1);
  expect(await count(`/posts?filters=statusId:under-review;statusId:${ids['under-review']}`)).toBe(1);
  expect(await count('/status-changes?filters=statusId:under-review')).toBe(1);
  expect(await count(`/posts/${post.id}/status-changes?filters=statusId:under-review`)).toBe(1);
  for (const filter of ['statusId:nothing', 'typeId:under-review', 'statusId:No slug'])
    expect([filter, await count(`/posts?filters=${filter}`)]).toEqual([filter, 0]);
  expect((await program.stranger.get('/posts?filters=statusId:under-review')).body.data.posts).toEqual([]);
});

it.each([
  ['/posts', { title: 'A', statusId: 'nothing' }, 'statusId'],
  ['/posts', { title: 'A', postTypeId: 'planned' }, 'postTypeId'],
  ['/posts', { title: 'A', typeId: 'planned' }, 'typeId'],
  ['/statuses', { name: 'A', category: 'active', nextStatusIds: ['nothing'] }, 'nextStatusIds'],
  ['/webhooks', { url: 'https://example.com', when: { typeId: 'nothing' } }, 'when.typeId'],
])('%s refuses the unknown one in %j', async (path, body, field) => {
  const { status, body: answer } = await program.live.post(path, body);
  expect([status, answer.error.details[0].field]).toEqual([400, field]);
});
