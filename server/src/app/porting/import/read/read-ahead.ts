// Reads the next item while the current one is used, so that reading and the database work at the same time.

/** Holds one item in advance. An error is thrown when it is its turn; what was read before is used first. */
export async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const start = (): Promise<IteratorResult<Item>> => {
    const result = items.next();
    result.catch(() => undefined);
    return result;
  };
  try {
    for (let next = start(); ; ) {
      const { done, value } = await next;
      if (done === true) return;
      next = start();
      yield value;
    }
  } finally {
    // Waits for the read that is underway, and closes what it reads from.
    await items.return(undefined);
  }
}
