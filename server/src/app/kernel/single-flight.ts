// Concurrent identical reads are computed once. Never join a read that started before you: its data may be
// outdated.

/** During a call, further callers with the same key wait for the next call and share it. */
export function singleFlight<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const inFlight = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  const start = (key: string): Promise<T> => {
    const result = load(key);
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    inFlight.set(key, done);
    void done.then(() => {
      if (inFlight.get(key) === done) inFlight.delete(key);
    });
    return result;
  };

  return (key) => {
    const running = inFlight.get(key);
    if (running === undefined) return start(key);
    const waiting = next.get(key);
    if (waiting !== undefined) return waiting;
    const shared = running.then(() => {
      next.delete(key);
      return start(key);
    });
    next.set(key, shared);
    return shared;
  };
}
