// Filters and sort orders for lists of posts.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { SortKey } from '../../../domain/page.ts';
import type { PostQuery, PostSort } from '../../../domain/post.ts';
import type { SearchTerms } from '../kernel/dialect.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db, PostsTable, Tables } from '../kernel/tables.ts';

export type PostSelection = SelectQueryBuilder<Tables, 'posts', object>;

/** The columns of a sort order; its index contains exactly these. */
export type SortColumn = 'id' | 'created_at' | 'votes_count';
export type SortKeys = Pick<PostsTable, 'id'> & Partial<Pick<PostsTable, SortColumn>>;

export const posts = (db: Db, workspaceId: string): PostSelection =>
  db.selectFrom('posts').where('workspace_id', '=', workspaceId);

/** The filters that are checked on the row. */
type Restrictions = Omit<PostQuery, 'searches' | 'sort' | 'slice'>;

export const restricted = (
  rows: PostSelection,
  workspaceId: string,
  restrictions: Restrictions,
): PostSelection =>
  conditionsOf(workspaceId, restrictions).reduce((some, condition) => some.where(condition), rows);

/** For the text index, which knows words, statuses, types and the creation time. */
export function termsOf(
  workspaceId: string,
  searches: string[][],
  { statusIds, typeIds, createdSince, createdBefore, ...others }: Omit<PostQuery, 'sort' | 'slice'>,
): SearchTerms {
  return {
    searches,
    createdSince,
    createdBefore,
    onRow: conditionsOf(workspaceId, others),
    ...(statusIds && { statusIds }),
    ...(typeIds && { typeIds }),
  };
}

/**
 * A column without a table's name belongs to the post: the queries that these stand in use different aliases. The
 * unary plus and the empty text change no value, but keep the planner off an index that knows nothing of the other
 * filters.
 */
function conditionsOf(workspaceId: string, restrictions: Restrictions): RawBuilder<SqlBool>[] {
  const { updatedSince, createdSince, createdBefore, isMerged } = restrictions;
  const { statusIds, typeIds, authorIds, externalIds, tagIds, voterIds, mergedIntoIds } = restrictions;
  const isAny = (column: RawBuilder<unknown>, values: readonly string[]) =>
    sql<SqlBool>`${column} in (${sql.join([...values])})`;
  const hasAny = (table: 'votes' | 'post_tags', column: string, values: readonly string[]) =>
    sql<SqlBool>`exists (
      select 1 from ${sql.table(table)}
      where ${sql.ref(`${table}.workspace_id`)} = ${workspaceId} and ${sql.ref(`${table}.post_id`)} = id
        and ${isAny(sql.ref(`${table}.${column}`), values)})`;
  return [
    ...(externalIds === undefined ? [] : [isAny(sql`external_id`, externalIds)]),
    ...(statusIds === undefined ? [] : [isAny(sql`status_id || ''`, statusIds)]),
    ...(typeIds === undefined ? [] : [isAny(sql`post_type_id || ''`, typeIds)]),
    ...(authorIds === undefined ? [] : [isAny(sql`author_id || ''`, authorIds)]),
    ...(mergedIntoIds === undefined ? [] : [isAny(sql`merged_into_id`, mergedIntoIds)]),
    ...(updatedSince === undefined ? [] : [sql<SqlBool>`updated_at >= ${updatedSince}`]),
    ...(createdSince === undefined ? [] : [sql<SqlBool>`+created_at >= ${createdSince}`]),
    ...(createdBefore === undefined ? [] : [sql<SqlBool>`+created_at < ${createdBefore}`]),
    ...(isMerged === undefined
      ? []
      : [sql<SqlBool>`merged_into_id ${sql.raw(isMerged ? 'is not' : 'is')} null`]),
    ...(tagIds === undefined ? [] : [hasAny('post_tags', 'tag_id', tagIds)]),
    ...(voterIds === undefined ? [] : [hasAny('votes', 'user_id', voterIds)]),
  ];
}

/**
 * In an order by creation, the bound that a list starts at is the same as a position to continue after. So only one
 * condition limits that end of the index, and the cost of a deep page does not depend on its depth.
 */
export function startingAtBound(query: PostQuery): PostQuery {
  const bound = query.sort === 'recent' ? 'createdBefore' : 'createdSince';
  const { [bound]: start, ...others } = query;
  if (start === undefined || query.sort === 'votes') return query;
  const { after } = query.slice;
  const [createdAt] = after ?? [];
  const isBeyond =
    createdAt !== undefined &&
    (query.sort === 'recent' ? Number(createdAt) < start : Number(createdAt) >= start);
  return isBeyond ? others : { ...others, slice: { ...query.slice, after: [start, ''] } };
}

/** Bounds of the creation time, for a scan of the index by creation. */
export function bounded(rows: PostSelection, { createdSince, createdBefore }: PostQuery): PostSelection {
  const since = createdSince === undefined ? rows : rows.where('created_at', '>=', createdSince);
  return createdBefore === undefined ? since : since.where('created_at', '<', createdBefore);
}

export const isBounded = ({ createdSince, createdBefore }: PostQuery): boolean =>
  createdSince !== undefined || createdBefore !== undefined;

/** Whether a list in this order ends before this post. */
export const isPastBound = (
  { sort, createdSince, createdBefore }: PostQuery,
  { created_at: createdAt }: SortKeys,
): boolean => {
  if (createdAt === undefined || sort === 'votes') return false;
  const bound = sort === 'recent' ? createdSince : createdBefore;
  return bound !== undefined && (sort === 'recent' ? createdAt < bound : createdAt >= bound);
};

/** Filters by status and type, with an index if it helps. */
export function grouped(
  rows: PostSelection,
  { statusIds, typeIds }: Pick<PostQuery, 'statusIds' | 'typeIds'>,
): PostSelection {
  const byStatus = statusIds === undefined ? rows : rows.where('status_id', 'in', statusIds);
  return typeIds === undefined ? byStatus : byStatus.where('post_type_id', 'in', typeIds);
}

/** One status, one type, or both: each has an index in every order. An author has one by creation. */
export interface Branch {
  statusId?: string;
  typeId?: string;
  authorId?: string;
}

export const distinct = (values: readonly string[], name: keyof Branch): Branch[] =>
  [...new Set(values)].map((value) => ({ [name]: value }));

export function combinations(statusIds: string[] | undefined, typeIds: string[] | undefined): Branch[] {
  const byStatus: Branch[] = statusIds === undefined ? [{}] : distinct(statusIds, 'statusId');
  if (typeIds === undefined) return byStatus;
  const byType: Branch[] = distinct(typeIds, 'typeId');
  return byStatus.flatMap((branch) => byType.map((type) => ({ ...branch, ...type })));
}

export function filtered(rows: PostSelection, { statusId, typeId, authorId }: Branch): PostSelection {
  const byAuthor = authorId === undefined ? rows : rows.where('author_id', '=', authorId);
  const byStatus = statusId === undefined ? byAuthor : byAuthor.where('status_id', '=', statusId);
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

/** Where a post is in a sort order. */
export const keyOf = (keys: SortKeys, sort: PostSort): SortKey =>
  orders[sort].columns.map((column) => keys[column] as string | number);

/** The query's slice, read by scanning the index of its sort order. */
export const inOrder = (rows: PostSelection, { sort, slice }: PostQuery): PostSelection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice);

/** The query's slice, read by sorting: for a few rows that are known by id. */
export const sorted = (rows: PostSelection, { sort, slice }: PostQuery): PostSelection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice, 'sort');
