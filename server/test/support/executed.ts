// Watches the statements that are sent to the database. Those that begin and end transactions are not among them.

import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { vi } from 'vitest';

/** Calls the listener with every statement until the returned function is called. */
export function watchStatements(listener: (query: CompiledQuery) => void): () => void {
  const execute = DefaultQueryExecutor.prototype.executeQuery;
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  spy.mockImplementation(function (this: DefaultQueryExecutor, query) {
    listener(query);
    return execute.call(this, query) as never;
  });
  return () => void spy.mockRestore();
}
