// Counts the statements that are sent to the database while some work runs.

import { watchStatements } from './executed.ts';

export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const stop = watchStatements(() => {
    count += 1;
  });
  try {
    await work();
    return count;
  } finally {
    stop();
  }
}
