// Filters and sort orders for lists of posts.

import type { SelectQueryBuilder } from 'kysely';
import type { PostQuery, PostSort } from '../../../domain/post.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db, PostsTable, Tables } from '../kernel/tables.ts';

export type PostSelection = SelectQueryBuilder<Tables, 'posts', object>;

/** The columns of a sort order; its index contains exactly these. */
export type SortColumn = 'id' | 'created_at' | 'votes_count';
export type SortKeys = Pick<PostsTable, 'id'> & Partial<Pick<PostsTable, SortColumn>>;

export const posts = (db: Db, workspaceId: string): PostSelection =>
  db.selectFrom('posts').where('workspace_id', '=', workspaceId);

type Restrictions = Pick<PostQuery, 'authorId' | 'updatedSince' | 'isMerged' | 'mergedIntoIds'>;

export function restricted(rows: PostSelection, restrictions: Restrictions): PostSelection {
  const { authorId, updatedSince, isMerged, mergedIntoIds } = restrictions;
  const written = authorId === undefined ? rows : rows.where('author_id', '=', authorId);
  const into = mergedIntoIds === undefined ? written : written.where('merged_into_id', 'in', mergedIntoIds);
  const since = updatedSince === undefined ? into : into.where('updated_at', '>=', updatedSince);
  return isMerged === undefined ? since : since.where('merged_into_id', isMerged ? 'is not' : 'is', null);
}

/** Filters by status and type, row by row. */
export function narrowed(
  rows: PostSelection,
  { statusIds, typeIds }: Pick<PostQuery, 'statusIds' | 'typeIds'>,
): PostSelection {
  const byStatus = statusIds === undefined ? rows : rows.where('status_id', 'in', statusIds);
  return typeIds === undefined ? byStatus : byStatus.where('post_type_id', 'in', typeIds);
}

/** One status, one type, or both: each has an index in every order. */
export interface Branch {
  statusId?: string;
  typeId?: string;
}

const distinct = (values: readonly string[], name: keyof Branch): Branch[] =>
  [...new Set(values)].map((value) => ({ [name]: value }));

export function combinations(statusIds: string[] | undefined, typeIds: string[] | undefined): Branch[] {
  const byStatus: Branch[] = statusIds === undefined ? [{}] : distinct(statusIds, 'statusId');
  if (typeIds === undefined) return byStatus;
  const byType: Branch[] = distinct(typeIds, 'typeId');
  return byStatus.flatMap((branch) => byType.map((type) => ({ ...branch, ...type })));
}

export function filtered(rows: PostSelection, { statusId, typeId }: Branch): PostSelection {
  const byStatus = statusId === undefined ? rows : rows.where('status_id', '=', statusId);
  return typeId === undefined ? byStatus : byStatus.where('post_type_id', '=', typeId);
}

export const orders: Record<
  PostSort,
  { columns: readonly [SortColumn, ...SortColumn[]]; direction: 'asc' | 'desc' }
> = {
  recent: { columns: ['created_at', 'id'], direction: 'desc' },
  oldest: { columns: ['created_at', 'id'], direction: 'asc' },
  votes: { columns: ['votes_count', 'created_at', 'id'], direction: 'desc' },
};

/** The query's slice, read by scanning the index of its sort order. */
export const inOrder = (rows: PostSelection, { sort, slice }: PostQuery): PostSelection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice);

/** The query's slice, read by sorting: for a few rows that are known by id. */
export const sorted = (rows: PostSelection, { sort, slice }: PostQuery): PostSelection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice, 'sort');
