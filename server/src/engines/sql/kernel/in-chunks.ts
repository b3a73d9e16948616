// Long lists go to the database in pieces: no engine takes any number of parameters, and between two pieces
// the process gets to answer others.

import { setImmediate } from 'node:timers/promises';

const chunkSize = 500;

export async function inChunks<T>(items: readonly T[], work: (chunk: T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += chunkSize) {
    if (start > 0) await setImmediate();
    await work(items.slice(start, start + chunkSize));
  }
}
