// The store contract for queries of posts: random corpora, changes and queries, compared with the simple model.

import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type Post, type PostQuery, postSortKey, postSorts } from '../../../../src/domain/feedback/post.ts';
import { searchWords } from '../../../../src/domain/kernel/search-words.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { postForms } from '../../../../src/shapes/feedback/post.ts';
import { presented } from '../../../../src/shapes/kernel/presented.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import { addPosts, type Home, modelPage, newHome, newPost } from '../world.ts';

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

export function storePostQueries(name: string, open: OpenStore): void {
  describe(`queries of posts in a store on ${name}`, () => {
    let store: Store;
    storeForEach(open, (opened) => {
      store = opened;
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
  });
}
