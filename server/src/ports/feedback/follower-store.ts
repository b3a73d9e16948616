// Storage of who follows which posts.

import type { Follower } from '../../domain/feedback/follower.ts';
import type { Slice } from '../../domain/kernel/page.ts';

/** A person who followed several posts that were merged into one is listed once. */
export interface FollowerReader {
  /** Newest first; the sort key is [followedAt, userId]. */
  pageOfPost(workspaceId: string, postId: string, slice: Slice): Promise<Follower[]>;
  /** Posts in the order of their IDs, the last first; the sort key is [postId]. */
  pageOfUser(workspaceId: string, userId: string, slice: Slice): Promise<Follower[]>;
  /** Which of these posts the person follows. */
  followedOf(workspaceId: string, userId: string, postIds: readonly string[]): Promise<Set<string>>;
}

export interface FollowerWriter extends FollowerReader {
  /** Adds those who don't follow the post yet, at most one for each person; returns their user ids. */
  addMany(workspaceId: string, postId: string, followers: readonly Follower[]): Promise<Set<string>>;
  /** Whether the person followed the post, or one that is merged into it. */
  remove(workspaceId: string, postId: string, userId: string): Promise<boolean>;
  /** Removes the person everywhere. */
  removeOf(workspaceId: string, userId: string): Promise<void>;
  /** Gives the followers of a post to the target of its merge, or, with its own ID, back to it. */
  move(workspaceId: string, originId: string, toId: string): Promise<void>;
}
