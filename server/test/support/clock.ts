// A clock that stands still until a test moves it.

import type { Clock, Instant } from '../../src/domain/clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

export function fakeClock(start = '2026-01-31T09:15:02.123Z'): FakeClock {
  let now: Instant = Date.parse(start);
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
