// Wraps every query of a reader in a function, so that waiting and error handling are in one place.

import type { Reader } from '../../../../ports/store.ts';

/** `args` are the query's arguments; the first is usually the workspace. */
export type RunQuery = <T>(args: readonly unknown[], query: () => Promise<T>) => Promise<T>;

type Query = (...args: unknown[]) => unknown;

/** Generators return several results rather than one promise. */
const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {}).constructor;

export function wrapReader(reader: Reader, run: RunQuery): Reader {
  const wrap = (query: Query): Query =>
    query instanceof AsyncGeneratorFunction
      ? (...args) => inBatches(query(...args) as AsyncIterable<unknown>, (next) => run(args, next))
      : (...args) => run(args, async () => query(...args));
  const all = Object.entries(reader).map(([resource, queries]) => [
    resource,
    Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, wrap(query as Query)])),
  ]);
  return Object.fromEntries(all);
}

/** Each batch is a separate query, so a slow consumer holds no resources between batches. */
async function* inBatches(
  batches: AsyncIterable<unknown>,
  run: <T>(next: () => Promise<T>) => Promise<T>,
): AsyncGenerator<unknown, void> {
  const iterator = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await run(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
