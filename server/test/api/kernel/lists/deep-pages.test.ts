// Offset pagination far into a list: exact at any depth, reached in steps.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../../src/domain/feedback/post.ts';
import { insertPosts } from '../../../support/bulk.ts';
import { startProgram, type TestProgram } from '../../../support/program.ts';

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
/** Changes something else, so that no answer is cached. */
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

  it('is empty past the end of a list', async () => {
    for (const list of ['posts', 'votes', 'comments', 'users', 'tags', 'audit-log', 'changelogs']) {
      for (const client of [program.live, program.test]) {
        const { status, body } = await client.get(`/${list}?cursor=1000000000`);
        expect([status, body.data.hasMore, body.data.next]).toEqual([200, false, null]);
      }
    }
  });

  it('is exact with the maximum number of filter values', async () => {
    const query = `limit=99&filters=${statuses}`;
    for (const sortBy of ['recent', 'oldest']) {
      const all = sortBy === 'recent' ? newestFirst() : newestFirst().reverse();
      for (const number of [2, 31, 52, 61]) {
        const found = await page(`${query}&sortBy=${sortBy}&cursor=${number}`);
        expect(idsOf(found)).toEqual(all.slice((number - 1) * 99, number * 99));
        expect(found.hasMore).toBe(number < 61);
      }
    }
  });

  it('is exact in an atomic batch that changes the list', async () => {
    const read = { method: 'GET', path: '/posts?sortBy=oldest&limit=50&cursor=61' };
    const remove = { method: 'DELETE', path: `/posts/${posts[7]?.id}` };
    const { body } = await program.test.post('/batch', { operations: [read, remove, read], atomic: true });
    const [before, , after] = body.data.results.map(
      ({ body: part }: { body: { data: unknown } }) => part.data,
    );
    const all = posts.map(({ id }) => id);
    expect(idsOf(before)).toEqual(all.slice(3000, 3050));
    expect(idsOf(after)).toEqual(all.slice(3001, 3051));
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

describe('pages by number and by position', () => {
  const lists = fc.record({
    sortBy: fc.constantFrom('recent', 'oldest', 'votes'),
    filters: fc.constantFrom(
      () => '',
      () => statuses,
      () => 'search:third',
      () => 'merged:false',
      () => 'createdSince:2020-01-01T00:00:00Z',
    ),
    limit: fc.integer({ min: 30, max: 100 }),
  });
  const changes = fc.record({
    kind: fc.constantFrom('create', 'backdate', 'delete', 'vote', 'move'),
    choice: fc.nat(count - 1),
  });
  const left = () => posts.filter(({ id }) => !deleted.has(id));
  const deleted = new Set<string>();

  const make: Record<string, (choice: number) => Promise<unknown>> = {
    create: (choice) => program.live.post('/posts', { title: `Every third ${choice}` }),
    backdate: (choice) =>
      program.live.post('/posts', {
        title: 'Other',
        createdAt: new Date(posts[choice]?.createdAt ?? 0).toISOString(),
      }),
    async delete(choice) {
      const id = left()[choice % left().length]?.id ?? '';
      deleted.add(id);
      await program.live.delete(`/posts/${id}`);
    },
    vote: (choice) =>
      program.live.post(`/posts/${left()[choice % left().length]?.id}/votes`, {
        user: { email: `reader${choice}@example.com` },
      }),
    async move(choice) {
      const { body } = await program.live.get('/statuses');
      const statusId = body.data.statuses[choice % body.data.statuses.length].id;
      await program.live.patch(`/posts/${left()[choice % left().length]?.id}`, { statusId });
    },
  };

  /** The ids of a list, walked by position. */
  const walked = async (query: string): Promise<string[]> => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const read = await page(`${query}&limit=100&after=${next}`);
      found.push(...idsOf(read));
      ({ next } = read);
    }
    return found;
  };

  it('are the same, whatever changes between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 4 }), lists, async (some, list) => {
        const query = `sortBy=${list.sortBy}&filters=${list.filters()}`;
        for (const { kind, choice } of some) {
          await make[kind]?.(choice);
          const client = choice % 2 === 0 ? program.live : program.test;
          const all = await walked(query);
          const last = Math.ceil(all.length / list.limit);
          for (const number of [1 + (choice % last), last, last + 1]) {
            const { body } = await client.get(`/posts?${query}&limit=${list.limit}&cursor=${number}`);
            const start = (number - 1) * list.limit;
            expect(idsOf(body.data)).toEqual(all.slice(start, start + list.limit));
            expect(body.data.hasMore).toBe(number < last);
          }
        }
      }),
      { numRuns: 3 },
    );
  });
});
