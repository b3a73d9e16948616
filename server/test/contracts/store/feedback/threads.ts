// The store contract for comments, votes, tags and attachments.

import { describe, expect, it } from 'vitest';
import type { Tag } from '../../../../src/domain/catalog/tag.ts';
import type { Comment, CommentNode } from '../../../../src/domain/feedback/comment.ts';
import { type Vote, voteSortKey } from '../../../../src/domain/feedback/vote.ts';
import type { Attachment } from '../../../../src/domain/files/attachment.ts';
import type { SortKey } from '../../../../src/domain/kernel/page.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import {
  addPosts,
  addUsers,
  clock,
  commentsOfPost,
  type Home,
  ids,
  mint,
  newAttachment,
  newComment,
  newHome,
  newPost,
  newTag,
  newUser,
} from '../world.ts';

const day = Date.UTC(2026, 0, 31);

export function storeThreads(name: string, open: OpenStore): void {
  describe(`comments, votes, tags and attachments in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const outlines = async (postId: string, which: 'top-level' | 'all'): Promise<CommentNode[][]> => {
      const read = [];
      for await (const batch of store.read.comments.outline(home.workspaceId, postId, which))
        read.push(batch);
      return read;
    };
    const nodeOf = ({ id, parentId, updatedAt }: Comment): CommentNode => ({ id, parentId, updatedAt });

    it('reads 2,500 public comments oldest first, ties by id, in several non-empty batches', async () => {
      const [post, other] = [newPost(home), newPost(home)];
      await addPosts(store, home, [post, other]);
      const comments = Array.from({ length: 2700 }, (_, index) =>
        newComment(home, post.id, {
          createdAt: day + ((index * 7) % 3),
          parentId: index % 4 === 0 ? null : mint('comment'),
          isPrivate: index % 27 === 0,
          isDeleted: index % 10 === 0,
        }),
      );
      await store.transaction(async (write) => {
        await write.comments.insertMany(home.workspaceId, comments);
        await write.comments.insert(home.workspaceId, newComment(home, other.id));
      });
      const expected = comments
        .filter(({ isPrivate }) => !isPrivate)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
      expect(expected).toHaveLength(2600);

      const all = await outlines(post.id, 'all');
      expect(all.flat()).toEqual(expected.map(nodeOf));
      expect(await commentsOfPost(store.read, home.workspaceId, post.id)).toEqual(expected);
      expect(all.length).toBeGreaterThan(1);
      expect(all.every((batch) => batch.length > 0)).toBe(true);
      const topLevel = await outlines(post.id, 'top-level');
      expect(topLevel.flat()).toEqual(expected.filter(({ parentId }) => parentId === null).map(nodeOf));
      expect(await outlines(mint('post'), 'all')).toEqual([]);
    });

    it('reads comments that exactly fill their batches', async () => {
      const post = newPost(home);
      await addPosts(store, home, [post]);
      const comments = Array.from({ length: 2000 }, () => newComment(home, post.id, { createdAt: day }));
      await store.transaction((write) => write.comments.insertMany(home.workspaceId, comments));
      expect(ids((await outlines(post.id, 'all')).flat())).toEqual(ids(comments));
    });

    it('finds a comment only under its post, knows its replies, updates and removes it', async () => {
      const [post, other] = [newPost(home), newPost(home)];
      await addPosts(store, home, [post, other]);
      const parent = newComment(home, post.id);
      const reply = newComment(home, post.id, { parentId: parent.id });
      const note = newComment(home, post.id, { parentId: reply.id, isPrivate: true });
      await store.transaction(async (write) => {
        await write.comments.insertMany(home.workspaceId, [parent, note, reply]);
        await write.comments.insert(
          home.workspaceId,
          newComment(home, post.id, { parentId: parent.id, isPrivate: true }),
        );
      });
      const { comments } = store.read;
      expect(await comments.find(home.workspaceId, parent.id)).toEqual(parent);
      expect(await comments.findOfPost(home.workspaceId, post.id, reply.id)).toEqual(reply);
      expect(await comments.findOfPost(home.workspaceId, other.id, reply.id)).toBeUndefined();
      expect(await comments.repliesOf(home.workspaceId, post.id, parent.id)).toBe('public');
      expect(await comments.repliesOf(home.workspaceId, post.id, reply.id)).toBe('private');
      expect(await comments.repliesOf(home.workspaceId, post.id, note.id)).toBe('none');

      const edited = {
        ...parent,
        content: '',
        isDeleted: true,
        isPrivate: true,
        updatedAt: day,
      };
      await store.transaction(async (write) => {
        await write.comments.update(home.workspaceId, edited);
        await write.comments.remove(home.workspaceId, reply.id);
      });
      expect(await comments.find(home.workspaceId, parent.id)).toEqual(edited);
      expect(await comments.find(home.workspaceId, reply.id)).toBeUndefined();
      expect(await comments.repliesOf(home.workspaceId, post.id, parent.id)).toBe('private');
    });

    it('finds comments by external id, and updates many in one call', async () => {
      const { workspaceId } = home;
      const post = newPost(home);
      await addPosts(store, home, [post]);
      const written = Array.from({ length: 130 }, (_, index) =>
        newComment(home, post.id, { externalId: `c-${index}` }),
      );
      const [first, second] = written as [Comment, Comment];
      const reply = newComment(home, post.id, { parentId: first.id });
      await store.transaction((write) => write.comments.insertMany(workspaceId, [...written, reply]));
      const { comments } = store.read;
      expect(await comments.findByExternalId(workspaceId, 'c-0')).toEqual(first);
      expect(await comments.findByExternalId(workspaceId, 'unknown')).toBeUndefined();
      const found = await comments.byExternalIds(workspaceId, ['c-0', 'c-129', 'unknown', 'c-0']);
      expect([...found.keys()].toSorted()).toEqual(['c-0', 'c-129']);
      expect(await comments.withReplies(workspaceId, post.id, [first.id, second.id])).toEqual(
        new Set([first.id]),
      );
      const edits = written.map((comment, index) => ({
        ...comment,
        content: `Edited ${index}`,
        externalId: index === 0 ? null : comment.externalId,
        isPrivate: index % 2 === 0,
        version: 2,
        createdAt: comment.createdAt - 1000,
        updatedAt: comment.updatedAt + 1000,
      }));
      await store.transaction((write) => write.comments.updateMany(workspaceId, edits));
      const ids = edits.map(({ id }) => id);
      expect(await comments.commentsOf(workspaceId, ids)).toEqual(new Map(edits.map((one) => [one.id, one])));
      expect(await comments.find(workspaceId, reply.id)).toEqual(reply);
      await expect(
        store.transaction((write) =>
          write.comments.insert(workspaceId, newComment(home, post.id, { externalId: 'c-1' })),
        ),
      ).rejects.toThrow();
    });

    it.each([3, 2001])(
      'finds %i back-dated votes by when they were added, in order of their date',
      async (count) => {
        const { workspaceId } = home;
        const post = newPost(home);
        await addPosts(store, home, [post]);
        const now = clock.now() + 1_000_000;
        const people = Array.from({ length: count + 2 }, () => newUser());
        const votes = people.map(({ id: userId }, index): Vote => {
          const vote = { postId: post.id, userId };
          if (index === count) return { ...vote, votedAt: now + 1 };
          if (index === count + 1) return { ...vote, votedAt: now - 1 };
          return { ...vote, votedAt: now - 10 - index, recordedAt: now + index };
        });
        await store.transaction(async (write) => {
          await write.users.insertMany(workspaceId, people);
          await write.votes.insertMany(workspaceId, votes);
        });
        const since = { updatedSince: now, postIds: [post.id] };
        const expected = [votes[count], ...votes.slice(0, count)].map((vote) => vote?.userId);
        const seen: string[] = [];
        for (let after: SortKey | undefined; ; ) {
          const page = await store.read.votes.page(workspaceId, {
            ...since,
            slice: { take: 700, skip: 0, after },
          });
          const last = page.at(-1);
          if (last === undefined) break;
          seen.push(...page.map(({ userId }) => userId));
          after = voteSortKey(last);
        }
        expect(seen).toEqual(expected);
        const [second] = await store.read.votes.page(workspaceId, {
          ...since,
          slice: { take: 1, skip: 1, after: undefined },
        });
        expect(second?.userId).toBe(votes[0]?.userId);
      },
    );

    it('pages votes and comments of several posts, or of several people, as one list', async () => {
      const posts = Array.from({ length: 4 }, () => newPost(home));
      await addPosts(store, home, posts);
      const users = await addUsers(store, home, 5);
      const pairs = posts.flatMap((post, p) =>
        users.map((user, u) => ({ post, user, at: day + ((p * 3 + u) % 4) })),
      );
      const votes = pairs.map(({ post, user, at }) => ({ postId: post.id, userId: user.id, votedAt: at }));
      const comments = pairs.map(({ post, user, at }) =>
        newComment(home, post.id, { userId: user.id, createdAt: at, updatedAt: at }),
      );
      await store.transaction(async (write) => {
        await write.votes.insertMany(home.workspaceId, votes);
        await write.comments.insertMany(home.workspaceId, comments);
      });
      const voteKey = (vote: Vote) => `${vote.votedAt} ${vote.postId} ${vote.userId}`;
      const commentKey = (comment: Comment) => `${comment.createdAt} ${comment.id}`;
      const postIds = ids(posts.slice(1, 4));
      const userIds = ids(users.slice(0, 3));
      for (const filter of [{ postIds }, { userIds }, { postIds, userIds }]) {
        const isAsked = (thing: { postId: string; userId: string | null }) =>
          (filter.postIds?.includes(thing.postId) ?? true) &&
          (filter.userIds?.includes(thing.userId ?? '') ?? true);
        const askedVotes = votes.filter(isAsked).map(voteKey).sort().reverse();
        const askedComments = comments.filter(isAsked).map(commentKey).sort().reverse();
        const firstVotes = await store.read.votes.page(home.workspaceId, {
          ...filter,
          slice: { take: 4, skip: 0, after: undefined },
        });
        expect(firstVotes.map(voteKey)).toEqual(askedVotes.slice(0, 4));
        const last = firstVotes.at(-1);
        const restOfVotes = await store.read.votes.page(home.workspaceId, {
          ...filter,
          slice: { take: 100, skip: 1, after: [last?.votedAt ?? 0, last?.postId ?? '', last?.userId ?? ''] },
        });
        expect(restOfVotes.map(voteKey)).toEqual(askedVotes.slice(5));
        const someComments = await store.read.comments.page(home.workspaceId, {
          ...filter,
          isPrivate: false,
          slice: { take: 5, skip: 2, after: undefined },
        });
        expect(someComments.map(commentKey)).toEqual(askedComments.slice(2, 7));
      }
    });

    it('returns the newest votes of each post, newest first, ties by user, up to the limit', async () => {
      const counts = [0, 3, 1200, 1500, 7];
      const posts = counts.map((votesCount) => newPost(home, { votesCount }));
      await addPosts(store, home, posts);
      const users = await addUsers(store, home, 1500);
      const votes = new Map<string, Vote[]>();
      for (const { id: postId, votesCount } of posts) {
        const cast = users.slice(0, votesCount).map(({ id: userId }, index) => ({
          postId,
          userId,
          votedAt: day + ((index * 13) % 5),
        }));
        if (cast.length > 0) votes.set(postId, cast);
      }
      await store.transaction((write) =>
        write.votes.insertMany(home.workspaceId, [...votes.values()].flat()),
      );
      const newestFirst = (cast: Vote[]) =>
        [...cast].sort((a, b) => b.votedAt - a.votedAt || (a.userId < b.userId ? 1 : -1));

      for (const most of [1, 5, 1000, 10_000]) {
        const expected = new Map(
          [...votes].map(([postId, cast]) => [postId, newestFirst(cast).slice(0, most)]),
        );
        expect(await store.read.votes.votesOf(home.workspaceId, posts, most)).toEqual(expected);
      }
      expect(await store.read.votes.votesOf(home.workspaceId, [], 10)).toEqual(new Map());

      const popular = posts[3]?.id ?? '';
      const whole = newestFirst(votes.get(popular) ?? []).map((vote) => ({
        ...vote,
        mergedFromId: null,
        source: 'api',
      }));
      const walked: Vote[] = [];
      for (;;) {
        const last = walked.at(-1);
        const after = last && [last.votedAt, last.postId, last.userId];
        const page = await store.read.votes.page(home.workspaceId, {
          postIds: [popular],
          slice: { take: 400, skip: 0, after },
        });
        if (page.length === 0) break;
        walked.push(...page);
      }
      expect(walked).toEqual(whole);
      const slice = { take: 10, skip: 700, after: undefined };
      expect(await store.read.votes.page(home.workspaceId, { postIds: [popular], slice })).toEqual(
        whole.slice(700, 710),
      );
    });

    it('reports whether a vote is new, and which one was removed', async () => {
      const post = newPost(home);
      await addPosts(store, home, [post]);
      const vote = {
        ...{ postId: post.id, userId: home.userId, votedAt: day, mergedFromId: null },
        source: 'visitor' as const,
      };
      const cast = () => store.transaction((write) => write.votes.add(home.workspaceId, vote));
      const takeBack = () =>
        store.transaction((write) => write.votes.remove(home.workspaceId, post.id, home.userId));
      expect([await takeBack(), await cast(), await cast()]).toEqual([undefined, true, false]);
      const late = { ...vote, votedAt: day + 1 };
      expect(await store.transaction((write) => write.votes.add(home.workspaceId, late))).toBe(false);
      const slice = { take: 10, skip: 0, after: undefined };
      expect(await store.read.votes.page(home.workspaceId, { postIds: [post.id], slice })).toEqual([vote]);
      expect([await takeBack(), await takeBack(), await cast()]).toEqual([vote, undefined, true]);
    });

    it('keeps the tags of each post in order, and replaces all of them', async () => {
      const posts = [newPost(home), newPost(home), newPost(home)];
      await addPosts(store, home, posts);
      const [first, second, bare] = ids(posts) as [string, string, string];
      const tags = ['Zebra', 'apple', 'Ärger'].map((name) => newTag(name));
      const [zebraId, appleId, angerId] = ids(tags) as [string, string, string];
      await store.transaction(async (write) => {
        for (const tag of tags) await write.tags.insert(home.workspaceId, tag);
        await write.tags.replaceTags(home.workspaceId, first, [zebraId]);
        await write.tags.replaceTags(home.workspaceId, first, [angerId, zebraId, appleId]);
        await write.tags.replaceTags(home.workspaceId, second, [appleId]);
        await write.tags.replaceTags(home.workspaceId, bare, [appleId]);
        await write.tags.replaceTags(home.workspaceId, bare, []);
      });
      const { tags: reader } = store.read;
      const [zebra, apple, anger] = tags.map((tag, index) => ({
        ...tag,
        postsCount: [1, 2, 1][index] ?? 0,
      })) as [Tag, Tag, Tag];
      expect(await reader.tagsOf(home.workspaceId, [second, bare, first, first])).toEqual(
        new Map([
          [first, [anger, zebra, apple]],
          [second, [apple]],
        ]),
      );
      expect(await reader.tagsOf(home.workspaceId, [])).toEqual(new Map());
      expect(await reader.find(home.workspaceId, zebra.id)).toEqual(zebra);
      expect(await reader.findByName(home.workspaceId, 'ZEBRA')).toEqual(zebra);
      expect(await reader.findByName(home.workspaceId, 'äRGER')).toEqual(anger);
      expect(await reader.findByName(home.workspaceId, 'zeb')).toBeUndefined();
    });

    it('returns the attachments of each post oldest first, and knows which files are in use', async () => {
      const posts = [newPost(home), newPost(home), newPost(home)];
      await addPosts(store, home, posts);
      const [first, second, bare] = ids(posts) as [string, string, string];
      const attachments = [first, second, first, first].map((postId, index) => {
        clock.advance(1);
        return newAttachment(postId, { fileKey: `key-${index}`, width: index === 0 ? null : 7, size: 5e9 });
      });
      const [one, two, three, four] = attachments as [Attachment, Attachment, Attachment, Attachment];
      await store.transaction(async (write) => {
        for (const attachment of [...attachments].reverse())
          await write.attachments.insert(home.workspaceId, attachment);
      });
      const { attachments: reader } = store.read;
      expect(await reader.attachmentsOf(home.workspaceId, [bare, second, first])).toEqual(
        new Map([
          [first, [one, three, four]],
          [second, [two]],
        ]),
      );
      expect(await reader.attachmentsOf(home.workspaceId, [])).toEqual(new Map());
      expect(
        await reader.findOf(
          home.workspaceId,
          { postId: first, changelogId: null, commentId: null },
          three.id,
        ),
      ).toEqual(three);
      expect(
        await reader.findOf(
          home.workspaceId,
          { postId: second, changelogId: null, commentId: null },
          three.id,
        ),
      ).toBeUndefined();
      expect(await reader.findByFileKey('key-1')).toEqual(two);
      expect(await reader.findByFileKey('key-9')).toBeUndefined();

      await store.transaction(async (write) => {
        await write.attachments.remove(home.workspaceId, mint('attachment'));
        await write.attachments.remove(home.workspaceId, four.id);
      });
      const asked = Array.from({ length: 1200 }, (_, index) => `key-${index}`);
      expect(await reader.fileKeysInUse(asked)).toEqual(new Set(['key-0', 'key-1', 'key-2']));
      expect(await reader.fileKeysInUse([])).toEqual(new Set());
    });
  });
}
