// Filters and sort orders for lists of posts.

import { type SelectQueryBuilder, sql } from 'kysely';
import { type PostQuery, type PostSort, type TextQuery, unowned } from '../../../domain/feedback/post.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { SortKey } from '../../../domain/kernel/page.ts';
import {
  type Conditions,
  conditionsOf,
  type FiltersOf,
  isAny,
  isSince,
  where,
} from '../kernel/conditions.ts';
import type { Found, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { type Check, sliced } from '../kernel/paging.ts';
import { matchesAny } from '../kernel/search/indexed-words.ts';
import type { Db, PostsTable, Tables } from '../kernel/tables.ts';

export type PostSelection = SelectQueryBuilder<Tables, 'posts', object>;

/** The columns of a sort order; its index contains exactly these. */
export type SortColumn = 'id' | 'created_at' | 'votes_count';
export type SortKeys = Pick<PostsTable, 'id'> & Partial<Pick<PostsTable, SortColumn>>;

export const posts = (db: Db, workspaceId: string): PostSelection =>
  db.selectFrom('posts').where('workspace_id', '=', workspaceId);

/** Written out, so that every engine knows that the index of public posts has them all. */
export const isPublicPost: Check = sql`visibility = 'public'`;

/** Not "is null": SQLite would walk the index of merged posts, and with it every internal post. */
export const isUnmergedPost: Check = sql`coalesce(merged_into_id, '') = ''`;

/** Written out, so that every engine knows that the index of posts with comments has them all. */
export const isCommented: Check = sql`comments_count > 0`;

/** The expression of its index. */
export const ownerOrNone = sql<string>`coalesce(owner_id, ${sql.lit(unowned)})`;

/** Adds the filters as conditions on the row. */
export const restricted = (
  rows: PostSelection,
  workspaceId: string,
  filters: FiltersOf<PostQuery>,
): PostSelection => where(rows, conditionsOf(conditions, workspaceId, filters));

/**
 * A column without a table's name belongs to the post: the queries that these stand in use different aliases. The
 * unary plus and the empty text change no value, but keep the planner off an index that knows nothing of the other
 * filters.
 */
const conditions: Conditions<PostQuery> = {
  externalIds: isAny('external_id'),
  statusIds: isAny(sql`status_id || ''`),
  typeIds: isAny(sql`post_type_id || ''`),
  authorIds: isAny(sql`author_id || ''`),
  ownerIds: isAny(sql`${ownerOrNone} || ''`),
  mergedIntoIds: isAny('merged_into_id'),
  visibilities: isAny('visibility'),
  hasComments: (hasComments) => (hasComments ? isCommented : sql`comments_count = 0`),
  // Their creation is bounded by `upToSilence`.
  unansweredSince: (since, workspaceId) =>
    sql`${saysNothing('comments', isByTeam)(since, workspaceId)} and ${saysNothing('status_changes')(since, workspaceId)}`,
  updatedSince: isSince('updated_at'),
  createdSince: isSince(sql`+created_at`),
  createdBefore: (instant) => sql`+created_at < ${instant}`,
  isMerged: (isMerged) => sql`merged_into_id ${sql.raw(isMerged ? 'is not' : 'is')} null`,
  tagIds: hasAny('post_tags', 'tag_id'),
  voterIds: hasAny('votes', 'user_id'),
  followerIds: hasAny('followers', 'user_id'),
  searches: (searches) => matchesAny(searches),
  texts: (texts, workspaceId) => sql`(
    select 1 from (
      select post_id as of_post, words, is_note from texts where workspace_id = ${workspaceId}
    ) as text where text.of_post = id and ${matchesText(texts)} limit 1) is not null`,
};

/** The row of `texts` matches. */
const matchesText = ({ searches, withNotes }: TextQuery): Check =>
  withNotes ? matchesAny(searches, 'words') : sql`${matchesAny(searches, 'words')} and is_note = 0`;

/** One of the texts that the text index has found matches. */
export const hasFoundText = (
  search: TextSearch<WordTerms>,
  workspaceId: string,
  found: Found,
  texts: TextQuery,
): Check =>
  sql`id in (select post_id from texts where ${search.isAmong(workspaceId, found)} and ${matchesText(texts)})`;

function hasAny(table: 'votes' | 'followers' | 'post_tags', column: string) {
  return (values: readonly string[], workspaceId: string): Check => sql`exists (
    select 1 from ${sql.table(table)}
    where ${sql.ref(`${table}.workspace_id`)} = ${workspaceId} and ${sql.ref(`${table}.post_id`)} = id
      and ${isAny(`${table}.${column}`)(values)})`;
}

/** Written out, as the index of what the team says has it. */
const isByTeam: Check = sql`is_from_team = 1 and is_private = 0 and is_deleted = 0`;

/**
 * The table has no row of the post after this time. Rows are looked up for each post: no planner can turn a limited
 * query into a join, which would read the whole table. The inner query hides the table's own "id".
 */
function saysNothing(table: 'comments' | 'status_changes', kind: Check = sql`1 = 1`) {
  return (since: Instant, workspaceId: string): Check => sql`(
    select 1 from (
      select post_id, created_at as said_at from ${sql.table(table)} where workspace_id = ${workspaceId} and ${kind}
    ) as said where said.post_id = id and said.said_at > ${since} limit 1) is null`;
}

/** A post that is younger than the silence isn't unanswered, so the list ends where the silence begins. */
export function upToSilence(query: PostQuery): PostQuery {
  const { unansweredSince: since, createdBefore = Number.POSITIVE_INFINITY } = query;
  return since === undefined ? query : { ...query, createdBefore: Math.min(createdBefore, since + 1) };
}

/**
 * In an order by creation, the bound that a list starts at is the same as a position to continue after. So only one
 * condition limits that end of the index, and the cost of a deep page does not depend on its depth.
 */
export function startingAtBound(query: PostQuery): PostQuery {
  const { creation, direction } = orders[query.sort];
  if (creation === undefined) return query;
  const { [creation.from]: start, ...others } = query;
  if (start === undefined) return query;
  const [createdAt] = query.slice.after ?? [];
  const isBeyond = createdAt !== undefined && isPast(direction, Number(createdAt), start);
  return isBeyond ? others : { ...others, slice: { ...query.slice, after: [start, ''] } };
}

/** `createdSince` is inclusive, `createdBefore` is not. */
const isPast = (direction: Direction, createdAt: number, bound: number): boolean =>
  direction === 'desc' ? createdAt < bound : createdAt >= bound;

/** Bounds of the creation time, for a scan of the index by creation. */
export function bounded(rows: PostSelection, { createdSince, createdBefore }: PostQuery): PostSelection {
  const since = createdSince === undefined ? rows : rows.where('created_at', '>=', createdSince);
  return createdBefore === undefined ? since : since.where('created_at', '<', createdBefore);
}

export const isBounded = ({ createdSince, createdBefore }: PostQuery): boolean =>
  createdSince !== undefined || createdBefore !== undefined;

/** Whether a list in this order ends before this post. */
export const isPastBound = (query: PostQuery, { created_at: createdAt }: SortKeys): boolean => {
  const { creation, direction } = orders[query.sort];
  const bound = creation && query[creation.to];
  return createdAt !== undefined && bound !== undefined && isPast(direction, createdAt, bound);
};

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

type Direction = 'asc' | 'desc';
type Bound = 'createdSince' | 'createdBefore';

interface PostOrder {
  columns: readonly [SortColumn, ...SortColumn[]];
  direction: Direction;
  /** If it is by creation time: the filters that bound its beginning and its end. */
  creation?: { from: Bound; to: Bound };
}

/** All that the queries know about a sort order. */
export const orders: Record<PostSort, PostOrder> = {
  recent: {
    columns: ['created_at', 'id'],
    direction: 'desc',
    creation: { from: 'createdBefore', to: 'createdSince' },
  },
  oldest: {
    columns: ['created_at', 'id'],
    direction: 'asc',
    creation: { from: 'createdSince', to: 'createdBefore' },
  },
  votes: { columns: ['votes_count', 'created_at', 'id'], direction: 'desc' },
};

export const isChronological = (sort: PostSort): boolean => orders[sort].creation !== undefined;

/** Where a post is in a sort order. */
export const keyOf = (keys: SortKeys, sort: PostSort): SortKey =>
  orders[sort].columns.map((column) => keys[column] as string | number);

/** The query's slice, read by scanning the index of its sort order. */
export const inOrder = (rows: PostSelection, { sort, slice }: PostQuery): PostSelection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice);

/** The query's slice, read by sorting: for a few rows that are known by id. */
export const sorted = (rows: PostSelection, { sort, slice }: PostQuery): PostSelection =>
  sliced(rows, orders[sort].columns, orders[sort].direction, slice, 'sort');
