// One person's support for one post. A set, never a toggle.

import type { Instant } from './clock.ts';
import type { User } from './user.ts';

export interface Vote {
  postId: string;
  userId: string;
  votedAt: Instant;
}

export interface Voter extends User {
  votedAt: Instant;
}

/** `include=voters` is complete up to here; past it the newest this many are given, and it is said so. */
export const maxVotersPerPost = 1000;
