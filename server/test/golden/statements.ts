// Records every statement that some work sends to the database, and nothing that runs beside it.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { watchStatements } from '../support/executed.ts';

const working = new AsyncLocalStorage<CompiledQuery[]>();

export async function statementsOf(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const stop = watchStatements((query) => working.getStore()?.push(query));
  try {
    await working.run(statements, work);
    expect(statements.length).toBeGreaterThan(0);
    return statements;
  } finally {
    stop();
  }
}
