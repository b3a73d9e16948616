// Records waits between attempts instead of waiting.

import type { Sleep } from '../../src/index.ts';

export function recordedWaits() {
  const waits: number[] = [];
  const sleep: Sleep = async (milliseconds) => {
    waits.push(milliseconds);
  };
  return { waits, sleep };
}
