// The status history of posts.

import type { StatusChange, StatusChangeQuery } from '../../../domain/status.ts';
import { columnsOf } from '../kernel/columns.ts';
import { branchesBy, type Order, pageOfAny } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const statusChangeColumns = columnsOf<Tables['status_changes'], StatusChange>()({
  id: 'id',
  postId: 'post_id',
  fromStatusId: 'from_status_id',
  toStatusId: 'to_status_id',
  comment: 'comment',
  createdAt: 'created_at',
});

const order: Order = { columns: ['created_at', 'id'], names: ['createdAt', 'id'], direction: 'desc' };

export async function pageOfStatusChanges(
  db: Db,
  workspaceId: string,
  { postIds, toStatusIds, updatedSince, slice }: StatusChangeQuery,
): Promise<StatusChange[]> {
  let changes = db
    .selectFrom('status_changes')
    .select(statusChangeColumns.selected)
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
    .values(changes.map((change) => ({ workspace_id: workspaceId, ...statusChangeColumns.valuesOf(change) })))
    .execute();
}
