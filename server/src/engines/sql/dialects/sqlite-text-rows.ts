// Reads rows as a text index holds them, and turns them into tokens.

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { prefixesOf } from '../../../domain/search-words.ts';
import { splitWords } from '../kernel/indexed-words.ts';
import { facetToken } from '../kernel/searchable.ts';
import type { Db } from '../kernel/tables.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';

export interface IndexedRow {
  workspaceId: string;
  id: string;
  createdAt: Instant;
  words: string;
  [facet: `facet${number}`]: string;
}

export interface TextRows {
  /** Selects the fields of an `IndexedRow`. */
  columns: RawBuilder<unknown>;
  find(db: Db, workspaceId: string, id: string): Promise<IndexedRow>;
  tokensOf(row: IndexedRow): string;
}

export function textRows(plan: TextIndexPlan<never>, { table }: TextIndexNames): TextRows {
  const facetColumns = Object.keys(plan.facets);
  const columns = sql.join([
    sql`workspace_id as "workspaceId", id, created_at as "createdAt", ${sql.ref(plan.words)} as "words"`,
    ...facetColumns.map((column, number) => sql`${sql.ref(column)} as ${sql.ref(`facet${number}`)}`),
  ]);
  return {
    columns,

    async find(db, workspaceId, id) {
      const { rows } = await sql<IndexedRow>`
        select ${columns} from ${table} where workspace_id = ${workspaceId} and id = ${id}`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error('A row must be stored before it is indexed.');
      return row;
    },

    tokensOf(row) {
      const facets = facetColumns.map((_, number) => row[`facet${number}`] ?? '');
      const tokens = new Set([row.workspaceId, ...facets].map(facetToken));
      for (const word of splitWords(row.words)) for (const prefix of prefixesOf(word)) tokens.add(prefix);
      return [...tokens].join(' ');
    },
  };
}
