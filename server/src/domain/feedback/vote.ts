// Votes: at most one per user and post. Adding and removing are idempotent; there is no toggle.

import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import type { User } from '../people/user.ts';

export const voteSources = ['visitor', 'team', 'api', 'import'] as const;
/** Where a vote was given: on the public site, in the console, through the API, or in another service. */
export type VoteSource = (typeof voteSources)[number];

export interface Vote {
  postId: string;
  userId: string;
  votedAt: Instant;
  /** When a back-dated vote was added; null if that was at `votedAt`. Delta sync goes by it. */
  recordedAt?: Instant | null;
  /** The post the vote was given to, if that post has since been merged into the current one. */
  mergedFromId?: string | null;
  /** `api` if nothing is said. */
  source?: VoteSource;
}

/** The source of a vote that this actor adds. */
export const voteSourceOf = ({ type }: Actor): VoteSource =>
  type === 'visitor' ? 'visitor' : type === 'person' ? 'team' : 'api';

/** The times of a vote added now. */
export const votedNow = (now: Instant, votedAt: Instant = now): Pick<Vote, 'votedAt' | 'recordedAt'> => ({
  votedAt,
  recordedAt: votedAt < now ? now : null,
});

/** Votes have no id, so a deleted vote is identified by post and user. */
export const voteId = (postId: string, userId: string): string => `${postId}:${userId}`;

export const voteSortKey = ({ votedAt, postId, userId }: Vote): SortKey => [votedAt, postId, userId];

export interface Voter {
  user: User;
  votedAt: Instant;
}

/** A missing filter matches everything; an empty one matches nothing. */
export interface VoteQuery {
  postIds?: string[];
  userIds?: string[];
  sources?: VoteSource[];
  updatedSince?: Instant;
  slice: Slice;
}

/** `include=voters` returns at most this many, newest first; if there are more, `votersTruncated` is set. */
export const maxVotersPerPost = 1000;

export interface VoteView extends Vote {
  user: User | null;
}

export interface VoteOutcome {
  postId: string;
  /** Null if the reference matched no user, so there was no vote to remove. */
  userId: string | null;
  voted: boolean;
  votesCount: number;
  changed: boolean;
}
