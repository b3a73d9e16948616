// Looks up many rows by the values of a column.

import type { SelectQueryBuilder } from 'kysely';
import type { Lookups } from './dialect.ts';
import { inChunks } from './statements/in-chunks.ts';
import type { Db, Tables } from './tables.ts';

/** One statement of at most a few milliseconds, unless the rows are long. */
const mostAtOnce = 1_000;

export async function lookUp<T extends keyof Tables, O>(
  db: Db,
  lookups: Lookups,
  rows: SelectQueryBuilder<Tables, T, O>,
  column: keyof Tables[T] & string,
  values: readonly string[],
  atOnce = mostAtOnce,
): Promise<O[]> {
  const found: O[] = [];
  await inChunks(
    [...new Set(values)],
    async (chunk) => {
      for (const row of await lookups.each(db, rows, column, chunk)) found.push(row);
    },
    atOnce,
  );
  return found;
}
