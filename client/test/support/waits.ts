// Waits between attempts that take no time and are kept to be looked at.

import type { Sleep } from '../../src/index.ts';

export function recordedWaits() {
  const waits: number[] = [];
  const sleep: Sleep = async (milliseconds) => {
    waits.push(milliseconds);
  };
  return { waits, sleep };
}
