// Full-text search on FTS5. Each post is one document of tokens: every beginning of every word of its title,
// and a token for its workspace, status and type. A search is then an intersection of whole tokens, which
// FTS5 walks in row-id order; the row id is made to follow (created_at, id), so that a page of results is
// read off the index and never sorted.

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { maxPrefixLength, prefixesOf } from '../../../domain/search-words.ts';
import type { SearchSlice, SearchTerms, TextSearch } from '../dialect.ts';
import { matchesAny, splitWords } from '../indexed-words.ts';
import type { Db } from '../tables.ts';

/** A row id is a millisecond times this, plus the post's rank among those created in that millisecond. */
const rowsPerMs = 2_097_152;

export const sqliteSearch: TextSearch = {
  async createIndex(db) {
    await sql`alter table posts add column search_row integer`.execute(db);
    await sql`create unique index posts_by_search_row on posts (search_row)`.execute(db);
    await sql`create virtual table post_search using fts5 (
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
    )`.execute(db);
  },

  async put(db, workspaceId, postId) {
    await forget(db, workspaceId, postId);
    const post = await findIndexed(db, workspaceId, postId);
    // Ids are minted in order, so a post is usually the last of its millisecond. One that was back-dated
    // into it may not be: then those behind it line up again.
    const { rows: behind } = await sql<IndexedPost>`
      select ${indexedColumns} from posts
      where search_row >= ${firstRow(post.createdAt)} and search_row < ${firstRow(post.createdAt + 1)}
        and id > ${postId}
      order by id`.execute(db);
    for (const later of behind) await forget(db, later.workspaceId, later.id);
    for (const next of [post, ...behind]) await append(db, next);
  },

  remove: forget,

  async matches(db, workspaceId, terms, slice) {
    const conditions = [
      sql`post_search match ${matchExpression(workspaceId, terms)}`,
      ...(hasLongWord(terms) ? [matchesAny(terms.searches)] : []),
      ...(terms.updatedSince === undefined ? [] : [sql`updated_at >= ${terms.updatedSince}`]),
      ...startAfter(slice),
    ];
    const { rows } = await sql<{ id: string }>`
      select posts.id from post_search join posts on posts.search_row = post_search.rowid
      where ${sql.join(conditions, sql` and `)}
      order by post_search.rowid ${sql.raw(slice.direction)} limit ${slice.take} offset ${slice.skip}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
};

interface IndexedPost {
  workspaceId: string;
  id: string;
  createdAt: Instant;
  statusId: string;
  postTypeId: string;
  titleWords: string;
}

const indexedColumns = sql.raw(
  `workspace_id as "workspaceId", id, created_at as "createdAt", status_id as "statusId",
   post_type_id as "postTypeId", title_words as "titleWords"`,
);

const firstRow = (createdAt: Instant): RawBuilder<unknown> => sql`${createdAt} * ${sql.lit(rowsPerMs)}`;

async function findIndexed(db: Db, workspaceId: string, postId: string): Promise<IndexedPost> {
  const { rows } = await sql<IndexedPost>`
    select ${indexedColumns} from posts where workspace_id = ${workspaceId} and id = ${postId}`.execute(db);
  const [post] = rows;
  if (post === undefined) throw new Error('A post must be stored before it is indexed.');
  return post;
}

/** Gives the post the next row of its millisecond, and indexes its tokens there. */
async function append(db: Db, post: IndexedPost): Promise<void> {
  const first = firstRow(post.createdAt);
  await sql`
    update posts set search_row = (
      select coalesce(max(search_row) + 1, ${first}) from posts
      where search_row >= ${first} and search_row < ${firstRow(post.createdAt + 1)}
    ) where workspace_id = ${post.workspaceId} and id = ${post.id}`.execute(db);
  const tokens = new Set([post.workspaceId, post.statusId, post.postTypeId].map(facet));
  for (const word of splitWords(post.titleWords)) for (const prefix of prefixesOf(word)) tokens.add(prefix);
  await sql`
    insert into post_search (rowid, tokens)
    select search_row, ${[...tokens].join(' ')} from posts
    where workspace_id = ${post.workspaceId} and id = ${post.id}`.execute(db);
}

async function forget(db: Db, workspaceId: string, postId: string): Promise<void> {
  const isPost = sql`workspace_id = ${workspaceId} and id = ${postId}`;
  await sql`delete from post_search where rowid = (select search_row from posts where ${isPost})`.execute(db);
  await sql`update posts set search_row = null where ${isPost}`.execute(db);
}

function startAfter({ after, direction }: SearchSlice): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const position = sql`(${after.createdAt}, ${after.id})`;
  // The row id bounds the walk, the pair decides within the millisecond.
  return direction === 'desc'
    ? [sql`post_search.rowid < ${firstRow(after.createdAt + 1)}`, sql`(created_at, posts.id) < ${position}`]
    : [sql`post_search.rowid >= ${firstRow(after.createdAt)}`, sql`(created_at, posts.id) > ${position}`];
}

function matchExpression(workspaceId: string, { searches, statusIds, typeIds }: SearchTerms): string {
  const allOf = (words: readonly string[]) =>
    words.map((word) => quoted(prefixesOf(word).at(-1) ?? word)).join(' AND ');
  const anyOf = (ids: readonly string[]) => `(${ids.map((id) => quoted(facet(id))).join(' OR ')})`;
  return [
    quoted(facet(workspaceId)),
    ...(statusIds === undefined ? [] : [anyOf(statusIds)]),
    ...(typeIds === undefined ? [] : [anyOf(typeIds)]),
    `(${searches.map((words) => `(${allOf(words)})`).join(' OR ')})`,
  ].join(' AND ');
}

/** A word longer than any indexed beginning is found by that beginning, and then judged on the row. */
const hasLongWord = ({ searches }: SearchTerms): boolean =>
  searches.some((words) => words.some((word) => word.length > maxPrefixLength));

/** A token that no word can be: words hold letters and digits only. An id of another form stands for nothing. */
const facet = (id: string): string => `_${/^[a-z0-9_]+$/.test(id) ? id : ''}`;

const quoted = (token: string): string => `"${token}"`;
