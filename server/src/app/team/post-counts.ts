// Counts the posts in a console list, for "select all".

import type { PostCountFilters } from '../../domain/post.ts';
import type { Caller } from '../kernel/change.ts';
import type { TeamDeps } from './team-deps.ts';

/** The most that one bulk change can cover; counting further is not worth it. */
export const maxCounted = 5_000;

export interface PostCounts {
  /** `isMore`: there are more than the count. */
  count(caller: Caller, filters: PostCountFilters): Promise<{ count: number; isMore: boolean }>;
}

export const postCounts = ({ store }: TeamDeps): PostCounts => ({
  async count({ workspaceId }, filters) {
    const counted = await store.read.posts.count(workspaceId, filters, maxCounted + 1);
    return { count: Math.min(counted, maxCounted), isMore: counted > maxCounted };
  },
});
