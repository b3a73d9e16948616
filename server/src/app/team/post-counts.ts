// How many posts a list of the console has, so that somebody who selects all of them knows what that means.

import type { PostCountFilters } from '../../domain/post.ts';
import type { Caller } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

/** Counting on past what can be changed at once would cost and tell nothing. */
export const maxCounted = 5_000;

export interface PostCounts {
  /** `isMore`: there are more than were counted. */
  count(caller: Caller, filters: PostCountFilters): Promise<{ count: number; isMore: boolean }>;
}

export const postCounts = ({ store }: TeamDeps): PostCounts => ({
  async count({ workspaceId }, filters) {
    const counted = await store.read.posts.count(workspaceId, filters, maxCounted + 1);
    return { count: Math.min(counted, maxCounted), isMore: counted > maxCounted };
  },
});
