// Records every statement that some work sends to the database, and nothing that runs beside it. Statements that begin
// and end transactions are not among them.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { expect, vi } from 'vitest';

const working = new AsyncLocalStorage<CompiledQuery[]>();

export async function statementsOf(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const execute = DefaultQueryExecutor.prototype.executeQuery;
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  executed.mockImplementation(function (this: DefaultQueryExecutor, query) {
    working.getStore()?.push(query);
    return execute.call(this, query) as never;
  });
  try {
    await working.run(statements, work);
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  } finally {
    executed.mockRestore();
  }
}
