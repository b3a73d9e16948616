// Allowances in this process's memory: exact for one process, and the one that is left when no other is.

import type { Clock, Instant } from '../../domain/clock.ts';
import type { Allowance, Limiter } from '../../ports/limiter.ts';

interface Window {
  used: number;
  closesAt: Instant;
}

/** Closed windows are swept out when there are this many more than at the last sweep. */
const sweepEvery = 10_000;

export function memoryLimiter(clock: Clock): Limiter {
  const windows = new Map<string, Window>();
  let sweepAt = sweepEvery;

  const open = (bucket: string, windowMs: number): Window => {
    const now = clock.now();
    const window = windows.get(bucket);
    return window !== undefined && window.closesAt > now ? window : { used: 0, closesAt: now + windowMs };
  };

  const answer = (window: Window, limit: number, allowed: boolean): Allowance => ({
    allowed,
    limit,
    remaining: Math.max(0, limit - window.used),
    resetAt: window.closesAt,
  });

  const sweep = (): void => {
    const now = clock.now();
    for (const [bucket, window] of windows) if (window.closesAt <= now) windows.delete(bucket);
    sweepAt = windows.size + sweepEvery;
  };

  return {
    async take(bucket, limit, windowMs, cost = 1) {
      const window = open(bucket, windowMs);
      if (window.used + cost > limit) return answer(window, limit, false);
      // What is given back after its window closed must not make the next one larger.
      window.used = Math.max(0, window.used + cost);
      windows.set(bucket, window);
      if (windows.size >= sweepAt) sweep();
      return answer(window, limit, true);
    },
    async peek(bucket, limit, windowMs) {
      const window = open(bucket, windowMs);
      return answer(window, limit, window.used < limit);
    },
  };
}
