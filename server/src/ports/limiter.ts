// Counts what a caller may still do. A denial is an answer, not an error.

import type { Instant } from '../domain/clock.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** When the window that is open now closes. */
  resetAt: Instant;
  /** How long that is from now: never longer than the window, even when the machine's clock was set meanwhile. */
  resetInMs: number;
}

export interface Limiter {
  /**
   * Takes `cost` from the bucket's window, which opens with the first take and closes `windowMs` later.
   * Exact under parallel takes. A denied take uses up nothing.
   */
  take(bucket: string, limit: number, windowMs: number, cost?: number): Promise<Allowance>;
  /** What `take` would answer, without taking. */
  peek(bucket: string, limit: number, windowMs: number): Promise<Allowance>;
}
