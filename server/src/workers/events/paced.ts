// Starts a few things in each turn of the event loop, so that requests are answered in between.

import { setImmediate } from 'node:timers';

/** The promise resolves when it is the caller's turn. */
export function paced(perTurn: number): () => Promise<void> {
  const line: (() => void)[] = [];
  const startSome = (): void => {
    for (const start of line.splice(0, perTurn)) start();
    if (line.length > 0) setImmediate(startSome);
  };
  return () =>
    new Promise((start) => {
      if (line.push(start) === 1) setImmediate(startSome);
    });
}
