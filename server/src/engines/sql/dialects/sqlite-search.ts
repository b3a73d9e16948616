// Full-text search on FTS5. Each post is one document of tokens: every beginning of every word of its title,
// and a token for its workspace, status and type. A search is then an intersection of whole tokens, which
// FTS5 walks in row-id order; the row id is made to follow (created_at, id), so that a page of results is
// read off the index and never sorted.

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { maxPrefixLength, prefixesOf } from '../../../domain/search-words.ts';
import type { SearchSlice, SearchTerms, TextSearch } from '../dialect.ts';
import { matchesAny, splitWords } from '../indexed-words.ts';
import { inFewSizes } from '../insert-many.ts';
import type { Db } from '../tables.ts';

/**
 * A row id is a millisecond times this, plus the post's rank among those created in that millisecond. Twice as
 * many would not fit the last instant that a post may have into 63 bits.
 */
const rowsPerMs = 1_048_576;

export const sqliteSearch: TextSearch = {
  async createIndex(db) {
    await sql`alter table posts add column search_row integer`.execute(db);
    await sql`create unique index posts_by_search_row on posts (search_row)`.execute(db);
    await sql`create virtual table post_search using fts5 (
      tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
    )`.execute(db);
  },

  async put(db, workspaceId, postId) {
    const post = await findIndexed(db, workspaceId, postId);
    if (await isInPlace(db, post)) {
      await unindex(db, workspaceId, postId);
      return indexAt(db, post);
    }
    await forget(db, workspaceId, postId);
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

  async putMany(db, workspaceId, postIds) {
    for (const chunk of inFewSizes(postIds)) {
      const posts = await findUnindexed(db, workspaceId, chunk);
      const together = new Map<Instant, number>();
      for (const { createdAt } of posts) together.set(createdAt, (together.get(createdAt) ?? 0) + 1);
      const isAlone = (post: Unindexed) => post.indexedBeside === 0 && together.get(post.createdAt) === 1;
      for (const few of inFewSizes(posts.filter(isAlone))) await appendAlone(db, workspaceId, few);
      for (const post of posts) if (!isAlone(post)) await sqliteSearch.put(db, workspaceId, post.id);
    }
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

const firstRow = (createdAt: Instant | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${createdAt} * ${sql.lit(rowsPerMs)}`;

async function findIndexed(db: Db, workspaceId: string, postId: string): Promise<IndexedPost> {
  const { rows } = await sql<IndexedPost>`
    select ${indexedColumns} from posts where workspace_id = ${workspaceId} and id = ${postId}`.execute(db);
  const [post] = rows;
  if (post === undefined) throw new Error('A post must be stored before it is indexed.');
  return post;
}

interface Unindexed extends IndexedPost {
  /** How many posts of the same millisecond are in the index. */
  indexedBeside: number;
}

/** In order of creation, which is the order that FTS5 takes new rows in without writing each one out. */
async function findUnindexed(db: Db, workspaceId: string, postIds: readonly string[]): Promise<Unindexed[]> {
  const { rows } = await sql<Unindexed>`
    select ${indexedColumns}, (
      select count(*) from posts as indexed
      where indexed.search_row >= ${firstRow(sql.ref('posts.created_at'))}
        and indexed.search_row < ${firstRow(sql`(posts.created_at + 1)`)}
    ) as "indexedBeside"
    from posts where workspace_id = ${workspaceId} and id in (${sql.join(postIds)})`.execute(db);
  return rows.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** Gives posts that share their millisecond with no other its first row, where no rank needs finding. */
async function appendAlone(db: Db, workspaceId: string, posts: readonly Unindexed[]): Promise<void> {
  const ids = posts.map(({ id }) => id);
  await sql`
    update posts set search_row = ${firstRow(sql.ref('created_at'))}
    where workspace_id = ${workspaceId} and id in (${sql.join(ids)})`.execute(db);
  const documents = posts.map((post) => sql`(${firstRow(post.createdAt)}, ${tokensOf(post)})`);
  await sql`insert into post_search (rowid, tokens) values ${sql.join(documents)}`.execute(db);
}

/** Gives the post the next row of its millisecond, and indexes its tokens there. */
async function append(db: Db, post: IndexedPost): Promise<void> {
  const first = firstRow(post.createdAt);
  await sql`
    update posts set search_row = (
      select coalesce(max(search_row) + 1, ${first}) from posts
      where search_row >= ${first} and search_row < ${firstRow(post.createdAt + 1)}
    ) where workspace_id = ${post.workspaceId} and id = ${post.id}`.execute(db);
  await indexAt(db, post);
}

/** Whether its row is one of its millisecond still: then an edit moves neither the post nor those behind it. */
async function isInPlace(db: Db, { workspaceId, id, createdAt }: IndexedPost): Promise<boolean> {
  const { rows } = await sql`
    select id from posts where workspace_id = ${workspaceId} and id = ${id}
      and search_row >= ${firstRow(createdAt)} and search_row < ${firstRow(createdAt + 1)}`.execute(db);
  return rows.length > 0;
}

async function indexAt(db: Db, post: IndexedPost): Promise<void> {
  await sql`
    insert into post_search (rowid, tokens)
    select search_row, ${tokensOf(post)} from posts
    where workspace_id = ${post.workspaceId} and id = ${post.id}`.execute(db);
}

function tokensOf(post: IndexedPost): string {
  const tokens = new Set([post.workspaceId, post.statusId, post.postTypeId].map(facet));
  for (const word of splitWords(post.titleWords)) for (const prefix of prefixesOf(word)) tokens.add(prefix);
  return [...tokens].join(' ');
}

async function unindex(db: Db, workspaceId: string, postId: string): Promise<void> {
  const row = sql`select search_row from posts where workspace_id = ${workspaceId} and id = ${postId}`;
  await sql`delete from post_search where rowid = (${row})`.execute(db);
}

async function forget(db: Db, workspaceId: string, postId: string): Promise<void> {
  await unindex(db, workspaceId, postId);
  const isPost = sql`workspace_id = ${workspaceId} and id = ${postId}`;
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
