// How much a visitor may send in an hour, per person and per address.

import { createHmac, randomBytes } from 'node:crypto';
import { addressBucket } from '../../../domain/kernel/address.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { TransientFailure } from '../../../domain/kernel/failure.ts';
import type { Limiter } from '../../../ports/kernel/limiter.ts';

const perHour = { vote: 30, comment: 10, post: 5 } as const;

/** Changes and reports count as comments. */
export type LimitedAct = keyof typeof perHour;

/** People share an address: an office, a school, a mobile network. */
const peoplePerAddress = 10;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface Sender {
  workspaceId: string;
  /** Null if they have not signed in. */
  userId: string | null;
  address: string;
}

export interface VisitorLimits {
  /** Takes one from the limits of the person and of the address. RATE_LIMITED if one of them is used up. */
  take(sender: Sender, act: LimitedAct): Promise<void>;
}

export function visitorLimits(limiter: Limiter, clock: Pick<Clock, 'now'>): VisitorLimits {
  let key = { day: -1, secret: randomBytes(32) };
  /** The key is in memory only and gone the next day: then nobody can tell which address it was. */
  const hashOf = (address: string): string => {
    const day = Math.floor(clock.now() / dayMs);
    if (key.day !== day) key = { day, secret: randomBytes(32) };
    return createHmac('sha256', key.secret).update(addressBucket(address)).digest('base64url');
  };

  return {
    async take({ workspaceId, userId, address }, act) {
      // What the person's own limit refuses takes nothing from the others at the address.
      const limits: [string, number][] = [
        ...(userId === null ? [] : [[userId, perHour[act]] as [string, number]]),
        [hashOf(address), perHour[act] * peoplePerAddress],
      ];
      for (const [who, limit] of limits) {
        const allowance = await limiter.take(`visitor:${workspaceId}:${act}:${who}`, limit, hourMs);
        if (!allowance.allowed)
          throw new TransientFailure(
            'RATE_LIMITED',
            'You have sent a lot in the last hour. Please try again later.',
            allowance.resetInMs,
          );
      }
    },
  };
}
