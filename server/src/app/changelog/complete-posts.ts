// Completes the posts linked to a changelog entry when it is published: each moves to the workspace's first completed
// status, as if a person had moved them.

import { setImmediate } from 'node:timers/promises';
import { mayMove } from '../../domain/catalog/status.ts';
import { asSeen } from '../../domain/feedback/post.ts';
import { edited } from '../../domain/kernel/version.ts';
import { moveStatus } from '../feedback/post-status.ts';
import { recordEdited } from '../feedback/post-writing.ts';
import type { Change, Deps } from '../kernel/change.ts';
import { tellStatus } from '../kernel/telling.ts';

/** The entry tells. */
const silently = { choice: null, isExplicit: false };

/** Skips merged posts and posts whose status doesn't allow the transition. */
export async function completePosts(
  deps: Deps,
  write: Change,
  workspaceId: string,
  postIds: readonly string[],
): Promise<void> {
  const statuses = await write.statuses.list(workspaceId);
  const completed = statuses.find(({ category }) => category === 'completed');
  if (completed === undefined) return;
  const standing = new Map(statuses.map((status) => [status.id, status]));
  const statusBefore = new Map<string, string>();
  for (const id of postIds) {
    // Each move is many small writes: yield to the event loop between moves.
    await setImmediate();
    const before = await write.posts.find(workspaceId, id);
    if (before === undefined || before.mergedIntoId !== null || before.statusId === completed.id) continue;
    const from = standing.get(before.statusId);
    if (from !== undefined && !mayMove(from, completed.id)) continue;
    const after = asSeen(before, edited(before, { statusId: completed.id }, deps.clock.now()));
    await write.posts.update(workspaceId, after);
    await moveStatus(deps, write, workspaceId, before, after);
    await tellStatus(deps, write, workspaceId, after, before.statusId, silently);
    statusBefore.set(id, before.statusId);
  }
  await recordEdited(write, workspaceId, [...statusBefore.keys()], (id) => ({
    statusId: statusBefore.get(id) ?? completed.id,
  }));
}
