// Moves a post to another status: checks the allowed transitions, updates the counts and records the history.

import { mayMove } from '../../domain/catalog/status.ts';
import type { Post } from '../../domain/feedback/post.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import type { Change, Deps } from '../kernel/change.ts';

/** Call after the post itself has been written. Returns whether the status changed. */
export async function moveStatus(
  { mintId }: Deps,
  write: Change,
  workspaceId: string,
  before: Post,
  after: Post,
  comment: string | null = null,
): Promise<boolean> {
  if (before.statusId === after.statusId) return false;
  const from = await write.statuses.find(workspaceId, before.statusId);
  if (from !== undefined && !mayMove(from, after.statusId)) {
    const allowed = from.nextStatusIds?.join(', ') || 'none';
    throw conflict(`A post cannot move from the status "${from.name}" to this one; allowed: ${allowed}.`);
  }
  await write.statuses.addToPostsCount(workspaceId, before.statusId, -1);
  await write.statuses.addToPostsCount(workspaceId, after.statusId, 1);
  await write.statuses.insertChange(workspaceId, {
    id: mintId('statusChange'),
    postId: after.id,
    fromStatusId: before.statusId,
    toStatusId: after.statusId,
    comment,
    actorType: write.actor.type,
    actorId: write.actor.id,
    isPublic: after.visibility === 'public',
    createdAt: after.updatedAt,
  });
  return true;
}
