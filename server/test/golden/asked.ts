// Records every compiled statement of some work.

import { type CompiledQuery, DefaultQueryCompiler } from 'kysely';
import { expect, vi } from 'vitest';

export async function askedBy(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const compiled = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery');
  try {
    await work();
    const asked = compiled.mock.results.map(({ value }) => value as CompiledQuery);
    expect(asked.length).toBeGreaterThan(0);
    return asked;
  } finally {
    compiled.mockRestore();
  }
}
