// Offset pagination far into a list: exact results, reached in steps, up to a maximum depth.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../src/domain/post.ts';
import { insertPosts } from '../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../support/program.ts';
import { countQueries } from '../../support/queries.ts';

const count = 6000;
let program: TestProgram;
let posts: Post[];
let statuses: string;

beforeAll(async () => {
  program = await startProgram();
  const { body } = await program.live.get('/statuses');
  const ids: string[] = body.data.statuses.map(({ id }: { id: string }) => id);
  // Padded with values that match nothing, up to the maximum number of filter values.
  statuses = [...ids, ...Array.from({ length: 14 }, (_, index) => `nobody-${index}`)]
    .map((id) => `statusId:${id}`)
    .join(';');
  posts = await insertPosts(
    program,
    Array.from({ length: count }, (_, index) => ({
      title: index % 3 === 0 ? 'Every third' : 'Other',
      statusId: ids[index % ids.length] ?? '',
      votesCount: index % 7,
    })),
  );
}, 120_000);
afterAll(() => program.close());

const page = async (query: string) => (await program.live.get(`/posts?${query}`)).body.data;
const idsOf = ({ posts: found }: { posts: { id: string }[] }) => found.map(({ id }) => id);
/** Changes something else: the revision rises and invalidates the cached positions of the list. */
const change = () => program.live.post('/tags', { name: randomUUID() });

const newestFirst = () => posts.map(({ id }) => id).reverse();

describe('a page far into a list', () => {
  it.each([
    ['everything', 'limit=70', () => newestFirst()],
    ['oldest first', 'limit=70&sortBy=oldest', () => posts.map(({ id }) => id)],
    [
      'a search',
      'limit=20&filters=search:third',
      () => posts.flatMap(({ id, title }) => (title === 'Other' ? [] : [id])).reverse(),
    ],
    ['updatedSince', 'limit=70&filters=updatedSince:2020-01-01T00:00:00Z', () => newestFirst()],
    ['a filter with few values', 'limit=30&filters=merged:false', () => newestFirst()],
  ])('is exact when requested directly after a change: %s', async (_what, query, expected) => {
    const limit = Number(/limit=(\d+)/.exec(query)?.[1]);
    const all = expected();
    for (const number of [
      3,
      Math.ceil(1000 / limit),
      Math.ceil(1000 / limit) + 1,
      Math.floor(all.length / limit),
    ]) {
      await change();
      const found = await page(`${query}&cursor=${number}`);
      expect(idsOf(found)).toEqual(all.slice((number - 1) * limit, number * limit));
      const next = await page(`${query}&after=${found.next}`);
      expect(idsOf(await page(`${query}&cursor=${number + 1}`))).toEqual(found.hasMore ? idsOf(next) : []);
    }
    await change();
    const beyond = await page(`${query}&cursor=${Math.ceil(all.length / limit) + 1}`);
    expect(beyond).toMatchObject({ posts: [], hasMore: false, next: null });
  });

  it('is exact when sorted by votes', async () => {
    const order = (one: Post, other: Post) =>
      other.votesCount - one.votesCount || other.createdAt - one.createdAt;
    const all = [...posts].sort(order).map(({ id }) => id);
    const found = await page('limit=100&sortBy=votes&cursor=47');
    expect(idsOf(found)).toEqual(all.slice(4600, 4700));
  });

  it('is empty past the maximum depth', async () => {
    for (const list of ['posts', 'votes', 'comments', 'users', 'tags', 'audit-log', 'changelogs']) {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.get(`/${list}?cursor=1000000000`);
        expect([status, body.data.hasMore, body.data.next]).toEqual([200, false, null]);
      }
    }
  });

  it('past the maximum depth runs no list query', async () => {
    const deep = await countQueries(() => page('cursor=1000000000'));
    expect(deep).toBeLessThan(await countQueries(() => page('cursor=20&limit=100')));
  });

  it('is reachable page by page at any depth, while other data changes', async () => {
    const query = `limit=100&filters=${statuses}`;
    const found: string[] = [];
    for (let cursor = 1, hasMore = true; hasMore; ) {
      const read = await page(`${query}&cursor=${cursor}`);
      found.push(...idsOf(read));
      ({ cursor, hasMore } = read);
      if (cursor > 48) await change();
    }
    expect(found).toEqual(newestFirst());
    // Twenty values cost twenty times as much, so this page is too deep to be requested directly.
    const alone = await page(`limit=99&filters=${statuses}&cursor=52`);
    expect([alone.posts, alone.hasMore]).toEqual([[], false]);
  });
});

describe('posts filtered by many voters', () => {
  let filters: string;
  let voted: string[];
  beforeAll(async () => {
    const people = Array.from({ length: 20 }, (_, index) => ({ email: `voter${index}@example.com` }));
    const [first] = posts;
    const { body } = await program.live.call('PUT', `/posts/${first?.id}/votes`, {
      body: { voters: people },
    });
    const userIds: string[] = body.data.userIds;
    // Rare enough that a page spans a wide range, and too many to collect and sort.
    const some = posts.filter((_, index) => index % 5 < 2);
    await program.engines.store.transaction(async (write) => {
      const { workspaceId, clock } = program;
      const votes = some.slice(1).map(({ id: postId }, index) => ({
        postId,
        userId: userIds[index % 20] ?? '',
        votedAt: clock.now() + index,
      }));
      await write.votes.insertMany(workspaceId, votes);
      await write.workspaces.raiseRevision(workspaceId, clock.now());
    });
    program.database.analyze();
    filters = userIds.map((id) => `voterId:${id}`).join(';');
    voted = some.map(({ id }) => id);
  });

  it.each(['oldest', 'recent'])('are returned in order, once each, read in windows: %s', async (sortBy) => {
    const expected = sortBy === 'oldest' ? voted : [...voted].reverse();
    const byCursor: string[] = [];
    const byAfter: string[] = [];
    for (let cursor = 1, after = '', hasMore = true; hasMore; ) {
      const read = await page(`limit=100&sortBy=${sortBy}&filters=${filters}&cursor=${cursor}`);
      byCursor.push(...idsOf(read));
      const next = await page(`limit=100&sortBy=${sortBy}&filters=${filters}${after}`);
      byAfter.push(...idsOf(next));
      ({ cursor, hasMore } = read);
      after = `&after=${next.next}`;
    }
    expect(byCursor).toEqual(expected);
    expect(byAfter).toEqual(expected);
  });

  it('can be combined with other filters', async () => {
    const rare = await page(`limit=100&sortBy=oldest&filters=${filters};search:third`);
    const titles = new Map(posts.map(({ id, title }) => [id, title]));
    expect(idsOf(rare)).toEqual(voted.filter((id) => titles.get(id) !== 'Other').slice(0, 100));
    const none = await page(`limit=100&filters=${filters};search:nothing`);
    expect(none.posts).toEqual([]);
  });
});
