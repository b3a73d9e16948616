// The history of the posts' statuses in the database.

import type { StatusChange, StatusChangeQuery } from '../../../domain/status.ts';
import { branchesBy, type Order, pageOfAny } from '../kernel/paging.ts';
import type { Db } from '../kernel/tables.ts';

const order: Order = { columns: ['created_at', 'id'], names: ['createdAt', 'id'], direction: 'desc' };

export async function pageOfStatusChanges(
  db: Db,
  workspaceId: string,
  { postIds, toStatusIds, updatedSince, slice }: StatusChangeQuery,
): Promise<StatusChange[]> {
  let changes = db
    .selectFrom('status_changes')
    .select(['id', 'post_id as postId', 'from_status_id as fromStatusId', 'to_status_id as toStatusId'])
    .select(['comment', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId);
  if (postIds?.length === 0 || toStatusIds?.length === 0) return [];
  if (postIds !== undefined && toStatusIds !== undefined)
    changes = changes.where('to_status_id', 'in', toStatusIds);
  if (updatedSince !== undefined) changes = changes.where('created_at', '>=', updatedSince);
  const branches =
    postIds === undefined
      ? branchesBy(changes, 'to_status_id', toStatusIds)
      : branchesBy(changes, 'post_id', postIds);
  return pageOfAny(branches, order, slice);
}

export async function insertStatusChanges(
  db: Db,
  workspaceId: string,
  changes: readonly StatusChange[],
): Promise<void> {
  await db
    .insertInto('status_changes')
    .values(
      changes.map((change) => ({
        workspace_id: workspaceId,
        id: change.id,
        post_id: change.postId,
        from_status_id: change.fromStatusId,
        to_status_id: change.toStatusId,
        comment: change.comment,
        created_at: change.createdAt,
      })),
    )
    .execute();
}
