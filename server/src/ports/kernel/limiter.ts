// Rate limits. A denial is a result, not an error.

import type { Instant } from '../../domain/kernel/clock.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** When the current window ends. */
  resetAt: Instant;
  /** Time until the window ends: never longer than the window, even if the system clock was changed. */
  resetInMs: number;
}

/** Whether two allowances are of one window. Windows of a bucket end at least their length apart; clocks may drift. */
export const isSameWindow = (one: Instant, other: Instant, windowMs: number): boolean =>
  Math.abs(one - other) < windowMs / 2;

export interface Limiter {
  /**
   * Takes `cost` from the bucket's window, which starts with the first take and lasts `windowMs`. Exact under
   * concurrent takes. A denied take doesn't count against the limit.
   */
  take(bucket: string, limit: number, windowMs: number, cost?: number): Promise<Allowance>;
  /**
   * Gives back the `cost` of an allowed take. If its window has ended, nothing changes: the limit of the next one does
   * not rise. Returns what is left.
   */
  giveBack(bucket: string, taken: Allowance, windowMs: number, cost?: number): Promise<Allowance>;
  /** What `take` would return, without taking. */
  peek(bucket: string, limit: number, windowMs: number): Promise<Allowance>;
}
