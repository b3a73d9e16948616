// A clock that only a test advances.

import type { Clock, Instant } from '../../src/domain/kernel/clock.ts';

export interface FakeClock extends Clock {
  /** Lets time pass. */
  advance(ms: number): void;
  /** Sets the system clock forward or back; no time passes. */
  jump(ms: number): void;
}

export function fakeClock(start = '2026-01-31T09:15:02.123Z'): FakeClock {
  let now: Instant = Date.parse(start);
  let elapsed = 0;
  return {
    now: () => now,
    elapsed: () => elapsed,
    advance: (ms) => {
      now += ms;
      elapsed += ms;
    },
    jump: (ms) => {
      now += ms;
    },
  };
}
