// Text search on PostgreSQL. A generated column holds the row's tokens as a tsvector: each word of its text, cut
// to the longest indexed beginning, and a token for its workspace and for each value that narrows a search. The
// words are ours, so that neither the engine's parser nor its dictionaries ever see them.

import { type RawBuilder, sql } from 'kysely';
import { maxPrefixLength, prefixesOf } from '../../../domain/search-words.ts';
import type { Searches, SearchSlice, TextSearch, WordTerms } from '../dialect.ts';
import { matchesAny } from '../indexed-words.ts';
import { facetToken, hasLongWord, type Searchable, searchablePosts, searchableUsers } from '../searchable.ts';

function postgresTextIndex<Terms extends WordTerms>(plan: Searchable<Terms>): TextSearch<Terms> {
  const table = sql.table(plan.table);
  const facetColumns = ['workspace_id', ...Object.keys(plan.facets)];

  function matchExpression(workspaceId: string, terms: Terms): string {
    const allOf = (words: readonly string[]) =>
      `(${words.map((word) => `${quoted(prefixesOf(word).at(-1) ?? word)}:*`).join(' & ')})`;
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
      // How common a word is decides between this index and a walk in order: worth more samples than usual.
      await sql`alter table ${table} alter column search_tokens set statistics 1000`.execute(db);
      const name = sql.ref(`${plan.table}_by_search_tokens`);
      await sql`create index ${name} on ${table} using gin (search_tokens)`.execute(db);
    },

    // The engine keeps the column and its index by itself.
    put: async () => {},
    putMany: async () => {},
    refresh: async () => {},
    remove: async () => {},

    async matches(db, workspaceId, terms, slice) {
      const conditions = [
        sql`workspace_id = ${workspaceId}`,
        sql`search_tokens @@ ${matchExpression(workspaceId, terms)}::tsquery`,
        ...(hasLongWord(terms) ? [matchesAny(terms.searches, plan.words)] : []),
        ...(terms.updatedSince === undefined ? [] : [sql`updated_at >= ${terms.updatedSince}`]),
        ...(plan.judgedOnRow?.(terms) ?? []),
        ...startAfter(slice),
      ];
      const direction = sql.raw(slice.direction);
      const { rows } = await sql<{ id: string }>`
        select id from ${table} where ${sql.join(conditions, sql` and `)}
        order by created_at ${direction}, id ${direction}
        limit ${slice.take} offset ${slice.skip}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

function startAfter({ after, direction }: SearchSlice): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const position = sql`(${after.createdAt}, ${after.id})`;
  return direction === 'desc' ? [sql`(created_at, id) < ${position}`] : [sql`(created_at, id) > ${position}`];
}

/** Neither words nor ids hold a quote or a backslash. */
const quoted = (token: string): string => `'${token}'`;

export const postgresSearches: Searches = {
  posts: postgresTextIndex(searchablePosts),
  users: postgresTextIndex(searchableUsers),
};
