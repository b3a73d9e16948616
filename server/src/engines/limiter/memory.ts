// Rate limits in this process's memory: exact for one process, and the fallback when Redis is unavailable.

import type { Clock } from '../../domain/kernel/clock.ts';
import { type Allowance, isSameWindow, type Limiter } from '../../ports/kernel/limiter.ts';

interface Window {
  used: number;
  /** On the `clock.elapsed` scale, which ignores changes of the system clock. */
  closesAt: number;
}

/** Remove closed windows each time this many have been opened. */
const sweepEvery = 10_000;
/**
 * Callers can name buckets (such as emails), so their number is bounded, to about 10 MB. Above that, the oldest
 * windows are evicted in batches: one window would not stop a caller who opens this many.
 */
const maxWindows = 50_000;
const evictionBatch = 5_000;

export function memoryLimiter(clock: Clock): Limiter {
  const windows = new Map<string, Window>();
  let opened = 0;

  const open = (bucket: string, windowMs: number): Window => {
    const now = clock.elapsed();
    const window = windows.get(bucket);
    if (window !== undefined && window.closesAt > now) return window;
    // Delete it, so that its successor is inserted last and evicted last.
    if (window !== undefined) windows.delete(bucket);
    return { used: 0, closesAt: now + windowMs };
  };

  const allowanceOf = (window: Window, limit: number, allowed: boolean): Allowance => {
    const resetInMs = window.closesAt - clock.elapsed();
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - window.used),
      resetAt: Math.round(clock.now() + resetInMs),
      resetInMs,
    };
  };

  const sweep = (): void => {
    const now = clock.elapsed();
    for (const [bucket, window] of windows) if (window.closesAt <= now) windows.delete(bucket);
  };

  const evict = (): void => {
    let left = evictionBatch;
    for (const bucket of windows.keys()) {
      if (left === 0) return;
      windows.delete(bucket);
      left -= 1;
    }
  };

  const insert = (bucket: string, window: Window): void => {
    opened += 1;
    if (opened % sweepEvery === 0) sweep();
    if (windows.size >= maxWindows) evict();
    windows.set(bucket, window);
  };

  return {
    async take(bucket, limit, windowMs, cost = 1) {
      const window = open(bucket, windowMs);
      if (window.used + cost > limit) return allowanceOf(window, limit, false);
      window.used += cost;
      if (!windows.has(bucket)) insert(bucket, window);
      return allowanceOf(window, limit, true);
    },
    async giveBack(bucket, { limit, resetAt }, windowMs, cost = 1) {
      const window = open(bucket, windowMs);
      if (isSameWindow(allowanceOf(window, limit, true).resetAt, resetAt, windowMs)) {
        window.used = Math.max(0, window.used - cost);
        // Nothing was taken, so the next take opens a window.
        if (window.used === 0) windows.delete(bucket);
      }
      return allowanceOf(window, limit, true);
    },
    async peek(bucket, limit, windowMs) {
      const window = open(bucket, windowMs);
      return allowanceOf(window, limit, window.used < limit);
    },
  };
}
