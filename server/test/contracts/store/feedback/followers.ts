// The store contract for followers: each person once a post, moved by a merge and given back exactly.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Follower, followedSortKey, followerSortKey } from '../../../../src/domain/feedback/follower.ts';
import type { Slice, SortKey } from '../../../../src/domain/kernel/page.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { type OpenStore, storeForEach } from '../opening.ts';
import { addPosts, addUsers, type Home, ids, newHome, newPost } from '../world.ts';

export function storeFollowers(name: string, open: OpenStore): void {
  describe(`followers in a store on ${name}`, () => {
    let store: Store;
    let home: Home;
    storeForEach(open, async (opened) => {
      store = opened;
      home = await newHome(store);
    });

    const postsIn = async (where: Home, count: number): Promise<string[]> => {
      const posts = Array.from({ length: count }, () => newPost(where));
      await addPosts(store, where, posts);
      return ids(posts);
    };

    /** Whoever follows `originId`, which counts for `postId`. */
    const following = (userIds: readonly string[], postId: string, originId = postId): Follower[] =>
      userIds.map((userId, index) => ({
        ...{ postId, originId, userId, source: 'api' as const },
        // Some at the same time.
        followedAt: 1000 + Math.floor(index / 3),
      }));

    const add = (where: Home, followers: readonly Follower[]) =>
      store.transaction((write) =>
        write.followers.addMany(where.workspaceId, followers[0]?.postId ?? '', followers),
      );
    const move = (originId: string, toId: string) =>
      store.transaction((write) => write.followers.move(home.workspaceId, originId, toId));

    const walked = async (
      page: (slice: Slice) => Promise<Follower[]>,
      keyOf: (follower: Follower) => SortKey,
    ) => {
      const all: Follower[] = [];
      for (let after: SortKey | undefined; ; ) {
        const some = await page({ take: 2, skip: 0, after });
        all.push(...some);
        const last = some.at(-1);
        if (last === undefined) return all;
        after = keyOf(last);
      }
    };
    const ofPost = (postId: string, where = home) =>
      walked((slice) => store.read.followers.pageOfPost(where.workspaceId, postId, slice), followerSortKey);
    const ofUser = (userId: string) =>
      walked((slice) => store.read.followers.pageOfUser(home.workspaceId, userId, slice), followedSortKey);

    it('lists the followers of a post newest first, and adds no one twice', async () => {
      const [postId = '', otherId = ''] = await postsIn(home, 2);
      const people = ids(await addUsers(store, home, 8));
      expect(await add(home, following(people.slice(0, 5), postId))).toEqual(new Set(people.slice(0, 5)));
      await add(home, following(people.slice(0, 1), otherId));
      expect(await add(home, following(people, postId))).toEqual(new Set(people.slice(5)));
      const listed = await ofPost(postId);
      expect(listed.map(({ userId }) => userId).sort()).toEqual([...people].sort());
      const keys = listed.map(({ followedAt, userId }) => `${followedAt} ${userId}`);
      expect(keys).toEqual([...keys].sort().reverse());
      expect(await add(home, [])).toEqual(new Set());
    });

    it('lists what a person follows, and which of some posts', async () => {
      const posts = await postsIn(home, 5);
      const [ada = '', bob = ''] = ids(await addUsers(store, home, 2));
      for (const postId of posts.slice(0, 4)) await add(home, following([ada], postId));
      await add(home, following([bob], posts[4] ?? ''));
      expect((await ofUser(ada)).map(({ postId }) => postId)).toEqual(posts.slice(0, 4).sort().reverse());
      const asked = [...posts.slice(2), 'post_unknown'];
      const followed = await store.read.followers.followedOf(home.workspaceId, ada, asked);
      expect([...followed].sort()).toEqual(posts.slice(2, 4).sort());
    });

    it('removes one follower, or a person everywhere, and no one else', async () => {
      const [postId = '', otherId = ''] = await postsIn(home, 2);
      const [ada = '', bob = ''] = ids(await addUsers(store, home, 2));
      for (const id of [postId, otherId]) await add(home, following([ada, bob], id));
      const remove = () =>
        store.transaction((write) => write.followers.remove(home.workspaceId, postId, ada));
      expect([await remove(), await remove()]).toEqual([true, false]);
      expect((await ofPost(postId)).map(({ userId }) => userId)).toEqual([bob]);
      expect(await ofPost(otherId)).toHaveLength(2);
      await store.transaction((write) => write.followers.removeOf(home.workspaceId, bob));
      expect(await ofPost(postId)).toEqual([]);
      expect((await ofPost(otherId)).map(({ userId }) => userId)).toEqual([ada]);
    });

    it('shows a person once on the target of merges, and gives everyone back exactly', async () => {
      const crowd = fc.uniqueArray(fc.nat(5), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(fc.tuple(crowd, crowd, crowd), async (followed) => {
          const posts = await postsIn(home, 3);
          const people = ids(await addUsers(store, home, 6));
          for (const [index, numbers] of followed.entries())
            await add(
              home,
              following(
                numbers.map((number) => people[number] ?? ''),
                posts[index] ?? '',
              ),
            );
          const before = await Promise.all(posts.map((id) => ofPost(id)));
          const [targetId = '', ...sources] = posts;
          for (const sourceId of sources) await move(sourceId, targetId);
          const everyone = [...new Set(followed.flat())].map((number) => people[number]).sort();
          expect((await ofPost(targetId)).map(({ userId }) => userId).sort()).toEqual(everyone);
          for (const sourceId of sources) expect(await ofPost(sourceId)).toEqual([]);
          for (const number of new Set(followed.flat()))
            expect((await ofUser(people[number] ?? '')).map(({ postId }) => postId)).toEqual([targetId]);
          // Whoever follows through a merged post follows the target.
          if (everyone.length > 0)
            expect(await add(home, following(everyone.map(String), targetId))).toEqual(new Set());
          for (const sourceId of sources) await move(sourceId, sourceId);
          expect(await Promise.all(posts.map((id) => ofPost(id)))).toEqual(before);
        }),
        { numRuns: 12 },
      );
    });

    it('removes a person from the target with all posts that are merged into it', async () => {
      const [targetId = '', sourceId = ''] = await postsIn(home, 2);
      const [ada = ''] = ids(await addUsers(store, home, 1));
      for (const id of [targetId, sourceId]) await add(home, following([ada], id));
      await move(sourceId, targetId);
      await store.transaction((write) => write.followers.remove(home.workspaceId, targetId, ada));
      await move(sourceId, sourceId);
      expect([await ofPost(targetId), await ofPost(sourceId)]).toEqual([[], []]);
    });

    it('forgets them with their post; those of a merged post stay with the target', async () => {
      const [targetId = '', sourceId = '', otherId = ''] = await postsIn(home, 3);
      const [ada = '', bob = ''] = ids(await addUsers(store, home, 2));
      await add(home, following([ada], targetId));
      await add(home, following([ada, bob], sourceId));
      await add(home, following([ada, bob], otherId));
      await move(sourceId, targetId);
      for (const id of [sourceId, otherId])
        await store.transaction((write) => write.posts.remove(home.workspaceId, id));
      expect(await ofPost(otherId)).toEqual([]);
      const stayed = await ofPost(targetId);
      expect(stayed.map(({ userId }) => userId).sort()).toEqual([ada, bob].sort());
      expect(stayed.map(({ originId }) => originId)).toEqual([targetId, targetId]);
    });

    it('keeps workspaces apart', async () => {
      const other = await newHome(store);
      const [postId = ''] = await postsIn(home, 1);
      const [ada = ''] = ids(await addUsers(store, home, 1));
      await add(other, following([ada], postId));
      expect(await ofPost(postId)).toEqual([]);
      await store.transaction(async (write) => {
        expect(await write.followers.remove(home.workspaceId, postId, ada)).toBe(false);
        await write.followers.removeOf(home.workspaceId, ada);
        await write.followers.move(home.workspaceId, postId, 'post_elsewhere');
      });
      expect(await ofPost(postId, other)).toHaveLength(1);
    });
  });
}
