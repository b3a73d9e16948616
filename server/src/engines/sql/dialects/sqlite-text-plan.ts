// What a text index is made for, and its names in SQL.

import { type RawBuilder, sql } from 'kysely';
import type { WordTerms } from '../kernel/dialect.ts';
import type { Searchable } from '../kernel/searchable.ts';

export interface TextIndexPlan<Terms extends WordTerms> extends Searchable<Terms> {
  /** The FTS5 table. */
  index: string;
  /**
   * Removed text must not remain readable in the index's pages. FTS5 supports that only if it gets the removed
   * tokens, so call `remove` before every update, while the row still has them.
   */
  erasesRemovedText: boolean;
}

export interface TextIndexNames {
  table: RawBuilder<unknown>;
  index: RawBuilder<unknown>;
  /** The hidden column with the index's own name, for searches and commands. */
  indexColumn: RawBuilder<unknown>;
  /** The index's row id, equal to the table's `search_row`. */
  rowId: RawBuilder<unknown>;
  ownId: RawBuilder<unknown>;
}

export const namesOf = (plan: Pick<TextIndexPlan<never>, 'table' | 'index'>): TextIndexNames => ({
  table: sql.table(plan.table),
  index: sql.table(plan.index),
  indexColumn: sql.ref(plan.index),
  rowId: sql.ref(`${plan.index}.rowid`),
  ownId: sql.ref(`${plan.table}.id`),
});
