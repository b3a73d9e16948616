// Allowances in this process's memory: exact for one process, and the one that is left when no other is.

import type { Clock } from '../../domain/clock.ts';
import type { Allowance, Limiter } from '../../ports/limiter.ts';

interface Window {
  used: number;
  /** By `clock.elapsed`: the machine's clock may be set meanwhile. */
  closesAt: number;
}

/** Closed windows are swept out after so many new ones. */
const sweepEvery = 10_000;
/**
 * Buckets may be named by whoever calls, so there is a most of them, some 10 MB. Past that the windows that opened
 * first go, many at a time: a caller who opens so many at once is not stopped by one window.
 */
const maxWindows = 50_000;
const evictedAtOnce = 5_000;

export function memoryLimiter(clock: Clock): Limiter {
  const windows = new Map<string, Window>();
  let opened = 0;

  const open = (bucket: string, windowMs: number): Window => {
    const now = clock.elapsed();
    const window = windows.get(bucket);
    if (window !== undefined && window.closesAt > now) return window;
    // Deleted, so that the next one takes its place at the end of the line.
    if (window !== undefined) windows.delete(bucket);
    return { used: 0, closesAt: now + windowMs };
  };

  const answer = (window: Window, limit: number, allowed: boolean): Allowance => {
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
    let left = evictedAtOnce;
    for (const bucket of windows.keys()) {
      if (left === 0) return;
      windows.delete(bucket);
      left -= 1;
    }
  };

  const keep = (bucket: string, window: Window): void => {
    opened += 1;
    if (opened % sweepEvery === 0) sweep();
    if (windows.size >= maxWindows) evict();
    windows.set(bucket, window);
  };

  return {
    async take(bucket, limit, windowMs, cost = 1) {
      const window = open(bucket, windowMs);
      if (window.used + cost > limit) return answer(window, limit, false);
      // What is given back after its window closed must not make the next one larger.
      window.used = Math.max(0, window.used + cost);
      if (window.used === 0) windows.delete(bucket);
      else if (!windows.has(bucket)) keep(bucket, window);
      return answer(window, limit, true);
    },
    async peek(bucket, limit, windowMs) {
      const window = open(bucket, windowMs);
      return answer(window, limit, window.used < limit);
    },
  };
}
