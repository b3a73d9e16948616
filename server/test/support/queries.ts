// Counts the statements that some work sends to the database. Those that begin and end transactions don't count.

import { DefaultQueryExecutor } from 'kysely';
import { vi } from 'vitest';

export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  try {
    await work();
    return executed.mock.calls.length;
  } finally {
    executed.mockRestore();
  }
}
