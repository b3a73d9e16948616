// Counts the database queries of some work.

import { DefaultQueryCompiler } from 'kysely';
import { vi } from 'vitest';

export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  try {
    await work();
    return compiled.mock.calls.length;
  } finally {
    compiled.mockRestore();
  }
}
