// The store contract for the search in all texts of posts: titles with descriptions, and comments.

import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../../src/domain/feedback/comment.ts';
import { type Post, type PostQuery, postSorts } from '../../../../src/domain/feedback/post.ts';
import { searchWords } from '../../../../src/domain/kernel/search-words.ts';
import type { RichText } from '../../../../src/domain/rich-text/rich-text.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { titles } from '../../titles.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import {
  addPosts,
  clock,
  type Home,
  hasAllWords,
  ids,
  modelPage,
  newComment,
  newHome,
  newPost,
} from '../world.ts';

const day = Date.UTC(2026, 0, 31);
const documentOf = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export function storeTexts(name: string, open: OpenStore): void {
  describe(`search in texts in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const find = async (
      text: string,
      { withNotes = false, ...query }: Partial<PostQuery> & { withNotes?: boolean } = {},
    ) =>
      ids(
        await store.read.posts.page(home.workspaceId, {
          sort: 'recent',
          slice: { take: 5000, skip: 0, after: undefined },
          texts: { searches: [searchWords(text)], withNotes },
          ...query,
        }),
      );
    const say = async (post: Post, content: string, fields: Partial<Comment> = {}): Promise<Comment> => {
      const comment = newComment(home, post.id, { content, ...fields });
      await store.transaction((write) => write.comments.insert(home.workspaceId, comment));
      return comment;
    };

    it('finds titles, descriptions and comments, each as a whole, and notes only if asked to', async () => {
      const [post, other] = [
        newPost(home, { title: 'Dark mode', description: documentOf('Eyes hurt at night') }),
        newPost(home, { title: 'Export' }),
      ];
      await addPosts(store, home, [post, other]);
      await say(other, 'Grün wäre SCHÖN');
      await say(other, 'Please add spreadsheets');
      await say(other, 'They pay a lot', { isPrivate: true });
      for (const text of ['dark', 'MODE eye', 'nig hurt dark'])
        expect(await find(text), text).toEqual([post.id]);
      for (const text of ['grun schon', 'spread pl', 'export'])
        expect(await find(text), text).toEqual([other.id]);
      for (const text of ['export spreadsheets', 'grun spreadsheets', 'ark', 'lot'])
        expect(await find(text), text).toEqual([]);
      expect(await find('pay lot', { withNotes: true })).toEqual([other.id]);
      expect(await find('pay lot', { texts: { searches: [], withNotes: true } })).toEqual([]);
      expect(await find('e', { statusIds: ['nobody'] })).toEqual([]);
      expect((await find('e')).sort()).toEqual(ids([post, other]).sort());
    });

    it('follows every change of posts and comments, and forgets what is removed', async () => {
      const [post, other] = [newPost(home, { title: 'Target' }), newPost(home, { title: 'Source' })];
      await addPosts(store, home, [post, other]);
      const write = (work: Parameters<Store['transaction']>[0]) => store.transaction(work);
      await write((to) => to.posts.update(home.workspaceId, { ...post, description: documentOf('blue') }));
      expect(await find('blue')).toEqual([post.id]);
      await write((to) => to.posts.update(home.workspaceId, post));
      expect(await find('blue')).toEqual([]);

      const comment = await say(other, 'orange');
      await write((to) => to.comments.update(home.workspaceId, { ...comment, content: 'purple' }));
      expect([await find('orange'), await find('purple')]).toEqual([[], [other.id]]);
      await write((to) =>
        to.comments.updateMany(home.workspaceId, [{ ...comment, content: 'pink', isPrivate: true }]),
      );
      expect([await find('pink'), await find('pink', { withNotes: true })]).toEqual([[], [other.id]]);
      await write((to) => to.comments.update(home.workspaceId, comment));
      await write((to) => to.merges.moveComments(home.workspaceId, other.id, post.id, clock.now(), false));
      expect(await find('orange')).toEqual([post.id]);
      await write((to) => to.merges.returnComments(home.workspaceId, other.id, post.id, clock.now()));
      expect(await find('orange')).toEqual([other.id]);

      await write((to) => to.comments.update(home.workspaceId, { ...comment, content: '', isDeleted: true }));
      expect(await find('orange')).toEqual([]);
      const another = await say(other, 'orange again');
      await write((to) => to.comments.remove(home.workspaceId, another.id));
      expect(await find('orange')).toEqual([]);
      await say(other, 'yellow');
      await write((to) => to.posts.remove(home.workspaceId, other.id));
      expect([await find('yellow'), await find('source')]).toEqual([[], []]);
      // Numbers of removed rows are given again.
      await say(post, 'green');
      expect([await find('green'), await find('yellow')]).toEqual([[post.id], []]);
    });

    it('rolls back with its transaction', async () => {
      const post = newPost(home, { title: 'Target' });
      await addPosts(store, home, [post]);
      await store.dryRun(async (write) => {
        await write.comments.insert(home.workspaceId, newComment(home, post.id, { content: 'orange' }));
      });
      expect(await find('orange')).toEqual([]);
      await say(post, 'orange');
      expect(await find('orange')).toEqual([post.id]);
    });

    it('agrees with the simple model in 12 languages, in one workspace only', async () => {
      const posts = titles.map((title, index) =>
        newPost(home, { title: `Post ${index}`, description: documentOf(title) }),
      );
      const other = await newHome(store);
      await store.transaction(async (write) => {
        await write.posts.insertMany(home.workspaceId, posts);
        await write.posts.insertMany(
          other.workspaceId,
          titles.map((title) => newPost(other, { title })),
        );
        await write.comments.insertMany(
          home.workspaceId,
          posts.map(({ id }, index) =>
            newComment(home, id, { content: titles[(index * 7) % titles.length] ?? '' }),
          ),
        );
      });
      for (const [index, title] of titles.entries()) {
        const words = searchWords(title)
          .slice(0, 16)
          .map((word) => [...word].slice(0, 1 + (index % 5)).join(''));
        if (words.length === 0 || index % 3 > 0) continue;
        const expected = posts.filter(
          (_post, place) =>
            hasAllWords(`Post ${place}\n${titles[place]}`, words) ||
            hasAllWords(titles[(place * 7) % titles.length] ?? '', words),
        );
        const found = await find('', { texts: { searches: [words], withNotes: false } });
        expect(found.sort(), words.join(' ')).toEqual(ids(expected).sort());
      }
    });

    it('finds rare and common words alike, in every order and with other filters', async () => {
      const posts = Array.from({ length: 2600 }, (_, index) =>
        newPost(home, {
          title: `Export ${index}`,
          createdAt: day + Math.floor(index / 3),
          votesCount: index % 7,
          statusId: home.statusIds[(index % 2) as 0],
          authorId: home.userId,
        }),
      );
      const said = (index: number) =>
        [index % 40 === 0 ? 'rare' : 'often', index % 2 === 0 ? 'even' : 'odd'].join(' ');
      await store.transaction(async (write) => {
        await write.posts.insertMany(home.workspaceId, posts);
        await write.comments.insertMany(
          home.workspaceId,
          posts.map(({ id }, index) => newComment(home, id, { content: said(index) })),
        );
      });
      const filters: Partial<PostQuery>[] = [
        {},
        { statusIds: [home.statusIds[0]] },
        {
          statusIds: [home.statusIds[0], home.statusIds[1]],
          createdSince: day + 100,
          createdBefore: day + 500,
        },
        { searches: [['12']], authorIds: [home.userId] },
        { isMerged: false },
      ];
      for (const text of ['rare', 'oft', 'even rar', 'export 1', 'od'])
        for (const filter of filters)
          for (const sort of postSorts) {
            const query = { ...filter, sort, slice: { take: 20, skip: 15, after: undefined } };
            const words = searchWords(text);
            const matching = posts.filter(
              ({ title }, index) => hasAllWords(title, words) || hasAllWords(said(index), words),
            );
            expect(await find(text, query), JSON.stringify({ text, filter, sort })).toEqual(
              ids(modelPage(matching, query)),
            );
          }
      const both = { texts: { searches: [['rare'], ['often', 'odd']], withNotes: false } };
      expect(await find('', both)).toHaveLength(65 + 1300);
    });

    it('finds the beginning of a very long text', async () => {
      const words = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
      const post = newPost(home, {
        title: 'Long',
        description: documentOf(`${words} ${'字'.repeat(3000)} end ${'x'.repeat(30)}tail`),
      });
      await addPosts(store, home, [post]);
      for (const text of ['w899', '字字', 'end', `${'x'.repeat(30)}ta`])
        expect(await find(text), text).toEqual([post.id]);
      expect(await find(`${'x'.repeat(30)}to`)).toEqual([]);
    });
  });
}
