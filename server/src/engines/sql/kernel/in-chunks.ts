// Splits long lists: engines limit the number of parameters. Yields to the event loop between chunks.

import { setImmediate } from 'node:timers/promises';

const chunkSize = 500;

/** Give a smaller `size` if each item stands for a long text. */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: T[]) => Promise<void>,
  size = chunkSize,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate();
    await work(items.slice(start, start + size));
  }
}
