// Text search on PostgreSQL. A generated tsvector column holds a row's tokens: each word of its text, cut to the
// maximum prefix length, plus a token for its workspace and for each filter value. We split the words ourselves, so
// PostgreSQL's parser and dictionaries are not involved.

import { sql } from 'kysely';
import { longestPrefix, maxPrefixLength } from '../../../../domain/kernel/search-words.ts';
import type { IndexableRow, Searches, TextSearch, WordsOfRow, WordTerms } from '../../kernel/dialect.ts';
import {
  facetToken,
  type Searchable,
  searchablePosts,
  searchableTexts,
  searchableUsers,
} from '../../kernel/search/searchable.ts';
import { firstOf, prepared } from '../../kernel/statements/prepared.ts';

interface Wanted {
  workspaceId: string;
  expression: string;
  max: number;
}

function postgresTextIndex<Terms extends WordTerms>(plan: Searchable<Terms>): TextSearch<Terms> {
  const table = sql.table(plan.table);
  const facetColumns = ['workspace_id', ...Object.keys(plan.facets)];

  const insertRow = prepared((db, row: IndexableRow) =>
    db
      .insertInto(plan.table)
      .values(row as never)
      .compile(),
  );
  // All matches are asked for, and only some are taken: if the planner knew the limit, it would choose a plan that is
  // quick only if its estimate is right.
  const findSome = prepared((db, { workspaceId, expression, max }: Wanted) =>
    sql<{ count: number; found: string }>`
      with matching as materialized (
        select id from ${table} where workspace_id = ${workspaceId} and search_tokens @@ ${expression}::tsquery
      )
      select count(*) as "count", coalesce(string_agg(id, ','), '') as "found"
      from (select id from matching limit ${max}) as few`.compile(db),
  );

  // As above: the order must not mislead the planner. IDs are in the order in which rows were added.
  const findLatest = prepared(
    (db, { workspaceId, expression, max }: Wanted, { areShown }: { areShown: boolean }) =>
      sql<WordsOfRow>`
      with matching as materialized (
        select id, ${sql.ref(plan.words)} as "words" from ${table}
        where workspace_id = ${workspaceId} and search_tokens @@ ${expression}::tsquery
        ${areShown ? sql`and ${plan.shown}` : sql``}
      )
      select id, "words" from matching order by id desc limit ${max}`.compile(db),
  );
  // The planner's statistics name the common words. The others are counted.
  const readCounts = prepared(
    (db, { workspaceId, words, few }: { workspaceId: string; words: string; few: number }) =>
      sql<{ count: number }>`
      with known as (
        select word, frequency * greatest(reltuples, 0) as count
        from pg_stats join pg_class on pg_class.oid = ${sql.lit(plan.table)}::regclass,
          unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, frequency)
        where schemaname = current_schema() and tablename = ${sql.lit(plan.table)} and attname = 'search_tokens'
      )
      select coalesce(
        (select sum(count) from known where starts_with(known.word, asked.word)),
        (select count(*) from (
          select 1 from ${table} where workspace_id = ${workspaceId}
          and search_tokens @@ (quote_literal(asked.word) || ':*')::tsquery limit ${few}
        ) as few_of_them)
      )::float8 as "count"
      from unnest(string_to_array(${words}, ' ')) with ordinality as asked (word, place) order by place`.compile(
        db,
      ),
  );

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
    remove: async () => {},

    async find(db, workspaceId, terms, max) {
      const expression = matchExpression(plan, workspaceId, terms);
      const some = await firstOf(findSome(db, { workspaceId, expression, max: max + 1 }));
      return some === undefined || some.count > max ? undefined : some.found;
    },

    async countsOf(db, workspaceId, words, few) {
      const { rows } = await readCounts(db, { workspaceId, words: words.map(longestPrefix).join(' '), few });
      return rows.map(({ count }) => count);
    },

    latest: async (db, workspaceId, words, { max, areShown }) => {
      const expression = `${quoted(facetToken(workspaceId))} & ${allOf(words)}`;
      return (await findLatest(db, { workspaceId, expression, max }, { areShown })).rows;
    },

    isAmong: (workspaceId, found) =>
      sql`workspace_id = ${workspaceId} and id = any(string_to_array(${found}, ','))`,
  };
}

function matchExpression<Terms extends WordTerms>(
  plan: Searchable<Terms>,
  workspaceId: string,
  terms: Terms,
): string {
  const anyOf = (ids: readonly string[]) => `(${ids.map((id) => quoted(facetToken(id))).join(' | ')})`;
  const facets = Object.values(plan.facets).flatMap((allowedBy) => {
    const allowed = allowedBy(terms);
    return allowed === undefined ? [] : [anyOf(allowed)];
  });
  const searches = `(${terms.searches.map(allOf).join(' | ')})`;
  return [quoted(facetToken(workspaceId)), ...facets, searches].join(' & ');
}

const allOf = (words: readonly string[]): string =>
  `(${words.map((word) => `${quoted(longestPrefix(word))}:*`).join(' & ')})`;

/** Words and ids contain no quotes or backslashes. */
const quoted = (token: string): string => `'${token}'`;

export const postgresSearches: Searches = {
  posts: postgresTextIndex(searchablePosts),
  users: postgresTextIndex(searchableUsers),
  texts: postgresTextIndex(searchableTexts),
};
