// How fast mail is sent: a few at a time, evenly, so that a mail server sees no bursts. With Redis, all nodes share it.

import type { Limiter } from '../../ports/kernel/limiter.ts';

export interface MailRoom {
  /** How many mails may be sent. */
  count: number;
  /** When to ask again if that is none. */
  waitMs: number;
  giveBack(unused: number): Promise<void>;
}

export interface MailPace {
  take(most: number): Promise<MailRoom>;
}

const bucket = 'mail';
/** Mails in one window of the limiter. */
const atOnce = 10;

export function mailPace(limiter: Limiter, perMinute: number): MailPace {
  const limit = Math.min(atOnce, perMinute);
  const windowMs = Math.ceil((limit * 60_000) / perMinute);
  const none = (waitMs: number): MailRoom => ({ count: 0, waitMs, giveBack: async () => undefined });
  return {
    async take(most) {
      const { remaining, resetInMs } = await limiter.peek(bucket, limit, windowMs);
      const count = Math.min(most, remaining);
      if (count <= 0) return none(resetInMs);
      const taken = await limiter.take(bucket, limit, windowMs, count);
      // Otherwise another node was faster.
      if (!taken.allowed) return none(taken.resetInMs);
      return {
        count,
        waitMs: 0,
        async giveBack(unused) {
          if (unused > 0) await limiter.giveBack(bucket, taken, windowMs, unused);
        },
      };
    },
  };
}
