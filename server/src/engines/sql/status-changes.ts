// The history of the posts' statuses in the database.

import type { StatusChange, StatusChangeQuery } from '../../domain/status.ts';
import { sliced } from './paging.ts';
import type { Db } from './tables.ts';

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
  if (postIds !== undefined) changes = changes.where('post_id', 'in', postIds);
  if (toStatusIds !== undefined) changes = changes.where('to_status_id', 'in', toStatusIds);
  if (updatedSince !== undefined) changes = changes.where('created_at', '>=', updatedSince);
  return sliced(changes, ['created_at', 'id'], 'desc', slice).execute();
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
