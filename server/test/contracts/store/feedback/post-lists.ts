// The store contract for lists of posts: orders, ties, filters, and paging while others write.

import { describe, expect, it } from 'vitest';
import {
  type Post,
  type PostQuery,
  type PostSort,
  postSortKey,
  postSorts,
} from '../../../../src/domain/feedback/post.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import { addPosts, addUsers, clock, type Home, ids, modelPage, newHome, newPost, newTag } from '../world.ts';

const day = Date.UTC(2026, 0, 31);
const everyPost: PostQuery = { sort: 'recent', slice: { take: 1000, skip: 0, after: undefined } };

export function storePostLists(name: string, open: OpenStore): void {
  describe(`lists of posts in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const page = (query: Partial<PostQuery> = {}) =>
      store.read.posts.page(home.workspaceId, {
        sort: 'recent',
        slice: { take: 1000, skip: 0, after: undefined },
        ...query,
      });

    it('lists what a person voted for, or follows, in every order, a few posts or thousands', async () => {
      const [few, many] = await addUsers(store, home, 2);
      const posts = Array.from({ length: 2400 }, (_, index) =>
        newPost(home, {
          title: index % 3 === 0 ? 'Dark mode' : 'Export',
          statusId: home.statusIds[index % 2 === 0 ? 0 : 1],
          votesCount: (index * 7) % 5,
          createdAt: day + (index % 50),
        }),
      );
      await store.transaction(async (write) => {
        await write.posts.insertMany(home.workspaceId, posts);
        const voted = (userId: string, some: Post[]) =>
          some.map(({ id }) => ({ postId: id, userId, votedAt: day }));
        await write.votes.insertMany(home.workspaceId, voted(few?.id ?? '', posts.slice(100, 160)));
        await write.votes.insertMany(home.workspaceId, voted(many?.id ?? '', posts.slice(200)));
        const followed = (userId: string, some: Post[]) =>
          some.map(({ id }) => ({
            ...{ postId: id, originId: id, userId },
            ...{ followedAt: day, source: 'visitor' as const },
          }));
        await write.imports.addFollowers(home.workspaceId, [
          ...followed(few?.id ?? '', posts.slice(100, 160)),
          ...followed(many?.id ?? '', posts.slice(200)),
        ]);
      });
      const asked = [
        { voterIds: [few?.id ?? ''], among: posts.slice(100, 160) },
        { voterIds: [many?.id ?? ''], among: posts.slice(200) },
        { voterIds: [few?.id ?? '', many?.id ?? ''], among: [...posts.slice(100, 160), ...posts.slice(200)] },
      ];
      const narrowings = [{}, { statusIds: [home.statusIds[1]] }, { searches: [['dark']] }];
      for (const { voterIds, among } of asked) {
        for (const sort of postSorts) {
          for (const narrowing of narrowings) {
            const query = { ...narrowing, sort, slice: { take: 30, skip: 5, after: undefined } };
            for (const whose of [{ voterIds }, { followerIds: voterIds }]) {
              const page = await store.read.posts.page(home.workspaceId, { ...query, ...whose });
              expect(ids(page)).toEqual(ids(modelPage(among, query)));
            }
          }
        }
      }
    });

    it('lists the posts of a tag, an author and an owner, in every order, a few or thousands', async () => {
      const [writer, other] = await addUsers(store, home, 2);
      const [few, many] = [newTag('few'), newTag('many')];
      const all = Array.from({ length: 2600 }, (_, index) =>
        newPost(home, {
          title: index % 3 === 0 ? 'Dark mode' : 'Export',
          statusId: home.statusIds[index % 2 === 0 ? 0 : 1],
          authorId: (index % 40 === 0 ? other : writer)?.id ?? '',
          ownerId: index % 60 === 0 ? 'acct_few' : index < 2200 ? 'acct_many' : null,
          votesCount: (index * 7) % 5,
          createdAt: day + (index % 50),
        }),
      );
      await store.transaction(async (write) => {
        await write.posts.insertMany(home.workspaceId, all);
        for (const tag of [few, many]) await write.tags.insert(home.workspaceId, tag);
        const tagIdsAt = (index: number) => [
          ...(index % 50 === 0 ? [few.id] : []),
          ...(index < 2300 ? [many.id] : []),
        ];
        const tagged = new Map(all.map(({ id }, index) => [id, tagIdsAt(index)]));
        await write.imports.tagPosts(home.workspaceId, tagged);
      });
      const written = (by: typeof writer) => all.filter(({ authorId }) => authorId === by?.id);
      const owned = (...ownerIds: (string | null)[]) =>
        all.filter(({ ownerId }) => ownerIds.includes(ownerId));
      const asked: (Partial<PostQuery> & { among: Post[] })[] = [
        { ownerIds: ['acct_few'], among: owned('acct_few') },
        { ownerIds: ['acct_many'], among: owned('acct_many') },
        { ownerIds: ['none'], among: owned(null) },
        { ownerIds: ['acct_few', 'none'], among: owned('acct_few', null) },
        { tagIds: [few.id], among: all.filter((_, index) => index % 50 === 0) },
        { tagIds: [many.id], among: all.slice(0, 2300) },
        { tagIds: [few.id, many.id], among: all.filter((_, index) => index % 50 === 0 || index < 2300) },
        { tagIds: ['tag_absent'], among: [] },
        { authorIds: [other?.id ?? ''], among: written(other) },
        { authorIds: [writer?.id ?? ''], among: written(writer) },
        { authorIds: [writer?.id ?? '', other?.id ?? ''], among: all },
        {
          authorIds: [other?.id ?? ''],
          tagIds: [many.id],
          among: written(other).filter((post) => all.indexOf(post) < 2300),
        },
      ];
      const narrowings: Partial<PostQuery>[] = [
        {},
        { statusIds: [home.statusIds[1]] },
        { statusIds: home.statusIds, typeIds: home.typeIds },
        { searches: [['dark']] },
        { createdSince: day + 10, createdBefore: day + 30 },
        { createdSince: day + 5, createdBefore: day + 45, searches: [['dark']] },
      ];
      for (const { among, ...filters } of [...asked, { among: all }]) {
        for (const sort of postSorts) {
          for (const narrowing of narrowings) {
            const query = { ...narrowing, sort, slice: { take: 30, skip: 5, after: undefined } };
            const page = await store.read.posts.page(home.workspaceId, { ...query, ...filters });
            const named = `${sort} ${JSON.stringify({ ...filters, ...narrowing })}`;
            const whole = { ...query, slice: { take: all.length, skip: 0, after: undefined } };
            const model = modelPage(among, whole);
            expect(ids(page), named).toEqual(ids(model.slice(5, 35)));
            const deep = { ...query, slice: { take: 2, skip: 703, after: undefined } };
            const expected = model.slice(703, 705).map((post) => postSortKey(post, sort));
            if (sort === 'oldest' || expected.length === 0) continue;
            const keys = await store.read.posts.sortKeys(home.workspaceId, { ...deep, ...filters });
            expect(keys, `${named}, far into the list`).toEqual(expected);
          }
        }
      }
    });

    it('orders by creation, by votes then creation, and breaks every tie by id', async () => {
      const at = (createdAt: number, votesCount: number) => newPost(home, { createdAt, votesCount });
      const a = at(day, 1);
      const b = at(day, 1);
      const c = at(day + 1, 1);
      const d = at(day + 1, 0);
      const e = at(day - 1, 9);
      await addPosts(store, home, [c, a, e, b, d]);
      expect(ids(await page({ sort: 'recent' }))).toEqual(ids([d, c, b, a, e]));
      expect(ids(await page({ sort: 'oldest' }))).toEqual(ids([e, a, b, c, d]));
      expect(ids(await page({ sort: 'votes' }))).toEqual(ids([e, c, b, a, d]));
    });

    it('returns nothing for an empty filter and for unknown values', async () => {
      await addPosts(store, home, [newPost(home)]);
      expect(await page({ statusIds: [] })).toEqual([]);
      expect(await page({ typeIds: [] })).toEqual([]);
      expect(await page({ searches: [] })).toEqual([]);
      expect(await page({ statusIds: ['stat_absent'] })).toEqual([]);
      expect(await page({ typeIds: ["'; drop table posts; --", '"', '', '_'] })).toEqual([]);
      expect(await page({ statusIds: ['"', '*'], searches: [['dark']] })).toEqual([]);
      expect(await page({ statusIds: home.statusIds, searches: [['dark']] })).toHaveLength(1);
    });

    it.each(postSorts)('reads the same %s list by "after" as by page, under every filter', async (sort) => {
      const posts = Array.from({ length: 60 }, (_, index) =>
        newPost(home, {
          title: index % 3 === 0 ? 'Dark export' : 'Export data',
          statusId: home.statusIds[(index % 4) as 0],
          postTypeId: home.typeIds[(index % 3) as 0],
          votesCount: index % 5,
          createdAt: day + (index % 7),
        }),
      ).map((post) => ({ ...post, externalId: `ext-${post.id}` }));
      await addPosts(store, home, posts);
      const [open, planned] = home.statusIds;
      const [bug, idea] = home.typeIds;
      const filters: Partial<PostQuery>[] = [
        {},
        { statusIds: [open] },
        { typeIds: [idea] },
        { statusIds: [open], typeIds: [bug] },
        { statusIds: [open, planned] },
        { statusIds: [open, planned, 'stat_absent'], typeIds: [bug, idea] },
        { statusIds: [open, open] },
        { searches: [['exp']] },
        { searches: [['dark'], ['data']] },
        { searches: [['exp', 'da']], statusIds: [open, planned] },
        { searches: [['exp']], typeIds: [bug] },
        { updatedSince: clock.now() },
        { createdSince: day + 2 },
        { createdBefore: day + 4 },
        { createdSince: day + 2, createdBefore: day + 5 },
        { createdSince: day + 1, createdBefore: day + 6, searches: [['exp']] },
        { createdSince: day + 1, createdBefore: day + 6, statusIds: [open, planned], isMerged: false },
        { authorIds: [home.userId, 'user_absent'] },
        { authorIds: [home.userId], typeIds: [bug], createdBefore: day + 4 },
        { authorIds: [home.userId], searches: [['dark']] },
        { externalIds: posts.slice(3, 20).map(({ id }) => `ext-${id}`) },
        {
          externalIds: posts.slice(3, 20).map(({ id }) => `ext-${id}`),
          searches: [['dark']],
          statusIds: [open],
        },
      ];
      for (const filter of filters) {
        const whole = ids(modelPage(posts, { ...everyPost, ...filter, sort }));
        expect(ids(await walkByPage(store, home, sort, filter)), JSON.stringify(filter)).toEqual(whole);
        expect(ids(await walkByKey(store, home, sort, filter)), JSON.stringify(filter)).toEqual(whole);
      }
    });

    it('accepts more filter values than are read one by one', async () => {
      const posts = Array.from({ length: 30 }, (_, index) =>
        newPost(home, {
          statusId: home.statusIds[(index % 4) as 0],
          postTypeId: home.typeIds[(index % 3) as 0],
          votesCount: index % 4,
        }),
      );
      await addPosts(store, home, posts);
      const statusIds = [...home.statusIds.slice(0, 2), ...Array.from({ length: 98 }, (_, n) => `stat_${n}`)];
      const typeIds = [home.typeIds[1], ...Array.from({ length: 99 }, (_, n) => `type_${n}`)];
      for (const sort of postSorts) {
        const query = { ...everyPost, sort, statusIds, typeIds };
        expect(ids(await page(query))).toEqual(ids(modelPage(posts, query)));
      }
    });

    it('continues after a deleted post, among new ones', async () => {
      const posts = Array.from({ length: 10 }, () => newPost(home, { createdAt: day }));
      await addPosts(store, home, posts);
      const first = await page({ slice: { take: 4, skip: 0, after: undefined } });
      const last = first.at(-1) as Post;
      await store.transaction(async (write) => {
        await write.posts.remove(home.workspaceId, last.id);
        await write.posts.insert(home.workspaceId, newPost(home, { createdAt: day + 1 }));
      });
      const rest = await page({ slice: { take: 100, skip: 0, after: postSortKey(last, 'recent') } });
      expect(ids([...first, ...rest])).toEqual(ids(posts).reverse());
    });

    it('returns whole pages while others delete posts of them', async () => {
      const [left, right] = home.statusIds;
      const posts = Array.from({ length: 60 }, (_, index) =>
        newPost(home, { createdAt: day + index, statusId: index % 2 === 0 ? left : right }),
      );
      await addPosts(store, home, posts);
      const two = { statusIds: [left, right], slice: { take: 20, skip: 0, after: undefined } };
      // Newest first.
      for (const { id } of posts.slice(30).reverse()) {
        const [found] = await Promise.all([
          page(two),
          store.transaction((write) => write.posts.remove(home.workspaceId, id)),
        ]);
        expect(found).toHaveLength(20);
      }
    });

    it('returns no post twice while others move posts', async () => {
      const [left, right] = home.statusIds;
      const posts = Array.from({ length: 40 }, (_, index) =>
        newPost(home, { createdAt: day + index, statusId: left }),
      );
      await addPosts(store, home, posts);
      const two = { statusIds: [left, right], slice: { take: 20, skip: 0, after: undefined } };
      for (const post of posts.slice(20).reverse()) {
        const [found] = await Promise.all([
          page(two),
          store.transaction((write) => write.posts.update(home.workspaceId, { ...post, statusId: right })),
        ]);
        expect(ids(found)).toEqual([...new Set(ids(found))]);
        expect(found).toHaveLength(20);
      }
    });
  });
}

async function walkByPage(store: Store, home: Home, sort: PostSort, filter: Partial<PostQuery>) {
  const walked: Post[] = [];
  for (;;) {
    const slice = { take: 7, skip: walked.length, after: undefined };
    const posts = await store.read.posts.page(home.workspaceId, { ...filter, sort, slice });
    if (posts.length === 0) return walked;
    walked.push(...posts);
  }
}

async function walkByKey(store: Store, home: Home, sort: PostSort, filter: Partial<PostQuery>) {
  const walked: Post[] = [];
  for (;;) {
    const last = walked.at(-1);
    const slice = { take: 7, skip: 0, after: last && postSortKey(last, sort) };
    const posts = await store.read.posts.page(home.workspaceId, { ...filter, sort, slice });
    if (posts.length === 0) return walked;
    walked.push(...posts);
  }
}
