// The store contract for merging: votes and comments move, each person counts once, and unmerging restores
// everything.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comment } from '../../../../src/domain/feedback/comment.ts';
import type { Post } from '../../../../src/domain/feedback/post.ts';
import type { Vote } from '../../../../src/domain/feedback/vote.ts';
import type { Reader, Store } from '../../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import { addPosts, addUsers, clock, type Home, ids, newComment, newHome, newPost } from '../world.ts';

const slice = { take: 5000, skip: 0, after: undefined };

export function storeMerges(name: string, open: OpenStore): void {
  describe(`merging in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const find = async (at: Pick<Reader, 'posts'>, id: string): Promise<Post> => {
      const post = await at.posts.find(home.workspaceId, id);
      if (post === undefined) throw new Error('The post must be there.');
      return post;
    };

    const merge = (sourceId: string, intoId: string) =>
      store.transaction(async (write) => {
        const { workspaceId } = home;
        const source = await find(write, sourceId);
        await setImmediate();
        const votes = await write.merges.moveVotes(workspaceId, sourceId, intoId);
        const comments = await write.merges.moveComments(workspaceId, sourceId, intoId, clock.now(), false);
        const gone = { votes: -(votes.moved + votes.setAside), comments: -comments.counted };
        await write.posts.addToCounts(workspaceId, sourceId, gone);
        const come = { votes: votes.moved, comments: comments.counted };
        await write.posts.addToCounts(workspaceId, intoId, come);
        await write.posts.update(workspaceId, { ...source, mergedIntoId: intoId });
        return { ...votes, ...comments };
      });

    const unmerge = (sourceId: string, intoId: string) =>
      store.transaction(async (write) => {
        const { workspaceId } = home;
        const votes = await write.merges.returnVotes(workspaceId, sourceId, intoId);
        const comments = await write.merges.returnComments(workspaceId, sourceId, intoId, clock.now());
        const gone = { votes: -votes.returned, comments: -comments.counted };
        await write.posts.addToCounts(workspaceId, intoId, gone);
        const back = { votes: votes.returned + votes.restored, comments: comments.counted };
        await write.posts.addToCounts(workspaceId, sourceId, back);
        await write.posts.update(workspaceId, { ...(await find(write, sourceId)), mergedIntoId: null });
        return { ...votes, ...comments };
      });

    /** A vote for a post, counted on its merge target. */
    const vote = (postId: string, userId: string, votedAt: number) =>
      store.transaction(async (write) => {
        const named = await find(write, postId);
        const standing = named.mergedIntoId ?? postId;
        await setImmediate();
        const mergedFromId = named.mergedIntoId === null ? null : postId;
        const cast = { postId: standing, userId, votedAt, mergedFromId };
        if (await write.votes.add(home.workspaceId, cast))
          await write.posts.addToCounts(home.workspaceId, standing, { votes: 1 });
      });

    const votesOf = (postId: string): Promise<Vote[]> =>
      store.read.votes.page(home.workspaceId, { postIds: [postId], slice });

    const commentsOf = async (postId: string): Promise<Comment[]> => {
      const query = { postIds: [postId], slice };
      const publicly = await store.read.comments.page(home.workspaceId, { ...query, isPrivate: false });
      const notes = await store.read.comments.page(home.workspaceId, { ...query, isPrivate: true });
      return [...publicly, ...notes];
    };

    const stateOf = async (postId: string) => ({
      post: await find(store.read, postId),
      votes: await votesOf(postId),
      comments: await commentsOf(postId),
    });

    /** Two posts with some common voters, and comments of every kind. */
    const twoPosts = async (ofSource: number[], ofTarget: number[], people: number) => {
      const source = newPost(home, { votesCount: ofSource.length, commentsCount: 2 });
      const target = newPost(home, { votesCount: ofTarget.length, commentsCount: 1 });
      await addPosts(store, home, [source, target]);
      const users = await addUsers(store, home, people);
      const votes = (postId: string, voters: number[]): Vote[] =>
        voters.map((voter) => ({ postId, userId: users[voter]?.id ?? '', votedAt: voter }));
      const said = newComment(home, source.id);
      const comments = [
        said,
        newComment(home, source.id, { parentId: said.id }),
        newComment(home, source.id, { isPrivate: true }),
        newComment(home, source.id, { isDeleted: true, content: '' }),
        newComment(home, target.id),
      ];
      await store.transaction(async (write) => {
        await write.votes.insertMany(home.workspaceId, votes(source.id, ofSource));
        await write.votes.insertMany(home.workspaceId, votes(target.id, ofTarget));
        await write.comments.insertMany(home.workspaceId, comments);
      });
      return { sourceId: source.id, intoId: target.id, users };
    };

    it('moves votes of people without one on the target, marks them, and sets the others aside', async () => {
      const { sourceId, intoId, users } = await twoPosts([0, 1, 2], [2, 3], 4);
      expect(await merge(sourceId, intoId)).toEqual({
        moved: 2,
        setAside: 1,
        counted: 2,
        countedInPublic: 0,
      });
      expect(await votesOf(sourceId)).toEqual([]);
      const [first, second, third, fourth] = ids(users);
      const votes = await votesOf(intoId);
      expect(votes.map(({ userId, mergedFromId }) => [userId, mergedFromId])).toEqual([
        [fourth, null],
        [third, null],
        [second, sourceId],
        [first, sourceId],
      ]);
      expect(await find(store.read, sourceId)).toMatchObject({ votesCount: 0, commentsCount: 0 });
      expect(await find(store.read, intoId)).toMatchObject({ votesCount: 4, commentsCount: 3 });
      const comments = await commentsOf(intoId);
      expect(comments.filter(({ mergedFromId }) => mergedFromId === sourceId)).toHaveLength(4);
      expect(comments).toHaveLength(5);
      expect(await commentsOf(sourceId)).toEqual([]);
      const sources = await store.transaction((write) => write.merges.sourcesOf(home.workspaceId, intoId));
      expect(sources).toEqual([sourceId]);
    });

    it('restores every vote, comment and count on unmerging', async () => {
      const voters = fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(voters, voters, async (ofSource, ofTarget) => {
          const { sourceId, intoId } = await twoPosts(ofSource, ofTarget, 12);
          const before = [await stateOf(sourceId), await stateOf(intoId)];
          await merge(sourceId, intoId);
          const together = new Set([...ofSource, ...ofTarget]).size;
          expect((await find(store.read, intoId)).votesCount).toBe(together);
          await unmerge(sourceId, intoId);
          expect([await stateOf(sourceId), await stateOf(intoId)]).toEqual(before);
        }),
        { numRuns: 25 },
      );
    });

    it('moves 2,500 votes and 2,500 comments, there and back', async () => {
      const everyone = Array.from({ length: 2500 }, (_, index) => index);
      const { sourceId, intoId } = await twoPosts(everyone, everyone.slice(2000), 2500);
      const comments = Array.from({ length: 2500 }, () => newComment(home, sourceId));
      await store.transaction(async (write) => {
        await write.comments.insertMany(home.workspaceId, comments);
        await write.posts.addToCounts(home.workspaceId, sourceId, { comments: 2500 });
      });
      const before = [await stateOf(sourceId), await stateOf(intoId)];
      expect(await merge(sourceId, intoId)).toEqual({
        moved: 2000,
        setAside: 500,
        counted: 2502,
        countedInPublic: 0,
      });
      expect(await find(store.read, intoId)).toMatchObject({ votesCount: 2500, commentsCount: 2503 });
      expect(await unmerge(sourceId, intoId)).toEqual({
        returned: 2000,
        restored: 500,
        promoted: 0,
        counted: 2502,
        countedInPublic: 0,
      });
      expect([await stateOf(sourceId), await stateOf(intoId)]).toEqual(before);
    });

    it('loses no vote cast during merging and unmerging', async () => {
      const { sourceId, intoId, users } = await twoPosts([0, 1], [1, 2], 60);
      const works = users.map(
        ({ id }, index) =>
          () =>
            vote(index % 2 === 0 ? sourceId : intoId, id, 100 + index),
      );
      works.splice(20, 0, () => merge(sourceId, intoId).then(() => undefined));
      works.splice(40, 0, () => unmerge(sourceId, intoId).then(() => undefined));
      await Promise.all(works.map((work) => work()));
      for (const id of [sourceId, intoId])
        expect((await find(store.read, id)).votesCount).toBe((await votesOf(id)).length);
      const voters = [...(await votesOf(sourceId)), ...(await votesOf(intoId))].map(({ userId }) => userId);
      expect(new Set(voters)).toEqual(new Set(ids(users)));

      await merge(sourceId, intoId);
      expect((await votesOf(intoId)).map(({ userId }) => userId).sort()).toEqual(ids(users).sort());
      expect((await find(store.read, intoId)).votesCount).toBe(60);
    });

    it('returns one vote of a person who had a vote set aside, removed it and voted again', async () => {
      const { sourceId, intoId, users } = await twoPosts([0], [0], 1);
      const userId = users[0]?.id ?? '';
      await merge(sourceId, intoId);
      await store.transaction(async (write) => {
        expect(await write.votes.remove(home.workspaceId, intoId, userId)).toMatchObject({ userId });
        await write.posts.addToCounts(home.workspaceId, intoId, { votes: -1 });
      });
      await vote(sourceId, userId, 9);
      expect(await unmerge(sourceId, intoId)).toMatchObject({ returned: 1, restored: 0 });
      expect(await votesOf(sourceId)).toEqual([
        { postId: sourceId, userId, votedAt: 9, mergedFromId: null, source: 'api' },
      ]);
      expect((await find(store.read, sourceId)).votesCount).toBe(1);
      expect([await votesOf(intoId), (await find(store.read, intoId)).votesCount]).toEqual([[], 0]);
    });

    it('keeps moved votes and comments when the merged post is removed', async () => {
      const { sourceId, intoId } = await twoPosts([0, 1], [1, 2], 3);
      await merge(sourceId, intoId);
      await store.transaction((write) => write.posts.remove(home.workspaceId, sourceId));
      expect((await votesOf(intoId)).map(({ mergedFromId }) => mergedFromId)).toEqual([null, null, null]);
      expect((await commentsOf(intoId)).every(({ mergedFromId }) => mergedFromId === null)).toBe(true);
    });
  });
}
