// Rows by the hundred in one statement, for bulk loading. Between two statements the process gets to answer others.

import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, DialectAdapter, Insertable } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Keeps every statement far below any engine's limit of parameters. */
const maxRows = 128;

/**
 * Pieces of few different sizes: the largest as long as it fits, then halves. Every size is another statement
 * to build and to prepare, and all of them are kept.
 */
export function* inFewSizes<T>(items: readonly T[]): Generator<T[]> {
  let size = maxRows;
  for (let start = 0; start < items.length; start += size) {
    while (size > items.length - start) size /= 2;
    yield items.slice(start, start + size);
  }
}

/** Building a statement of many rows costs more than running it, so that each is built once for an engine. */
const built = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/** All rows must name the same columns in the same order. */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const { adapter } = db.getExecutor();
  const statements = built.get(adapter) ?? new Map<string, CompiledQuery>();
  built.set(adapter, statements);
  let inserted = 0;
  for (const chunk of inFewSizes(rows)) {
    if (inserted > 0) await setImmediate();
    inserted += chunk.length;
    const key = `${table} ${chunk.length}`;
    const statement = statements.get(key) ?? db.insertInto(table).values(chunk).compile();
    if (!statements.has(key)) statements.set(key, { ...statement, parameters: [] });
    await db.executeQuery({ ...statement, parameters: chunk.flatMap((row) => Object.values(row)) });
  }
}
