// Statements of one transaction that don't wait for each other's results. A store in another process runs them in the
// order in which they were started, so they take one round trip together instead of one each.

/**
 * The results of work that is under way. If some of it fails, the rest is waited for, since nothing may go on when the
 * transaction ends, and the first failure by position is thrown.
 */
export async function together<Results extends readonly unknown[]>(
  ...running: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  try {
    return (await Promise.all(running)) as unknown as Results;
  } catch (error) {
    const outcomes = await Promise.allSettled(running);
    throw outcomes.find((outcome) => outcome.status === 'rejected')?.reason ?? error;
  }
}

/** Takes work whose result is not needed. */
export type Alongside = (running: Promise<unknown>) => void;

/** Ends when the work and everything alongside it has ended. Fails if any of it does. */
export async function withAlongside<T>(work: (alongside: Alongside) => Promise<T>): Promise<T> {
  const others: Promise<unknown>[] = [];
  const alongside: Alongside = (running) => {
    // Handled below; this prevents an unhandled rejection.
    running.catch(() => undefined);
    others.push(running);
  };
  const result = await work(alongside).finally(() => Promise.allSettled(others));
  await Promise.all(others);
  return result;
}
