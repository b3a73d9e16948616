// Notices that a post has reached a number of votes, once per post and number.

import type { Threshold } from '../../domain/events/event.ts';
import { deliverer } from '../events/disabling.ts';
import { change, type Deps } from '../kernel/change.ts';
import { writtenPost } from './post-writing.ts';

/** Appends `post.threshold_reached` for each of these posts that has reached one of the thresholds and had not yet. */
export async function reachThresholds(
  deps: Deps,
  workspaceId: string,
  postIds: readonly string[],
  thresholds: readonly Threshold[],
): Promise<void> {
  if (postIds.length === 0 || thresholds.length === 0) return;
  const { posts, deliveries } = deps.store.read;
  const keyOf = (postId: string, { atLeast }: Threshold): string => `${postId} ${atLeast}`;
  const known = await deliveries.thresholdsOf(workspaceId, postIds);
  const reached = new Set(known.map(({ postId, ...threshold }) => keyOf(postId, threshold)));
  const candidates = [...(await posts.postsOf(workspaceId, postIds)).values()].flatMap(({ id, votesCount }) =>
    thresholds
      .filter((threshold) => votesCount >= threshold.atLeast && !reached.has(keyOf(id, threshold)))
      .map((threshold) => ({ id, threshold })),
  );
  if (candidates.length === 0) return;
  await change(deps, { workspaceId, actor: deliverer, requestId: null }, async (write) => {
    for (const { id, threshold } of candidates) {
      const post = await write.posts.find(workspaceId, id);
      if (post === undefined || post.votesCount < threshold.atLeast) continue;
      if (!(await write.deliveries.reach(workspaceId, id, threshold))) continue;
      const view = await writtenPost(write, workspaceId, id);
      write.happened('post.threshold_reached', 'post', view, undefined, { threshold });
    }
  });
}
