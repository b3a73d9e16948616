// Records every compiled statement of some work, and of nothing that runs beside it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type CompiledQuery, DefaultQueryCompiler } from 'kysely';
import { expect, vi } from 'vitest';

const working = new AsyncLocalStorage<CompiledQuery[]>();

export async function statementsOf(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  compiled.mockImplementation(function (this: DefaultQueryCompiler, ...query) {
    const statement = compile.apply(this, query);
    working.getStore()?.push(statement);
    return statement;
  });
  try {
    await working.run(statements, work);
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  } finally {
    compiled.mockRestore();
  }
}
