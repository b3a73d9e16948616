// Rate limits. A denial is a result, not an error.

import type { Instant } from '../domain/clock.ts';
import type { Eventual } from '../domain/eventual.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** When the current window ends. */
  resetAt: Instant;
  /** Time until the window ends: never longer than the window, even if the system clock was changed. */
  resetInMs: number;
}

export interface Limiter {
  /**
   * Takes `cost` from the bucket's window, which starts with the first take and lasts `windowMs`. Exact under
   * concurrent takes. A denied take doesn't count against the limit.
   */
  take(bucket: string, limit: number, windowMs: number, cost?: number): Eventual<Allowance>;
  /** What `take` would return, without taking. */
  peek(bucket: string, limit: number, windowMs: number): Eventual<Allowance>;
}
