// Multi-row inserts for bulk loading. Yields to the event loop between statements.

import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery, DialectAdapter, Insertable, QueryResult } from 'kysely';
import type { Db, Tables } from '../tables.ts';

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

/**
 * Runs a statement for each chunk, in order, and returns their results. The next one is built while the database works
 * on the one before. Yields to the event loop between them.
 */
export async function oneAfterAnother<T, R>(
  chunks: Iterable<T>,
  run: (chunk: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let running: Promise<R> | undefined;
  for (const chunk of chunks) {
    if (running !== undefined) await setImmediate();
    const next = run(chunk);
    // Reported when it is awaited.
    next.catch(() => undefined);
    if (running !== undefined) results.push(await running);
    running = next;
  }
  if (running !== undefined) results.push(await running);
  return results;
}

/** Building a multi-row statement costs more than running it, so cache them per engine. */
const statementCache = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/** Runs a statement that is built once for each key. The parameters are in the order of the statement. */
export async function runBuilt<Row>(
  db: Db,
  key: string,
  build: () => CompiledQuery<Row>,
  parameters: readonly unknown[],
): Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor();
  const statements = statementCache.get(adapter) ?? new Map<string, CompiledQuery>();
  statementCache.set(adapter, statements);
  const statement = statements.get(key) ?? build();
  if (!statements.has(key)) statements.set(key, { ...statement, parameters: [] });
  return db.executeQuery({ ...(statement as CompiledQuery<Row>), parameters });
}

/** All rows must name the same columns in the same order. */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join();
  await oneAfterAnother(inFewSizes(rows), (chunk) => {
    const build = () => db.insertInto(table).values(chunk).compile();
    const parameters = chunk.flatMap((row) => Object.values(row));
    return runBuilt(db, `${table} ${columns} ${chunk.length}`, build, parameters);
  });
}
