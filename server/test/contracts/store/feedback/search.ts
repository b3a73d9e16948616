// The store contract for search: the same words in every engine and script, always up to date.

import { describe, expect, inject, it } from 'vitest';
import { type Post, type PostQuery, postSortKey, postSorts } from '../../../../src/domain/feedback/post.ts';
import { maxPrefixLength, searchWords } from '../../../../src/domain/kernel/search-words.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { languagesOfTitles, titles } from '../../titles.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import { addPosts, clock, type Home, hasAllWords, ids, modelPage, newHome, newPost } from '../world.ts';

const day = Date.UTC(2026, 0, 31);
const everyPost: PostQuery = { sort: 'recent', slice: { take: 5000, skip: 0, after: undefined } };

export function storeSearch(name: string, open: OpenStore): void {
  describe(`search in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const find = (text: string, query: Partial<PostQuery> = {}) =>
      store.read.posts.page(home.workspaceId, { ...everyPost, searches: [searchWords(text)], ...query });

    it('agrees with the simple model on 500 titles in 12 languages, for every prefix of every word', async () => {
      expect(languagesOfTitles).toHaveLength(12);
      expect(new Set(titles).size).toBeGreaterThanOrEqual(500);
      const posts = titles.map((title, index) => newPost(home, { title, createdAt: day + (index % 50) }));
      await store.transaction((write) => write.posts.insertMany(home.workspaceId, posts));
      const newestFirst = modelPage(posts, everyPost);

      const beginnings = new Set<string>();
      for (const word of titles.flatMap(searchWords)) {
        const characters = [...word];
        for (const length of [1, 2, 3, characters.length - 1, characters.length])
          if (length > 0) beginnings.add(characters.slice(0, length).join(''));
      }
      expect(beginnings.size).toBeGreaterThan(700);
      // How words begin doesn't depend on partitions; a part of them shows that posts are found there.
      const share = inject('engines') === 'partitioned' ? 8 : 1;
      for (const beginning of [...beginnings].filter((_, index) => index % share === 0)) {
        const found = await store.read.posts.page(home.workspaceId, {
          ...everyPost,
          searches: [[beginning]],
        });
        const expected = newestFirst.filter(({ title }) => hasAllWords(title, [beginning]));
        expect(expected.length).toBeGreaterThan(0);
        expect(ids(found), beginning).toEqual(ids(expected));
      }
      for (const [index, { id, title }] of posts.entries()) {
        if (searchWords(title).length === 0 || index % share !== 0) continue;
        const sort = postSorts[index % 3] ?? 'recent';
        const query: PostQuery = { ...everyPost, sort, searches: [searchWords(title).slice(0, 16)] };
        const found = await store.read.posts.page(home.workspaceId, query);
        expect(ids(found), title).toEqual(ids(modelPage(posts, query)));
        expect(ids(found), title).toContain(id);
      }
    });

    it('ignores case, accents and width, and requires a match for every word', async () => {
      const post = newPost(home, { title: 'Über den CAFÉ-Export ２０２６ in İstanbul' });
      await addPosts(store, home, [post]);
      for (const text of ['uber', 'CAFE exp', 'export café', '2026', 'istan', 'ISTANBUL', 'cafe\u0301'])
        expect(ids(await find(text)), text).toEqual([post.id]);
      for (const text of ['ber', 'cafes', 'cafe missing', 'xport'])
        expect(await find(text), text).toEqual([]);
    });

    it('counts the posts with a word, exactly if they are few, and tells rarer words from common ones', async () => {
      const posts = Array.from({ length: 60 }, (_, index) =>
        newPost(home, {
          title: ['Alpha', index % 3 === 0 ? 'beta' : '', index < 4 ? 'Gammas' : ''].join(' '),
        }),
      );
      const other = await newHome(store);
      await addPosts(store, home, posts);
      await addPosts(store, other, [newPost(other, { title: 'Beta delta' })]);
      const words = ['gamma', 'delta', 'alpha', 'beta', 'x'.repeat(maxPrefixLength + 1)];
      const [gamma, delta, alpha = 0, beta = 0, long] = await store.read.posts.countsOfWords(
        home.workspaceId,
        words,
        15,
      );
      expect([gamma, delta, long]).toEqual([4, 0, 0]);
      expect(beta).toBeGreaterThanOrEqual(15);
      expect(alpha).toBeGreaterThanOrEqual(beta);
    });

    it('finds the titles last added that have all of some words, for visitors only those of public posts', async () => {
      const titled = (title: string, more: Partial<Post> = {}) => newPost(home, { title, ...more });
      const [one, two, three] = [
        titled('Dark mode', { visibility: 'public' }),
        titled('A dark theme, and another mode', { createdAt: day - 1 }),
        titled('Darker moderation', { visibility: 'public', createdAt: day - 2 }),
      ] as [Post, Post, Post];
      const merged = titled('Dark mode, merged', { visibility: 'public', mergedIntoId: one.id });
      await addPosts(store, home, [one, two, three, merged, titled('Dark only'), titled('Mode only')]);
      const found = async (max: number, areShown: boolean) =>
        (await store.read.posts.titleWords(home.workspaceId, ['dark', 'mode'], { max, areShown })).map(
          ({ id }) => id,
        );
      expect(await found(9, false)).toEqual(ids([merged, three, two, one]));
      expect(await found(2, false)).toEqual(ids([merged, three]));
      expect(await found(9, true)).toEqual(ids([three, one]));
      expect(await found(1, true)).toEqual([three.id]);
      const all = await store.read.posts.titleWords(home.workspaceId, ['theme'], { max: 9, areShown: false });
      expect(all).toEqual([{ id: two.id, words: searchWords(two.title) }]);
      expect(
        await store.read.posts.titleWords((await newHome(store)).workspaceId, ['dark'], {
          max: 9,
          areShown: false,
        }),
      ).toEqual([]);
    });

    it('distinguishes words that differ after the indexed 24 characters', async () => {
      const long = 'x'.repeat(maxPrefixLength);
      const [one, two, three] = [`${long}one`, `${long}ONE two`, `${long}three`].map((title, index) =>
        newPost(home, { title, votesCount: index }),
      ) as [Post, Post, Post];
      const short = newPost(home, { title: long });
      const astral = newPost(home, { title: `${'𝒳𐐀'.repeat(15)} tail` });
      await addPosts(store, home, [one, two, three, short, astral]);
      for (const sort of postSorts) {
        const query = { sort };
        const found = async (text: string) => new Set(ids(await find(text, query)));
        expect(await found(long)).toEqual(new Set(ids([one, two, three, short])));
        expect(await found(`${long}o`)).toEqual(new Set(ids([one, two])));
        expect(await found(`${long}one tw`)).toEqual(new Set([two.id]));
        expect(await found(`${long}th`)).toEqual(new Set([three.id]));
        expect(await found(`${long}thx`)).toEqual(new Set());
        expect(await found('𐐀'.repeat(2))).toEqual(new Set());
        expect(await found(`${astral.title.slice(0, 40)}`)).toEqual(new Set([astral.id]));
        expect(await found(`${astral.title.split(' ')[0]}`)).toEqual(new Set([astral.id]));
      }
      const either = await find('', { searches: [[`${long}one`], [`${long}three`]] });
      expect(new Set(ids(either))).toEqual(new Set(ids([one, two, three])));
    });

    it('follows changes of title, status and type, and drops deleted posts', async () => {
      const post = newPost(home, { title: 'Old words' });
      await addPosts(store, home, [post, newPost(home, { title: 'Bystander' })]);
      const [open, planned] = home.statusIds;
      const [bug, idea] = home.typeIds;
      const edited = { ...post, title: 'New wording', statusId: planned, postTypeId: idea };
      await store.transaction((write) => write.posts.update(home.workspaceId, edited));
      expect(await find('old')).toEqual([]);
      expect(await find('new words')).toEqual([]);
      expect(await find('wording new')).toEqual([edited]);
      expect(await find('new', { statusIds: [planned] })).toEqual([edited]);
      expect(await find('new', { typeIds: [idea], statusIds: [open, planned] })).toEqual([edited]);
      expect(await find('new', { statusIds: [open] })).toEqual([]);
      expect(await find('new', { typeIds: [bug] })).toEqual([]);
      await store.transaction((write) => write.posts.remove(home.workspaceId, post.id));
      expect(await find('new')).toEqual([]);
      expect(await find('bystander')).toHaveLength(1);
    });

    it('sorts a post back-dated into a crowded millisecond by id', async () => {
      const other = await newHome(store);
      const posts = Array.from({ length: 9 }, (_, index) =>
        newPost(index % 4 === 3 ? other : home, { title: `Word ${index}`, createdAt: day }),
      );
      const late = posts[4] as Post;
      const strangers = new Set(posts.filter((_, index) => index % 4 === 3));
      const moving = { ...late, createdAt: day + 5000 };
      await store.transaction(async (write) => {
        for (const post of [...posts].reverse())
          await write.posts.insert(
            strangers.has(post) ? other.workspaceId : home.workspaceId,
            post === late ? moving : post,
          );
      });
      const here = posts.filter((post) => !strangers.has(post));
      const expectOrder = async (expected: Post[]) => {
        expect(ids(await find('word'))).toEqual(ids(expected).reverse());
        expect(ids(await find('word', { sort: 'oldest' }))).toEqual(ids(expected));
        for (const [index, post] of expected.entries()) {
          const after = postSortKey(post, 'oldest');
          const rest = await find('word', { sort: 'oldest', slice: { take: 100, skip: 0, after } });
          expect(ids(rest)).toEqual(ids(expected.slice(index + 1)));
          const earlier = await find('word', { sort: 'recent', slice: { take: 100, skip: 0, after } });
          expect(ids(earlier)).toEqual(ids(expected.slice(0, index)).reverse());
        }
        const theirs = { ...everyPost, searches: [['word']], sort: 'oldest' as const };
        expect(ids(await store.read.posts.page(other.workspaceId, theirs))).toEqual(ids([...strangers]));
      };
      await expectOrder([...here.filter((post) => post !== late), moving]);
      await store.transaction((write) => write.posts.update(home.workspaceId, late));
      await expectOrder(here);
      const early = { ...late, createdAt: day - 1 };
      await store.transaction((write) => write.posts.update(home.workspaceId, early));
      await expectOrder([early, ...here.filter((post) => post !== late)]);
    });

    it('sorts many posts of one millisecond by id, whenever each was dated to it', async () => {
      const posts = Array.from({ length: 400 }, (_, index) =>
        newPost(home, { title: 'Tied', createdAt: index % 2 === 0 ? day : day + 1 + index }),
      );
      await addPosts(store, home, [...posts].reverse());
      const tied = posts.map((post) => ({ ...post, createdAt: day }));
      await store.transaction(async (write) => {
        for (const post of tied.filter((_, index) => index % 2 === 1))
          await write.posts.update(home.workspaceId, post);
      });
      for (const sort of ['recent', 'oldest'] as const) {
        const expected = ids(modelPage(tied, { ...everyPost, sort }));
        const byCursor: string[] = [];
        const byAfter: string[] = [];
        for (let skip = 0; skip < tied.length; skip += 30) {
          byCursor.push(...ids(await find('tied', { sort, slice: { take: 30, skip, after: undefined } })));
          const last = tied.find(({ id }) => id === byAfter.at(-1));
          const after = last && postSortKey(last, sort);
          byAfter.push(...ids(await find('tied', { sort, slice: { take: 30, skip: 0, after } })));
        }
        expect(byCursor).toEqual(expected);
        expect(byAfter).toEqual(expected);
      }
    });

    it('finds the few matches that a filter leaves, on every page', async () => {
      const target = newPost(home, { title: 'Target', createdAt: day - 1 });
      const posts = Array.from({ length: 1800 }, (_, index) =>
        newPost(home, {
          title: `Export ${index}`,
          // Several share a millisecond, with window boundaries between them.
          createdAt: day + Math.floor(index / 3),
          updatedAt: day + (index % 90 === 0 ? 10_000 : 0),
          mergedIntoId: index % 45 === 0 ? target.id : null,
          postTypeId: home.typeIds[(index % 3) as 0],
        }),
      );
      await addPosts(store, home, [target]);
      await store.transaction((write) => write.posts.insertMany(home.workspaceId, posts));
      const filters: Partial<PostQuery>[] = [
        { isMerged: true },
        { isMerged: false },
        { updatedSince: day + 10_000 },
        { isMerged: true, updatedSince: day + 10_000, typeIds: [home.typeIds[0]] },
        { updatedSince: day + 10_001 },
      ];
      for (const filter of filters)
        for (const sort of postSorts) {
          const query = { ...everyPost, searches: [['exp']], sort, ...filter };
          const expected = ids(modelPage(posts, query));
          const walked: string[] = [];
          const byKey: string[] = [];
          for (let skip = 0; skip < Math.min(expected.length, 120); skip += 8) {
            walked.push(
              ...ids(await find('exp', { ...filter, sort, slice: { take: 8, skip, after: undefined } })),
            );
            const last = posts.find(({ id }) => id === byKey.at(-1));
            const after = last && postSortKey(last, sort);
            byKey.push(...ids(await find('exp', { ...filter, sort, slice: { take: 8, skip: 0, after } })));
          }
          expect(walked, JSON.stringify({ filter, sort })).toEqual(expected.slice(0, walked.length));
          expect(byKey, JSON.stringify({ filter, sort })).toEqual(expected.slice(0, byKey.length));
          expect(walked.length).toBe(Math.min(expected.length, 120));
        }
    });

    it('accepts posts of every allowed instant', async () => {
      const instants = [0, 1, day, Date.UTC(2109, 6, 1), Date.UTC(2150, 0, 1), Date.UTC(2200, 0, 1) - 1];
      const posts = instants.map((createdAt) => newPost(home, { title: 'Any time', createdAt }));
      await addPosts(store, home, [...posts].reverse());
      for (const sort of postSorts) {
        const query = { ...everyPost, sort, searches: [['any']] };
        expect(ids(await find('any', { sort }))).toEqual(ids(modelPage(posts, query)));
      }
      for (const [index, { id, createdAt }] of posts.entries()) {
        const slice = { take: 10, skip: 0, after: [createdAt, id] };
        expect(ids(await find('any', { sort: 'oldest', slice }))).toEqual(ids(posts.slice(index + 1)));
      }
    });

    it('sorts more than 2,000 matches in every order, on every page, with and without filters', async () => {
      const posts = Array.from({ length: 2600 }, (_, index) =>
        newPost(home, {
          title: index % 20 === 0 ? 'Rare export' : 'Common export',
          votesCount: (index * 7) % 13,
          createdAt: day + (index % 40),
          statusId: home.statusIds[(index % 4) as 0],
          postTypeId: home.typeIds[(index % 3) as 0],
        }),
      );
      await store.transaction((write) => write.posts.insertMany(home.workspaceId, posts));
      const [open, planned] = home.statusIds;
      const filters: Partial<PostQuery>[] = [
        {},
        { statusIds: [open] },
        { statusIds: [open, planned], typeIds: [...home.typeIds] },
        { searches: [['export'], ['rare']] },
        { searches: [['rare', 'exp']] },
        { searches: [['e']], updatedSince: clock.now() },
        { searches: [['e']], updatedSince: clock.now() + 1 },
      ];
      for (const sort of postSorts) {
        const middle = modelPage(posts, { ...everyPost, sort })[1300] as Post;
        const slices = [
          { take: 21, skip: 0, after: undefined },
          { take: 21, skip: 2000, after: undefined },
          { take: 21, skip: 0, after: postSortKey(middle, sort) },
        ];
        for (const filter of filters)
          for (const slice of slices) {
            const query: PostQuery = { searches: [['exp']], ...filter, sort, slice };
            const found = await store.read.posts.page(home.workspaceId, query);
            expect(ids(found), JSON.stringify(query)).toEqual(ids(modelPage(posts, query)));
          }
      }
    });

    it('finds every match of an index so large that it is searched in parts', async () => {
      // SQLite's parts are whole blocks of 16,384 rows, and one block if there are more than 32 words.
      const block = 16_384;
      const rareOrMany = (index: number) => {
        if (index % 1000 === 7 || (index % 200 === 0 && index > block)) return 'Seldom';
        // 1,639 in the first block, and with the next one more than are sorted.
        return index % 10 === 0 || index > block ? 'Often' : 'Other';
      };
      const posts = Array.from({ length: block + 800 }, (_, index) =>
        newPost(home, {
          title: rareOrMany(index),
          votesCount: (index * 7) % 13,
          createdAt: day + ((index * 31) % 500),
          statusId: home.statusIds[(index % 2) as 0],
        }),
      );
      await store.transaction((write) => write.posts.insertMany(home.workspaceId, posts));
      const absent = Array.from({ length: 33 }, (_, index) => [`absent${index}`]);
      for (const sort of postSorts)
        for (const word of ['seldom', 'often'])
          for (const filter of [{}, { statusIds: [home.statusIds[0]] }]) {
            const query: PostQuery = { ...everyPost, ...filter, sort, searches: [[word]] };
            const expected = ids(modelPage(posts, query));
            for (const skip of [0, 20, 1700]) {
              const slice = { take: 21, skip, after: undefined };
              const found = await store.read.posts.page(home.workspaceId, {
                ...query,
                slice,
                searches: [[word], ...absent],
              });
              expect(ids(found), JSON.stringify({ sort, word, filter, skip })).toEqual(
                expected.slice(skip, skip + 21),
              );
            }
          }
    });
  });
}
