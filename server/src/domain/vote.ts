// One person's support for one post. A set, never a toggle.

import type { Instant } from './clock.ts';
import type { Slice, SortKey } from './page.ts';
import type { User } from './user.ts';

export interface Vote {
  postId: string;
  userId: string;
  votedAt: Instant;
  /** The post it was given to, when that one has been merged into the post it counts for now. */
  mergedFromId?: string | null;
}

/** A vote has no id of its own: a deleted one is known by both ends. */
export const voteId = (postId: string, userId: string): string => `${postId}:${userId}`;

export const voteSortKey = ({ votedAt, postId, userId }: Vote): SortKey => [votedAt, postId, userId];

export interface Voter {
  user: User;
  votedAt: Instant;
}

/** An absent filter does not restrict; an empty one matches nothing. */
export interface VoteQuery {
  postIds?: string[];
  userIds?: string[];
  updatedSince?: Instant;
  slice: Slice;
}

/** `include=voters` is complete up to here; past it the newest this many are given, and it is said so. */
export const maxVotersPerPost = 1000;

export interface VoteView extends Vote {
  user: User | null;
}

export interface VoteOutcome {
  postId: string;
  /** Null if nobody is known by that reference, so there was no vote to remove. */
  userId: string | null;
  voted: boolean;
  votesCount: number;
  changed: boolean;
}
