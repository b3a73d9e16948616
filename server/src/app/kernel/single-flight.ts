// A question that many have at the same time, put to the store once for all of them. Nobody is given an answer to a
// question that was put before they came: what was true by then may have changed since.

/** While a question is under way, whoever comes with the same one waits for the next, and shares it. */
export function singleFlight<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  const start = (key: string): Promise<T> => {
    const answer = ask(key);
    const over = answer.then(
      () => undefined,
      () => undefined,
    );
    underWay.set(key, over);
    void over.then(() => {
      if (underWay.get(key) === over) underWay.delete(key);
    });
    return answer;
  };

  return (key) => {
    const running = underWay.get(key);
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
