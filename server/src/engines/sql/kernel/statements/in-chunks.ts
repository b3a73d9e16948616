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

/** Repeats the last value until the list has one of few lengths, so that few statements are built. */
export function inFewLengths<T>(values: readonly T[]): T[] {
  const padded = [...values];
  const last = values.at(-1);
  if (last === undefined) return padded;
  let length = 1;
  while (length < values.length) length = length < 16 ? length * 2 : Math.ceil(length * 1.5);
  while (padded.length < length) padded.push(last);
  return padded;
}
