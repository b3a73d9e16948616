// The store contract for posts: what is stored of them, their JSON, counts and removal.

import { describe, expect, it } from 'vitest';
import { type PostQuery, postSorts } from '../../../../src/domain/feedback/post.ts';
import type { RichText } from '../../../../src/domain/rich-text/rich-text.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { postForms } from '../../../../src/shapes/feedback/post.ts';
import { presented } from '../../../../src/shapes/kernel/presented.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import {
  addPosts,
  addUsers,
  commentsOfPost,
  type Home,
  ids,
  mint,
  modelPage,
  newAttachment,
  newComment,
  newHome,
  newPost,
  newStatusChange,
  newTag,
} from '../world.ts';

const day = Date.UTC(2026, 0, 31);
const everyPost: PostQuery = { sort: 'recent', slice: { take: 1000, skip: 0, after: undefined } };

export function storePosts(name: string, open: OpenStore): void {
  describe(`posts in a store on ${name}`, () => {
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
        const found = await store.read.posts.pageAsJson(
          home.workspaceId,
          { ...everyPost, sort: 'oldest' },
          { form, keys },
        );
        expect(found).toEqual(
          posts.map((post, index) => ({
            json: JSON.stringify(presented(post, form)).slice(0, -1),
            id: post.id,
            createdAt: day + index,
            mergedIntoId: null,
          })),
        );
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
          await write.statuses.insertChange(home.workspaceId, newStatusChange(home, postId));
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
