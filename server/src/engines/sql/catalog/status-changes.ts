// The status history of posts.

import type { StatusChange, StatusChangeQuery } from '../../../domain/catalog/status.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import {
  type Conditions,
  conditionsOf,
  isAny,
  isSince,
  matchesNothing,
  where,
} from '../kernel/conditions.ts';
import { branchesBy, type Order, pageOfAny } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const statusChangeColumns = columnsOf<Tables['status_changes'], StatusChange>()({
  id: 'id',
  postId: 'post_id',
  fromStatusId: 'from_status_id',
  toStatusId: 'to_status_id',
  comment: 'comment',
  actorType: 'actor_type',
  actorId: 'actor_id',
  isPublic: flagColumn('is_public'),
  createdAt: 'created_at',
});

const order: Order = { columns: ['created_at', 'id'], names: ['createdAt', 'id'], direction: 'desc' };

/** Each has an index in this order. */
const indexed = { postIds: 'post_id', toStatusIds: 'to_status_id' } as const;

const conditions: Conditions<StatusChangeQuery> = {
  postIds: isAny(indexed.postIds),
  toStatusIds: isAny(indexed.toStatusIds),
  updatedSince: isSince('created_at'),
};

export async function pageOfStatusChanges(
  db: Db,
  workspaceId: string,
  { slice, ...filters }: StatusChangeQuery,
): Promise<StatusChange[]> {
  if (matchesNothing(filters)) return [];
  const all = db
    .selectFrom('status_changes')
    .select(statusChangeColumns.selected)
    .where('workspace_id', '=', workspaceId);
  const by = filters.postIds === undefined ? 'toStatusIds' : 'postIds';
  const { [by]: values, ...others } = filters;
  const changes = where(all, conditionsOf(conditions, workspaceId, others));
  return (await pageOfAny(branchesBy(changes, indexed[by], values), order, slice)).map(
    statusChangeColumns.read,
  );
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
