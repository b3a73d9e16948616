// Text search on PostgreSQL. A generated tsvector column holds a row's tokens: each word of its text, cut to the
// maximum prefix length, plus a token for its workspace and for each filter value. We split the words ourselves, so
// PostgreSQL's parser and dictionaries are not involved.

import { type RawBuilder, sql } from 'kysely';
import { longestPrefix, maxPrefixLength } from '../../../domain/search-words.ts';
import type { IndexableRow, Searches, SearchSlice, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { matchesAny } from '../kernel/indexed-words.ts';
import { prepared } from '../kernel/prepared.ts';
import {
  facetToken,
  hasLongWord,
  type Searchable,
  searchablePosts,
  searchableUsers,
} from '../kernel/searchable.ts';
import { briefSearches } from './postgres-brief-searches.ts';

function postgresTextIndex<Terms extends WordTerms>(plan: Searchable<Terms>): TextSearch<Terms> {
  const table = sql.table(plan.table);
  const facetColumns = ['workspace_id', ...Object.keys(plan.facets)];

  const insertRow = prepared((db, row: IndexableRow) =>
    db
      .insertInto(plan.table)
      .values(row as never)
      .compile(),
  );

  const brief = briefSearches(table);

  /** For the beginning of a word, the index reads all posts with any such word, however rare the other words are. */
  function matchExpression(workspaceId: string, terms: Terms, isBrief: boolean): string {
    const allOf = (words: readonly string[]) => {
      const beginning = isBrief && words.length > 1 ? '' : ':*';
      return `(${words.map((word) => `${quoted(longestPrefix(word))}${beginning}`).join(' & ')})`;
    };
    const anyOf = (ids: readonly string[]) => `(${ids.map((id) => quoted(facetToken(id))).join(' | ')})`;
    return [
      quoted(facetToken(workspaceId)),
      ...Object.values(plan.facets).flatMap((allowedBy) => {
        const allowed = allowedBy(terms);
        return allowed === undefined ? [] : [anyOf(allowed)];
      }),
      `(${terms.searches.map(allOf).join(' | ')})`,
    ].join(' & ');
  }

  return {
    async createIndex(db) {
      const facets = facetColumns.map((column) => sql`'_' || ${sql.ref(column)}`);
      const cut = sql`regexp_replace(${sql.ref(plan.words)}, ${sql.lit(`([^ ]{${maxPrefixLength}})[^ ]+`)}, '\\1', 'g')`;
      const words = sql`array_remove(string_to_array(${cut}, ' '), '')`;
      await sql`
        alter table ${table} add column search_tokens tsvector
        generated always as (array_to_tsvector(${words} || array[${sql.join(facets)}])) stored`.execute(db);
      // Word frequency decides between this index and a scan in order, so gather more samples than usual.
      await sql`alter table ${table} alter column search_tokens set statistics 1000`.execute(db);
      const name = sql.ref(`${plan.table}_by_search_tokens`);
      // Every vote rewrites the row, so use the pending list, but keep it short: each search reads all of it.
      await sql`
        create index ${name} on ${table} using gin (search_tokens)
        with (gin_pending_list_limit = 256)`.execute(db);
    },

    // PostgreSQL maintains the column and its index.
    reindex: async () => {},
    insert: async (db, row) => void (await insertRow(db, row)),
    put: async () => {},
    putMany: async () => {},
    refresh: async () => {},
    remove: async () => {},
    removeMany: async () => {},

    async matches(db, workspaceId, terms, slice) {
      const isBrief = slice.isBrief === true;
      const inWorkspace = [
        sql`workspace_id = ${workspaceId}`,
        ...(plan.always === undefined ? [] : [plan.always]),
        ...(terms.createdSince === undefined ? [] : [sql`created_at >= ${terms.createdSince}`]),
        ...(terms.createdBefore === undefined ? [] : [sql`created_at < ${terms.createdBefore}`]),
      ];
      const hasTokens = (some: Terms) =>
        sql`search_tokens @@ ${matchExpression(workspaceId, some, isBrief)}::tsquery`;
      const onRow = (some: Terms) => [
        ...(hasLongWord(some) ? [matchesAny(some.searches, plan.words)] : []),
        ...(some.onRow ?? []),
      ];
      const start = startAfter(slice);
      const direction = sql.raw(slice.direction);
      const order = sql`order by created_at ${direction}, id ${direction}`;
      const page = sql`limit ${slice.take} offset ${slice.skip}`;
      const isFull = sql`(select count(*) from near) = ${slice.take}`;
      const amongNewest = sql<{ id: string }>`
        select id, created_at from (
          select * from ${table} where ${all([...inWorkspace, ...start])}
          ${order} limit ${rowsScannedFor(slice)}
        ) as walked
        where ${all([hasTokens(terms), ...onRow(terms)])} ${order} ${page}`;
      const pageOf = async (near: RawBuilder<unknown>, indexed: Terms) => {
        const { rows } = await sql<{ id: string }>`
          with near as materialized (
            ${near}
          ), found as materialized (
            select id, created_at from ${table}
            where not ${isFull} and ${all([hasTokens(indexed), ...inWorkspace, ...onRow(indexed), ...start])}
          ), far as (
            select id, created_at from ${isBrief ? someOfFound : sql`found`} ${order} ${page}
          )
          select id from (
            select id, created_at from near union select id, created_at from far
          ) as page ${order} limit ${slice.take}`.execute(db);
        return rows.map(({ id }) => id);
      };
      if (!isBrief || terms.searches.every((words) => words.length === 1)) return pageOf(amongNewest, terms);

      // Whether to look further depends on how common the words are.
      const newest = (await amongNewest.execute(db)).rows.map(({ id }) => id);
      if (newest.length === slice.take) return newest;
      const searches = await brief(db, workspaceId, terms.searches);
      if (searches.length === 0) return newest;
      const again = sql`
        select id, created_at from ${table} where ${all([...inWorkspace, sql`id = any(${newest})`])}`;
      return pageOf(again, { ...terms, searches });
    },
  };
}

/**
 * PostgreSQL estimates prefix matches badly, and each plan is slow for the wrong word. So first scan the next rows
 * in order, which is enough for common words. Only if that does not fill the page, collect all matches by the index
 * and sort them; until then that part of the query does not run.
 */
const rowsScannedFor = ({ take, skip, isBrief = false }: SearchSlice): number =>
  isBrief ? rowsScannedBriefly : Math.max(2000, 4 * (take + skip));

/**
 * A brief search looks at a limited number of rows either way. With 1,000,000 posts, a word that isn't in enough of the
 * newest is in few thousands of all; if it is in more, those that the index gives first are taken.
 */
const rowsScannedBriefly = 8000;
const rowsFoundBriefly = 4096;
/** Limited here, not within `found`: the planner would choose a plan that is quick only if its estimate is right. */
const someOfFound = sql`(select id, created_at from found limit ${sql.lit(rowsFoundBriefly)}) as found_first`;

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([...conditions], sql` and `);

function startAfter({ after, direction }: SearchSlice): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const position = sql`(${after.createdAt}, ${after.id})`;
  return direction === 'desc' ? [sql`(created_at, id) < ${position}`] : [sql`(created_at, id) > ${position}`];
}

/** Words and ids contain no quotes or backslashes. */
const quoted = (token: string): string => `'${token}'`;

export const postgresSearches: Searches = {
  posts: postgresTextIndex(searchablePosts),
  users: postgresTextIndex(searchableUsers),
};
