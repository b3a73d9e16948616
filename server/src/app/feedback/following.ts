// Adds and removes followers of one post within a transaction: shared by every way to follow.

import type { Post } from '../../domain/feedback/post.ts';
import type { VoteSource } from '../../domain/feedback/vote.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { badField } from '../../domain/kernel/failure.ts';
import type { Change } from '../kernel/change.ts';

/** The post that people hear of, and the merged one that they were said to follow, if any. */
interface Followed {
  post: Pick<Post, 'id'>;
  mergedFromId: string | null;
}

/**
 * Whoever follows the post already stays as they are. Returns the others. One entry for all of them, without names: it
 * is no event, and nothing in it has to be erased with a person.
 */
export async function follow(
  write: Change,
  workspaceId: string,
  { post, mergedFromId }: Followed,
  userIds: readonly string[],
  { source, now }: { source: VoteSource; now: Instant },
): Promise<Set<string>> {
  const followers = userIds.map((userId) => ({
    postId: post.id,
    originId: mergedFromId ?? post.id,
    userId,
    followedAt: now,
    source,
  }));
  const added = await write.followers.addMany(workspaceId, post.id, followers);
  if (added.size > 0) write.record('post.followers_added', post.id);
  return added;
}

/** Whether the person followed the post, or one that is merged into it. */
export async function unfollow(
  write: Change,
  workspaceId: string,
  postId: string,
  userId: string,
): Promise<boolean> {
  const changed = await write.followers.remove(workspaceId, postId, userId);
  if (changed) write.record('post.followers_removed', postId);
  return changed;
}

/** Of a request that names no person: the workspace itself follows nothing. */
export const refuseUnnamedFollower = (): never => {
  throw badField('follow', 'needs an author: name the person who follows.');
};
