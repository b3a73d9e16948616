// Reads rows as a text index holds them, and turns them into tokens.

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { prefixesOf } from '../../../domain/search-words.ts';
import type { IndexableRow } from '../kernel/dialect.ts';
import { splitWords } from '../kernel/indexed-words.ts';
import { firstOf, prepared } from '../kernel/prepared.ts';
import { facetToken, scopedWord } from '../kernel/searchable.ts';
import type { Db } from '../kernel/tables.ts';
import { offsetOf } from './sqlite-row-order.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';

export interface IndexedRow {
  workspaceId: string;
  id: string;
  createdAt: Instant;
  words: string;
  /** Its offset in the index; null if it is not indexed under its creation time. */
  offset: number | null;
  isIndexed: 0 | 1;
  [facet: `facet${number}`]: string;
}

export interface TextRows {
  /** Selects the fields of an `IndexedRow`. */
  columns: RawBuilder<unknown>;
  find(db: Db, workspaceId: string, id: string): Promise<IndexedRow>;
  tokensOf(row: IndexedRow): string;
  /** The tokens of a row that is about to be stored. */
  tokensOfNew(row: IndexableRow): string;
}

export function textRows(plan: TextIndexPlan<never>, { table }: TextIndexNames): TextRows {
  const facetColumns = Object.keys(plan.facets);
  const columns = sql.join([
    sql`workspace_id as "workspaceId", id, created_at as "createdAt", ${sql.ref(plan.words)} as "words"`,
    sql`${offsetOf(sql.ref('search_row'), sql.ref('created_at'))} as "offset"`,
    sql`search_row is not null as "isIndexed"`,
    ...facetColumns.map((column, number) => sql`${sql.ref(column)} as ${sql.ref(`facet${number}`)}`),
  ]);
  const findRow = prepared((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
    sql<IndexedRow>`
      select ${columns} from ${table} where workspace_id = ${workspaceId} and id = ${id}`.compile(db),
  );
  return {
    columns,

    async find(db, workspaceId, id) {
      const row = await firstOf(findRow(db, { workspaceId, id }));
      if (row === undefined) throw new Error('A row must be stored before it is indexed.');
      return row;
    },

    tokensOf(row) {
      const facets = facetColumns.map((_, number) => row[`facet${number}`] ?? '');
      return tokensOf(row.workspaceId, facets, row.words);
    },

    tokensOfNew(row) {
      const columns = row as unknown as Record<string, string>;
      const facets = facetColumns.map((column) => columns[column] ?? '');
      return tokensOf(row.workspace_id, facets, columns[plan.words] ?? '');
    },
  };
}

function tokensOf(workspaceId: string, facets: readonly string[], words: string): string {
  const tokens = new Set(facets.map(facetToken));
  for (const word of splitWords(words))
    for (const prefix of prefixesOf(word)) tokens.add(scopedWord(workspaceId, prefix));
  return [...tokens].join(' ');
}
