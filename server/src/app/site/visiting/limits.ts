// How much a visitor may send in an hour, per person and per address, and how much mail they may have sent.

import { createHmac, randomBytes } from 'node:crypto';
import { addressBucket } from '../../../domain/kernel/address.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { TransientFailure } from '../../../domain/kernel/failure.ts';
import { emailKey } from '../../../domain/people/user.ts';
import type { Allowance, Limiter } from '../../../ports/kernel/limiter.ts';

const perHour = { vote: 30, comment: 10, post: 5 } as const;

/** Changes and reports count as comments, following and mail settings as votes. */
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

/** Mails with a link to sign in, and people who came by one for the first time. */
const mailPerHour = { recipient: 3, network: 10, workspace: 200 };
const newPeoplePerNetwork = 10;

export interface VisitorLimits {
  /** Whether a link may be mailed to someone. Takes one from what the recipient, the network and the site may have. */
  takeMail(asked: Pick<Sender, 'workspaceId' | 'address'> & { email: string }): Promise<boolean>;
  /** RATE_LIMITED if too many unknown people have signed in from the network. */
  takeNewPerson(asked: Pick<Sender, 'workspaceId' | 'address'>): Promise<void>;
  /** Takes one from the limits of the person and of the address. RATE_LIMITED if one of them is used up. */
  take(sender: Sender, act: LimitedAct): Promise<void>;
}

export function visitorLimits(limiter: Limiter, clock: Pick<Clock, 'now'>): VisitorLimits {
  let key = { day: -1, secret: randomBytes(32) };
  /** The key is in memory only and gone the next day: then the address can't be found out. */
  const hashOf = (text: string): string => {
    const day = Math.floor(clock.now() / dayMs);
    if (key.day !== day) key = { day, secret: randomBytes(32) };
    return createHmac('sha256', key.secret).update(text).digest('base64url');
  };
  const networkOf = (address: string): string => hashOf(addressBucket(address));

  return {
    async take({ workspaceId, userId, address }, act) {
      // What the person's own limit refuses takes nothing from the others at the address.
      const limits: [string, number][] = [
        ...(userId === null ? [] : [[userId, perHour[act]] as [string, number]]),
        [networkOf(address), perHour[act] * peoplePerAddress],
      ];
      for (const [who, limit] of limits) {
        const allowance = await limiter.take(`visitor:${workspaceId}:${act}:${who}`, limit, hourMs);
        if (!allowance.allowed) throw tooMuch(allowance);
      }
    },

    async takeMail({ workspaceId, address, email }) {
      const limits: [string, number][] = [
        // First: whoever tries many addresses takes nothing from the others.
        [`network:${networkOf(address)}`, mailPerHour.network],
        [`recipient:${hashOf(emailKey(email))}`, mailPerHour.recipient],
        ['workspace', mailPerHour.workspace],
      ];
      for (const [who, limit] of limits) {
        const { allowed } = await limiter.take(`visitor:${workspaceId}:mail:${who}`, limit, hourMs);
        if (!allowed) return false;
      }
      return true;
    },

    async takeNewPerson({ workspaceId, address }) {
      const bucket = `visitor:${workspaceId}:new:${networkOf(address)}`;
      const allowance = await limiter.take(bucket, newPeoplePerNetwork, hourMs);
      if (!allowance.allowed) throw tooMuch(allowance);
    },
  };
}

const tooMuch = ({ resetInMs }: Allowance): TransientFailure =>
  new TransientFailure(
    'RATE_LIMITED',
    'You have sent a lot in the last hour. Please try again later.',
    resetInMs,
  );
