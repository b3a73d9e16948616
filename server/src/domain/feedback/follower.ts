// Followers: the people who want to hear of a post, at most once each. Adding and removing them is idempotent.

import type { Instant } from '../kernel/clock.ts';
import type { SortKey } from '../kernel/page.ts';
import type { User } from '../people/user.ts';
import type { VoteSource } from './vote.ts';

export interface Follower {
  /** The post that the person hears of: the target, once the one that they followed is merged. */
  postId: string;
  /** The post that they followed. */
  originId: string;
  userId: string;
  followedAt: Instant;
  source: VoteSource;
}

export interface FollowerView extends Follower {
  user: User | null;
}

export interface FollowOutcome {
  postId: string;
  /** Null if the reference matched no user, so there was no one to remove. */
  userId: string | null;
  following: boolean;
  changed: boolean;
}

/** In the list of a post. */
export const followerSortKey = ({ followedAt, userId }: Follower): SortKey => [followedAt, userId];

/** In the list of a person. */
export const followedSortKey = ({ postId }: Follower): SortKey => [postId];
