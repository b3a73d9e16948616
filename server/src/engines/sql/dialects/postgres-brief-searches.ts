// Leaves out of a search what would take long (see brief-searches.ts). In how many posts of the workspace a word is, the
// planner estimates from its statistics.

import { type RawBuilder, sql } from 'kysely';
import { longestPrefix } from '../../../domain/search-words.ts';
import type { Db } from '../kernel/tables.ts';
import { maxEntries } from './brief-searches.ts';

/** Of these searches, each a list of words, those that go through few entries. */
export type BriefSearches = (
  db: Db,
  workspaceId: string,
  searches: readonly (readonly string[])[],
) => Promise<(readonly string[])[]>;

/** What `explain (format json)` gives for a statement. */
interface Explained {
  'QUERY PLAN': [{ Plan: { Plans: { 'Plan Rows': number }[] } }];
}

export function briefSearches(table: RawBuilder<unknown>): BriefSearches {
  async function estimatedRows(
    db: Db,
    workspaceId: string,
    words: readonly string[],
  ): Promise<Map<string, number>> {
    const rowsWith = (word: string) => sql`array(
      select 1 from ${table}
      where workspace_id = ${workspaceId} and search_tokens @@ ${`'${longestPrefix(word)}'`}::tsquery)`;
    // Each array becomes a part of the plan, in this order. `explain` runs none of them.
    const { rows } = await sql<Explained>`
      explain (format json) select ${sql.join(words.map(rowsWith))}`.execute(db);
    const parts = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? [];
    return new Map(words.map((word, index) => [word, parts[index]?.['Plan Rows'] ?? 0]));
  }

  return async (db, workspaceId, searches) => {
    const estimated = await estimatedRows(db, workspaceId, [...new Set(searches.flat())]);
    const isRare = (word: string) => (estimated.get(word) ?? 0) < maxEntries / searches.length;
    return searches.filter((words) => words.length === 1 || words.some(isRare));
  };
}
