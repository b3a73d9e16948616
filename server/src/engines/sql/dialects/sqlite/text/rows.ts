// Reads rows as a text index holds them, and turns them into tokens: every prefix of every word of a row's text,
// together with its workspace, a token for each filter value, and one for the block of its number. For long texts that
// would be too many: their tokens are whole words, each with the block of the row's number.

import { type RawBuilder, sql } from 'kysely';
import { longestPrefix, prefixesOf } from '../../../../../domain/kernel/search-words.ts';
import type { IndexableRow, WordTerms } from '../../../kernel/dialect.ts';
import { splitWords } from '../../../kernel/search/indexed-words.ts';
import { facetToken, type Searchable, scopedWord } from '../../../kernel/search/searchable.ts';
import { prepared } from '../../../kernel/statements/prepared.ts';
import type { Db } from '../../../kernel/tables.ts';

export interface TextIndexPlan<Terms extends WordTerms> extends Searchable<Terms> {
  /** The FTS5 table. */
  index: string;
  /** Words by block are found by their beginnings, block by block: no statement goes through more than one. */
  holds: 'prefixes' | 'words by block';
  /**
   * Removed text must not remain readable in the index's pages. FTS5 supports that only if it gets the removed
   * tokens, so call `remove` before every update, while the row still has them.
   */
  erasesRemovedText: boolean;
}

/** A search may be limited to some blocks of consecutive numbers. */
export const numbersPerBlock = 16_384;
export const blockToken = (block: number): string => facetToken(`${block}`);

const blockOfRow = sql`(search_row / ${sql.lit(numbersPerBlock)})`;
/** Part of no token, as it is no letter. */
const unknownBlock = '~';

/** A word of one workspace in one block. */
export const wordInBlock = (workspaceId: string, block: number | typeof unknownBlock, word: string): string =>
  scopedWord(workspaceId, `${block}·${longestPrefix(word)}`);

export interface StoredRow {
  workspaceId: string;
  id: string;
  words: string;
  /** Its row ID in the index; null if it is not there. */
  number: number | null;
  [facet: `facet${number}`]: string;
}

export interface IndexedRow extends StoredRow {
  number: number;
}

export const isIndexed = (row: StoredRow): row is IndexedRow => row.number !== null;

export interface TextRows {
  /** Selects the fields of a `StoredRow`. */
  columns: RawBuilder<unknown>;
  find(db: Db, workspaceId: string, ids: readonly string[]): Promise<StoredRow[]>;
  tokensOf(row: IndexedRow): string;
  /** The tokens of a row that is about to be stored, for `documentOf`. */
  tokensOfNew(row: IndexableRow): string;
  /** The tokens of a stored row, whose number only the database knows. */
  documentOf(tokensOfNew: string): RawBuilder<string>;
}

export function textRows(plan: TextIndexPlan<never>): TextRows {
  const facetColumns = Object.keys(plan.facets);
  const columns = sql.join([
    sql`workspace_id as "workspaceId", id, ${sql.ref(plan.words)} as "words", search_row as "number"`,
    ...facetColumns.map((column, number) => sql`${sql.ref(column)} as ${sql.ref(`facet${number}`)}`),
  ]);
  const findRows = prepared((db, { workspaceId, ids }: { workspaceId: string; ids: readonly string[] }) =>
    sql<StoredRow>`
      select ${columns} from ${sql.table(plan.table)}
      where workspace_id = ${workspaceId} and id in (${sql.join([...ids])})`.compile(db),
  );
  return {
    columns,

    async find(db, workspaceId, ids) {
      return (await findRows(db, { workspaceId, ids })).rows;
    },

    tokensOf(row) {
      if (plan.holds === 'words by block')
        return wordsInBlock(row.workspaceId, Math.floor(row.number / numbersPerBlock), row.words);
      const facets = facetColumns.map((_, number) => row[`facet${number}`] ?? '');
      const block = blockToken(Math.floor(row.number / numbersPerBlock));
      return `${tokensOf(row.workspaceId, facets, row.words)} ${block}`;
    },

    tokensOfNew(row) {
      const columns = row as unknown as Record<string, string>;
      if (plan.holds === 'words by block')
        return wordsInBlock(row.workspace_id, unknownBlock, columns[plan.words] ?? '');
      const facets = facetColumns.map((column) => columns[column] ?? '');
      return tokensOf(row.workspace_id, facets, columns[plan.words] ?? '');
    },

    documentOf: (tokens) =>
      plan.holds === 'words by block'
        ? sql`replace(${tokens}, ${sql.lit(unknownBlock)}, ${blockOfRow})`
        : sql`${tokens} || ' _' || ${blockOfRow}`,
  };
}

const wordsInBlock = (workspaceId: string, block: number | typeof unknownBlock, words: string): string =>
  splitWords(words)
    .map((word) => wordInBlock(workspaceId, block, word))
    .join(' ');

function tokensOf(workspaceId: string, facets: readonly string[], words: string): string {
  const tokens = new Set(facets.map(facetToken));
  for (const word of splitWords(words))
    for (const prefix of prefixesOf(word)) tokens.add(scopedWord(workspaceId, prefix));
  return [...tokens].join(' ');
}
