// Multi-row inserts for bulk loading. Yields to the event loop between statements.

import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, DialectAdapter, Insertable } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Keeps every statement far below the engines' parameter limits. */
const maxRows = 128;

/**
 * Chunks of few distinct sizes: the maximum while it fits, then halves. Each size is a separate statement to build,
 * prepare and cache.
 */
export function* inFewSizes<T>(items: readonly T[]): Generator<T[]> {
  let size = maxRows;
  for (let start = 0; start < items.length; start += size) {
    while (size > items.length - start) size /= 2;
    yield items.slice(start, start + size);
  }
}

/** Building a multi-row statement costs more than running it, so cache them per engine. */
const statementCache = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/** All rows must name the same columns in the same order. */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const { adapter } = db.getExecutor();
  const statements = statementCache.get(adapter) ?? new Map<string, CompiledQuery>();
  statementCache.set(adapter, statements);
  const columns = Object.keys(rows[0] ?? {}).join();
  let inserted = 0;
  for (const chunk of inFewSizes(rows)) {
    if (inserted > 0) await setImmediate();
    inserted += chunk.length;
    const key = `${table} ${columns} ${chunk.length}`;
    const statement = statements.get(key) ?? db.insertInto(table).values(chunk).compile();
    if (!statements.has(key)) statements.set(key, { ...statement, parameters: [] });
    await db.executeQuery({ ...statement, parameters: chunk.flatMap((row) => Object.values(row)) });
  }
}
