// Watches the statements that are sent to the database. Those that begin and end transactions are not among them.

import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { vi } from 'vitest';
import { BoundExecutor } from '../../src/engines/sql/kernel/statements/bound.ts';

/** Calls the listener with every statement until the returned function is called. */
export function watchStatements(listener: (query: CompiledQuery) => void): () => void {
  const spies = [DefaultQueryExecutor.prototype, BoundExecutor.prototype].map((prototype) => {
    const execute = prototype.executeQuery;
    const spy = vi.spyOn(prototype, 'executeQuery');
    spy.mockImplementation(function (this: DefaultQueryExecutor, query) {
      listener(query);
      return execute.call(this, query) as never;
    });
    return spy;
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}
