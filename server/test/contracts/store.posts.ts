// The store contract for lists of posts: orders, ties, paging, filters and deletion.

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Post, type PostQuery, type PostSort, postSortKey, postSorts } from '../../src/domain/post.ts';
import type { RichText } from '../../src/domain/rich-text/rich-text.ts';
import { searchWords } from '../../src/domain/search-words.ts';
import type { Store } from '../../src/ports/store.ts';
import { postForms } from '../../src/shapes/post.ts';
import { presented } from '../../src/shapes/presented.ts';
import {
  addPosts,
  addUsers,
  clock,
  commentsOfPost,
  type Home,
  ids,
  mint,
  modelPage,
  newAttachment,
  newComment,
  newHome,
  newPost,
  newTag,
  type OpenStore,
  type StoreUnderTest,
} from './store.world.ts';

const words = ['dark', 'darker', 'Mode', 'MODÈLE', 'export', '导出', '数据', 'ダーク', 'Straße', 'a', '2026'];
const day = Date.UTC(2026, 0, 31);

/** A corpus of few distinct values, so that ties of every kind are common. */
const postFields = fc.record({
  title: fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
    .map((chosen) => chosen.join(' ')),
  status: fc.nat(3),
  type: fc.nat(2),
  votesCount: fc.nat(2),
  createdAt: fc.nat(3).map((ms) => day + ms),
  updatedAt: fc.nat(5).map((ms) => day + ms),
});

const change = fc.record({
  which: fc.nat(1000),
  kind: fc.constantFrom('edit', 'edit', 'edit', 'votes', 'remove'),
  fields: postFields,
});

const question = fc.record({
  statuses: fc.option(fc.subarray([0, 1, 2, 3, 4]), { nil: undefined, freq: 2 }),
  types: fc.option(fc.subarray([0, 1, 2, 3]), { nil: undefined, freq: 2 }),
  searches: fc.option(
    fc.array(
      fc.array(fc.constantFrom(...words, 'd', 'da', 'mod', 'nothing'), { minLength: 1, maxLength: 2 }),
      {
        maxLength: 3,
      },
    ),
    { nil: undefined, freq: 2 },
  ),
  updatedSince: fc.option(
    fc.nat(6).map((ms) => day + ms),
    { nil: undefined, freq: 3 },
  ),
  createdSince: fc.option(
    fc.nat(4).map((ms) => day + ms),
    { nil: undefined, freq: 3 },
  ),
  createdBefore: fc.option(
    fc.nat(4).map((ms) => day + ms),
    { nil: undefined, freq: 3 },
  ),
  authors: fc.option(fc.subarray([0, 1]), { nil: undefined, freq: 3 }),
  sort: fc.constantFrom(...postSorts),
  take: fc.integer({ min: 1, max: 12 }),
  skip: fc.nat(20),
  after: fc.option(fc.nat(1000), { nil: undefined, freq: 2 }),
});

type Fields = typeof postFields extends fc.Arbitrary<infer T> ? T : never;
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

const fieldsIn = (home: Home, { status, type, ...fields }: Fields): Partial<Post> => ({
  ...fields,
  statusId: home.statusIds[status as 0],
  postTypeId: home.typeIds[type as 0],
});

/** A query on this corpus; the fifth status and the fourth type do not exist. */
function queryIn(home: Home, posts: readonly Post[], asked: Question): PostQuery {
  const { statuses, types, searches, updatedSince, createdSince, createdBefore, authors } = asked;
  const { sort, take, skip } = asked;
  const from = asked.after === undefined ? undefined : posts[asked.after % Math.max(1, posts.length)];
  return {
    ...(statuses && { statusIds: statuses.map((index) => [...home.statusIds, 'stat_absent'][index] ?? '') }),
    ...(types && { typeIds: types.map((index) => [...home.typeIds, 'type_absent'][index] ?? '') }),
    ...(searches && { searches: searches.map((search) => searchWords(search.join(' '))) }),
    ...(updatedSince !== undefined && { updatedSince }),
    ...(createdSince !== undefined && { createdSince }),
    ...(createdBefore !== undefined && { createdBefore }),
    ...(authors && { authorIds: authors.map((index) => [home.userId, 'user_absent'][index] ?? '') }),
    sort,
    slice: { take, skip: from ? 0 : skip, after: from && postSortKey(from, sort) },
  };
}

export function storePosts(name: string, open: OpenStore): void {
  describe(`posts in a store on ${name}`, () => {
    let engine: StoreUnderTest;
    let store: Store;
    let home: Home;
    beforeEach(async () => {
      engine = await open();
      store = engine.store;
      home = await newHome(store);
    });
    afterEach(async () => {
      await engine.close();
    });

    const page = (query: Partial<PostQuery> = {}) =>
      store.read.posts.page(home.workspaceId, {
        sort: 'recent',
        slice: { take: 1000, skip: 0, after: undefined },
        ...query,
      });

    it('lists what a person voted for in every order, a few posts or thousands', async () => {
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
            const page = await store.read.posts.page(home.workspaceId, { ...query, voterIds });
            expect(ids(page)).toEqual(ids(modelPage(among, query)));
          }
        }
      }
    });

    it('lists the posts of a tag, and of an author, in every order, a few or thousands', async () => {
      const [writer, other] = await addUsers(store, home, 2);
      const [few, many] = [newTag('few'), newTag('many')];
      const all = Array.from({ length: 2600 }, (_, index) =>
        newPost(home, {
          title: index % 3 === 0 ? 'Dark mode' : 'Export',
          statusId: home.statusIds[index % 2 === 0 ? 0 : 1],
          authorId: (index % 40 === 0 ? other : writer)?.id ?? '',
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
      const asked: (Partial<PostQuery> & { among: Post[] })[] = [
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

    it('returns every field of a post as stored, absent ones as null', async () => {
      const full = newPost(home, {
        title: 'Ünïcödé 👍 title',
        description: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
        },
        descriptionHtml: '<p>x</p>',
        votesCount: 3,
        commentsCount: 4,
        externalId: 'ext-1',
        sourceUrl: 'https://example.com/1',
        mergedIntoId: mint('post'),
        version: 7,
        createdAt: day,
        updatedAt: day + 1,
      });
      const bare = newPost(home);
      await addPosts(store, home, [full, bare]);
      expect(await store.read.posts.find(home.workspaceId, full.id)).toEqual(full);
      expect(await store.read.posts.findByExternalId(home.workspaceId, 'ext-1')).toEqual(full);
      expect(await store.read.posts.findIdByExternalId(home.workspaceId, 'ext-1')).toBe(full.id);
      expect(await store.read.posts.findIdByExternalId(home.workspaceId, 'ext-2')).toBeUndefined();
      expect(await store.read.posts.find(home.workspaceId, bare.id)).toEqual(bare);
      expect(await store.read.posts.find(home.workspaceId, mint('post'))).toBeUndefined();
      expect(await store.read.posts.findByExternalId(home.workspaceId, 'ext-2')).toBeUndefined();
      expect(await page()).toEqual(modelPage([full, bare], everyPost));
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

    it('agrees with the simple model for any corpus, changes and query', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(postFields, { maxLength: 40 }),
          fc.array(change, { maxLength: 12 }),
          fc.array(question, { minLength: 8, maxLength: 8 }),
          async (corpus, changes, questions) => {
            // Its own workspace, isolated from those of other runs.
            const here = await newHome(store);
            const posts = new Map(
              corpus.map((fields) => {
                const post = newPost(here, fieldsIn(here, fields));
                return [post.id, post] as const;
              }),
            );
            await addPosts(store, here, [...posts.values()]);
            for (const { which, kind, fields } of changes) {
              const post = [...posts.values()][which % Math.max(1, posts.size)];
              if (post === undefined) continue;
              await store.transaction(async (write) => {
                if (kind === 'remove') {
                  posts.delete(post.id);
                  await write.posts.remove(here.workspaceId, post.id);
                } else if (kind === 'votes') {
                  posts.set(post.id, { ...post, votesCount: post.votesCount + fields.votesCount });
                  await write.posts.addToCounts(here.workspaceId, post.id, { votes: fields.votesCount });
                } else {
                  const edited = { ...post, ...fieldsIn(here, fields), votesCount: post.votesCount };
                  posts.set(post.id, edited);
                  await write.posts.update(here.workspaceId, {
                    ...edited,
                    votesCount: 99,
                    commentsCount: 99,
                  });
                }
              });
            }
            const all = [...posts.values()];
            for (const asked of questions) {
              const query = queryIn(here, all, asked);
              const expected = modelPage(all, query);
              expect(await store.read.posts.page(here.workspaceId, query)).toEqual(expected);
              const asJson = { form: postForms.detailed, keys: ['id'] } as const;
              const texts = await store.read.posts.pageAsJson(here.workspaceId, query, asJson);
              expect(texts.map(({ json }) => `${json}}`)).toEqual(
                expected.map((post) => JSON.stringify(presented(post, postForms.detailed))),
              );
              expect(await store.read.posts.sortKeys(here.workspaceId, query)).toEqual(
                expected.map((post) => postSortKey(post, query.sort)),
              );
            }
          },
        ),
        // Partitions change where a row is, not what a query means: fewer runs show that it is found.
        { numRuns: inject('engines') === 'partitioned' ? 40 : 120 },
      );
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

    it('writes posts as JSON exactly as JSON.stringify writes the presented object', async () => {
      const odd = [
        '"quoted" \\ and </script>',
        '\b\f\n\r\t\u0001\u001e\u001f\u007f',
        'é 导出 🌒 \u2028\u2029',
        "it's {} []",
        '',
      ];
      const saying = (text: string): RichText => ({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      });
      const documents = odd.map(saying);
      const long = saying('"🌒" '.repeat(2000));
      const posts = [...documents, long].map((description, index) =>
        newPost(home, {
          title: odd[index] ?? 'Long',
          description,
          descriptionHtml: `<p title="x">${odd[index] ?? 'x'.repeat(5000)}</p>`,
          externalId: index % 2 === 0 ? null : `"${index}"`,
          sourceUrl: index % 2 === 0 ? 'https://example.com/?a="b"' : null,
          votesCount: index,
          createdAt: day + index,
          updatedAt: day + 7 * index,
        }),
      );
      await addPosts(store, home, posts);
      for (const form of [postForms.listed, postForms.detailed]) {
        const keys = ['id', 'createdAt', 'mergedIntoId'] as const;
        // `mergedIntoId` may be null, so it can't be part of a page that is read as one text.
        for (const some of [keys, keys.slice(0, 2)]) {
          const found = await store.read.posts.pageAsJson(
            home.workspaceId,
            { ...everyPost, sort: 'oldest' },
            { form, keys: some },
          );
          expect(found.map(({ json }) => `${json}}`)).toEqual(
            posts.map((post) => JSON.stringify(presented(post, form))),
          );
          for (const [index, { id, createdAt }] of found.entries())
            expect({ id, createdAt }).toEqual({ id: posts[index]?.id, createdAt: day + index });
        }
        for (const post of posts) {
          const one = await store.read.posts.findAsJson(home.workspaceId, post.id, { form, keys });
          expect(`${one?.json}}`).toBe(JSON.stringify(presented(post, form)));
          expect(one?.mergedIntoId).toBeNull();
        }
      }
    });

    it('changes counts by difference only; an update does not touch them', async () => {
      const post = newPost(home, { votesCount: 5, commentsCount: 2 });
      await addPosts(store, home, [post]);
      await store.transaction(async (write) => {
        await write.posts.addToCounts(home.workspaceId, post.id, { votes: 2 });
        await write.posts.addToCounts(home.workspaceId, post.id, { comments: -1 }, day);
        await write.posts.update(home.workspaceId, {
          ...post,
          title: 'New',
          votesCount: 0,
          commentsCount: 0,
        });
      });
      const stored = await store.read.posts.find(home.workspaceId, post.id);
      expect(stored).toEqual({ ...post, title: 'New', votesCount: 7, commentsCount: 1 });
      await store.transaction((write) =>
        write.posts.addToCounts(home.workspaceId, post.id, { votes: 1 }, day + 7),
      );
      const counted = await store.read.posts.find(home.workspaceId, post.id);
      expect(counted).toEqual({ ...stored, votesCount: 8, updatedAt: day + 7 });
    });

    it('stores many like one, including search', async () => {
      // Some are alone in their millisecond; others share it within or across loads.
      const posts = Array.from({ length: 300 }, (_, index) =>
        newPost(home, {
          title: `Bulk ${index % 7}`,
          createdAt: index % 2 === 0 ? day - index : day + ((index * 5) % 11),
          votesCount: index % 3,
        }),
      );
      const loads = [0, 1, 2].map((turn) => posts.filter((_, index) => index % 3 === turn).reverse());
      for (const load of loads)
        await store.transaction((write) => write.posts.insertMany(home.workspaceId, load));
      await store.transaction((write) => write.posts.insertMany(home.workspaceId, []));
      for (const sort of postSorts) {
        for (const searches of [undefined, [['bulk']], [['bulk', '3']]]) {
          const query = { ...everyPost, sort, ...(searches && { searches }) };
          expect(await page(query)).toEqual(modelPage(posts, query));
        }
      }
    });

    it('removes a post with its 5,000 votes, comments, tags, attachments and history, and nothing else', async () => {
      const [gone, kept] = [newPost(home, { votesCount: 5000 }), newPost(home, { votesCount: 5000 })];
      await addPosts(store, home, [gone, kept]);
      const users = await addUsers(store, home, 5000);
      const tag = newTag('tag');
      await store.transaction(async (write) => {
        await write.tags.insert(home.workspaceId, tag);
        for (const { id: postId } of [gone, kept]) {
          const votes = users.map(({ id: userId }) => ({ postId, userId, votedAt: day }));
          await write.votes.insertMany(home.workspaceId, votes);
          const comments = Array.from({ length: 2500 }, () => newComment(home, postId));
          await write.comments.insertMany(home.workspaceId, comments);
          await write.tags.replaceTags(home.workspaceId, postId, [tag.id]);
          await write.attachments.insert(
            home.workspaceId,
            newAttachment(postId, { fileKey: `file-${postId}` }),
          );
          await write.statuses.insertChange(home.workspaceId, {
            id: mint('statusChange'),
            postId,
            fromStatusId: null,
            toStatusId: home.statusIds[0],
            comment: null,
            createdAt: day,
          });
        }
      });
      await store.transaction((write) => write.posts.remove(home.workspaceId, gone.id));

      expect(ids(await page())).toEqual([kept.id]);
      expect(ids(await page({ searches: [['dark']] }))).toEqual([kept.id]);
      expect(await store.read.posts.find(home.workspaceId, gone.id)).toBeUndefined();
      const both = [gone.id, kept.id];
      expect([...(await store.read.tags.tagsOf(home.workspaceId, both)).keys()]).toEqual([kept.id]);
      expect([...(await store.read.attachments.attachmentsOf(home.workspaceId, both)).keys()]).toEqual([
        kept.id,
      ]);
      const fileKeys = both.map((id) => `file-${id}`);
      expect([...(await store.read.attachments.fileKeysInUse(fileKeys))]).toEqual([`file-${kept.id}`]);
      const votes = await store.read.votes.votesOf(home.workspaceId, [gone, kept], 10_000);
      expect([votes.get(gone.id)?.length, votes.get(kept.id)?.length]).toEqual([undefined, 5000]);
      const comments = async (postId: string) =>
        (await commentsOfPost(store.read, home.workspaceId, postId)).length;
      expect([await comments(gone.id), await comments(kept.id)]).toEqual([0, 2500]);
    });
  });
}

const everyPost: PostQuery = { sort: 'recent', slice: { take: 1000, skip: 0, after: undefined } };

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
