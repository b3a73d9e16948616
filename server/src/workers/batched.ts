// Runs one job at a time for all items that came in while the previous one ran.

export interface Batched<Item> {
  /** Resolves when a job that had the item is done; rejects if it failed. */
  add(item: Item): Promise<void>;
}

export function batched<Item>(job: (items: readonly Item[]) => Promise<void>): Batched<Item> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  return {
    add(item) {
      waiting.push(item);
      next ??= running.then(() => {
        const items = waiting;
        waiting = [];
        next = undefined;
        const done = job(items);
        running = done.catch(() => undefined);
        return done;
      });
      return next;
    },
  };
}
