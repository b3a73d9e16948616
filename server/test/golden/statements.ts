// Records every compiled statement of some work.

import { type CompiledQuery, DefaultQueryCompiler } from 'kysely';
import { expect, vi } from 'vitest';

export async function statementsOf(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  try {
    await work();
    const statements = compiled.mock.results.map(({ value }) => value as CompiledQuery);
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  } finally {
    compiled.mockRestore();
  }
}
