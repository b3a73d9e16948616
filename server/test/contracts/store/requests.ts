// The store contract for request records and counts over time.

import { describe, expect, it } from 'vitest';
import type { RequestQuery, RequestRecord } from '../../../src/domain/team/request-record.ts';
import type { Store } from '../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from './opening.ts';
import { addPosts, addUsers, type Home, ids, newComment, newHome, newPost, newRecord } from './world.ts';

const slice = { take: 100, skip: 0, after: undefined };
const hour = 3_600_000;
const day = 24 * hour;

export function storeRequests(name: string, open: OpenStore): void {
  describe(`request records in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    let other: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
      other = await newHome(store);
    });

    it('are listed newest first, by key, by outcome, by request id and after a position', async () => {
      const at = home.workspaceId;
      const kinds: Partial<RequestRecord>[] = [
        { outcome: 'ok', status: 200 },
        { outcome: 'error', status: 404, errorCode: 'NOT_FOUND', route: null },
        { outcome: 'limited', status: 429, errorCode: 'RATE_LIMITED' },
      ];
      const records = Array.from({ length: 300 }, (_, index) =>
        newRecord(at, { ...kinds[index % 3], callerId: `key_${index % 2}`, requestId: `req_${index % 100}` }),
      );
      await store.transaction(async (write) => {
        await write.requests.append([...records, newRecord(other.workspaceId, { requestId: 'req_7' })]);
        await write.requests.append([]);
      });
      const newestFirst = [...records].reverse();
      const page = (query: Partial<RequestQuery>) => store.read.requests.page(at, { slice, ...query });
      expect(await page({})).toEqual(newestFirst.slice(0, 100));
      expect(await page({ slice: { ...slice, after: [newestFirst[99]?.id ?? ''] } })).toEqual(
        newestFirst.slice(100, 200),
      );
      const queries: Partial<RequestQuery>[] = [
        { callerId: 'key_1' },
        { outcome: 'ok' },
        { outcome: 'error' },
        { outcome: 'limited', callerId: 'key_0' },
        { outcome: 'ok', callerId: 'key_0' },
        { requestId: 'req_7' },
        { requestId: 'req_7', callerId: 'key_0' },
        { callerId: 'key_none' },
      ];
      for (const query of queries) {
        const expected = newestFirst.filter((record) =>
          Object.entries(query).every(([field, value]) => record[field as keyof RequestRecord] === value),
        );
        expect(await page(query), JSON.stringify(query)).toEqual(expected.slice(0, 100));
      }
    });

    it('are counted per hour and day, however often an hour is added to', async () => {
      const at = home.workspaceId;
      const counts = (keyId: string, hourAt: number, requests: number) => ({
        workspaceId: at,
        keyId,
        hourAt,
        requests,
        errors: 1,
        limited: 2,
      });
      await Promise.all(
        Array.from({ length: 8 }, () =>
          store.transaction((write) =>
            write.requests.addCounts([
              counts('key_b', 9 * day + hour, 1),
              counts('key_a', 9 * day, 10),
              { ...counts('key_a', 9 * day, 1000), workspaceId: other.workspaceId },
            ]),
          ),
        ),
      );
      await store.transaction((write) => write.requests.addCounts([counts('key_b', 9 * day + 23 * hour, 5)]));
      await store.transaction((write) => write.requests.addCounts([counts('key_b', 10 * day, 7)]));
      const byHour = (await store.read.requests.hourlyCounts(at, 9 * day + hour)).map(
        ({ keyId, hourAt, requests, errors, limited }) => [keyId, hourAt, requests, errors, limited],
      );
      expect(byHour.sort((one, two) => Number(one[1]) - Number(two[1]))).toEqual([
        ['key_b', 9 * day + hour, 8, 8, 16],
        ['key_b', 9 * day + 23 * hour, 5, 1, 2],
        ['key_b', 10 * day, 7, 1, 2],
      ]);
      const byDay = (await store.read.requests.dailyCounts(at, 9 * day)).map(
        ({ keyId, dayAt, requests, errors, limited }) => [keyId, dayAt, requests, errors, limited],
      );
      expect(byDay.sort((one, two) => Number(two[2]) - Number(one[2]))).toEqual([
        ['key_a', 9 * day, 80, 8, 16],
        ['key_b', 9 * day, 13, 9, 18],
        ['key_b', 10 * day, 7, 1, 2],
      ]);
    });

    it('are removed by age, one workspace at a time', async () => {
      const at = home.workspaceId;
      const records = [10, 20, 30].map((instant) => newRecord(at, { at: instant }));
      await store.transaction(async (write) => {
        await write.requests.append([...records, newRecord(other.workspaceId, { at: 1 })]);
        const counts = { keyId: 'key_1', requests: 1, errors: 0, limited: 0 };
        for (const workspaceId of [at, other.workspaceId])
          await write.requests.addCounts([{ ...counts, workspaceId, hourAt: hour }]);
      });
      const forget = (instant: number) =>
        store.transaction((write) => write.requests.forgetRecordsBefore(at, instant));
      expect([await forget(30), await forget(30)]).toEqual([2, 0]);
      expect(ids(await store.read.requests.page(at, { slice }))).toEqual(ids(records.slice(2)));
      expect(await store.read.requests.page(other.workspaceId, { slice })).toHaveLength(1);
      const forgetCounts = () =>
        store.transaction((write) => write.requests.forgetCountsBefore(at, hour + 1));
      expect([await forgetCounts(), await forgetCounts()]).toEqual([1, 0]);
      expect(await store.read.requests.hourlyCounts(other.workspaceId, 0)).toHaveLength(1);
    });
  });

  describe(`counts over time in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    it('count posts, votes and public comments per day, each midnight once', async () => {
      const other = await newHome(store);
      const at = home.workspaceId;
      const from = 100 * day;
      const made = [from - 1, from, from + day - 1, from + day, from + 12 * day, from + 13 * day];
      const posts = made.map((createdAt) => newPost(home, { createdAt }));
      await addPosts(store, home, posts);
      await addPosts(store, other, [newPost(other, { createdAt: from })]);
      const [post] = posts as [(typeof posts)[0]];
      const voters = await addUsers(store, home, 3);
      await store.transaction(async (write) => {
        for (const [index, { id: userId }] of voters.entries())
          await write.votes.add(at, { postId: post.id, userId, votedAt: from + 2 * day + index });
        await write.comments.insert(at, newComment(home, post.id, { createdAt: from + day }));
        await write.comments.insert(at, newComment(home, post.id, { createdAt: from, isPrivate: true }));
      });
      const days = (counts: Record<number, number>) =>
        Array.from({ length: 13 }, (_, index) => counts[index] ?? 0);
      const { countsByDay } = store.read.insights;
      expect(await countsByDay(at, 'posts', from, 13)).toEqual(days({ 0: 2, 1: 1, 12: 1 }));
      expect(await countsByDay(at, 'votes', from, 13)).toEqual(days({ 2: 3 }));
      expect(await countsByDay(at, 'comments', from, 13)).toEqual(days({ 1: 1 }));
    });

    it('name the posts that gained the most votes', async () => {
      const at = home.workspaceId;
      const posts = [newPost(home), newPost(home), newPost(home), newPost(home)] as const;
      await addPosts(store, home, posts);
      const voters = await addUsers(store, home, 3);
      await store.transaction(async (write) => {
        for (const [rank, count] of [1, 3, 1, 0].entries())
          for (const { id: userId } of voters.slice(0, count))
            await write.votes.add(at, { postId: posts[rank]?.id ?? '', userId, votedAt: 100 + rank });
        await write.votes.add(at, { postId: posts[3].id, userId: home.userId, votedAt: 99 });
      });
      expect(await store.read.insights.movers(at, 100, 2)).toEqual([
        { postId: posts[1].id, votes: 3 },
        { postId: posts[2].id, votes: 1 },
      ]);
      expect(await store.read.insights.movers(at, 100, 10)).toHaveLength(3);
    });
  });
}
