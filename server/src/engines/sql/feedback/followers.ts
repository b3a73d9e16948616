// The followers table. A row belongs to the post that was followed and names the one that it counts for, so that merging
// and unmerging change that name only. Whoever followed several posts that are one now has several rows, of which the
// lists show one.

import { sql } from 'kysely';
import type { Follower } from '../../../domain/feedback/follower.ts';
import type { FollowerReader, FollowerWriter } from '../../../ports/feedback/follower-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import { type Check, walk } from '../kernel/paging.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { inSteps } from '../kernel/statements/in-steps.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const followerColumns = columnsOf<Tables['followers'], Follower>()({
  postId: 'post_id',
  originId: 'origin_id',
  userId: 'user_id',
  followedAt: 'created_at',
  source: 'source',
});

const isFirst: Check = sql`not exists (
  select 1 from followers as other where other.workspace_id = followers.workspace_id
    and other.user_id = followers.user_id and other.post_id = followers.post_id
    and other.origin_id < followers.origin_id
)`;

export const followerRow = (workspaceId: string, follower: Follower) => ({
  workspace_id: workspaceId,
  ...followerColumns.valuesOf(follower),
});

export function followerReader(db: Db): FollowerReader {
  const followers = (workspaceId: string) =>
    db.selectFrom('followers').select(followerColumns.selected).where('workspace_id', '=', workspaceId);
  return {
    pageOfPost: (workspaceId, postId, slice) =>
      walk(
        followers(workspaceId).where('post_id', '=', postId),
        { columns: ['created_at', 'user_id'], names: ['followedAt', 'userId'], direction: 'desc' },
        slice,
        [isFirst],
      ),
    pageOfUser: (workspaceId, userId, slice) =>
      walk(
        followers(workspaceId).where('user_id', '=', userId),
        { columns: ['post_id'], names: ['postId'], direction: 'desc' },
        slice,
        [isFirst],
      ),
    async followedOf(workspaceId, userId, postIds) {
      const followed = new Set<string>();
      await inChunks(postIds, async (chunk) => {
        const rows = await db
          .selectFrom('followers')
          .select('post_id')
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId)
          .where('post_id', 'in', chunk)
          .execute();
        for (const { post_id: postId } of rows) followed.add(postId);
      });
      return followed;
    },
  };
}

export const followerWriter = (db: Db): FollowerWriter => ({
  ...followerReader(db),
  async addMany(workspaceId, postId, followers) {
    const added = new Map(followers.map((follower) => [follower.userId, follower]));
    await inChunks([...added.keys()], async (userIds) => {
      const known = await db
        .selectFrom('followers')
        .select('user_id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', 'in', userIds)
        .where('post_id', '=', postId)
        .execute();
      for (const { user_id: userId } of known) added.delete(userId);
    });
    const rows = [...added.values()].map((follower) => followerRow(workspaceId, follower));
    await insertMany(db, 'followers', rows);
    return new Set(added.keys());
  },
  async remove(workspaceId, postId, userId) {
    const { numDeletedRows } = await db
      .deleteFrom('followers')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
  async removeOf(workspaceId, userId) {
    await db
      .deleteFrom('followers')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  },
  move: (workspaceId, originId, toId) =>
    inSteps(db, {
      table: 'followers',
      workspaceId,
      key: 'user_id',
      matching: sql`origin_id = ${originId} and post_id <> ${toId}`,
      change: (rows, some) => sql`update ${rows} set post_id = ${toId} where ${some}`,
    }),
});

/** Once a merged post is deleted, its followers stay with the target permanently. Those of another post go with it. */
export async function forgetFollowed(db: Db, workspaceId: string, postId: string): Promise<void> {
  const ofPost = sql`origin_id = ${postId}`;
  // The workspace as a value, so that only its partition is visited.
  const followsTarget = sql`exists (
    select 1 from followers as own where own.workspace_id = ${workspaceId}
      and own.origin_id = followers.post_id and own.user_id = followers.user_id
  )`;
  const steps = { table: 'followers', workspaceId, key: 'user_id' } as const;
  await inSteps(db, {
    ...steps,
    matching: sql`${ofPost} and (post_id = ${postId} or ${followsTarget})`,
    change: (rows, some) => sql`delete from ${rows} where ${some}`,
  });
  await inSteps(db, {
    ...steps,
    matching: ofPost,
    change: (rows, some) => sql`update ${rows} set origin_id = post_id where ${some}`,
  });
}
