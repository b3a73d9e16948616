// How often a password may be wrong: for one address of e-mail, and from one address of the network.

import { createHash } from 'node:crypto';
import type { Account } from '../domain/account.ts';
import { PassingFailure } from '../domain/failure.ts';
import { emailKey } from '../domain/user.ts';
import type { ConsoleDeps } from './console-deps.ts';

const windowMs = 15 * 60_000;
const mostOfEmail = 10;
const mostOfAddress = 50;

export interface Attempts {
  /**
   * Whether this is the account's password. A wrong one uses up an attempt, a right one nothing. When there are no
   * attempts left it throws, whatever the password is.
   */
  isRight(
    given: { email: string; password: string; address: string },
    account: Account | undefined,
  ): Promise<boolean>;
}

export function attempts({ limiter, clock, passwords }: ConsoleDeps): Attempts {
  return {
    async isRight({ email, password, address }, account) {
      const buckets = [
        { name: `sign-in:email:${digest(emailKey(email))}`, most: mostOfEmail },
        { name: `sign-in:address:${address}`, most: mostOfAddress },
      ];
      const taken: typeof buckets = [];
      const giveBack = () =>
        Promise.all(taken.map(({ name, most }) => limiter.take(name, most, windowMs, -1)));
      // Before the password is looked at: of many guesses at once no more get through than of one after another.
      for (const bucket of buckets) {
        const { allowed, resetAt } = await limiter.take(bucket.name, bucket.most, windowMs);
        if (!allowed) {
          await giveBack();
          throw new PassingFailure(
            'RATE_LIMITED',
            'Too many attempts. Please try again later.',
            resetAt - clock.now(),
          );
        }
        taken.push(bucket);
      }
      const isRight = await passwords.verify(account?.passwordHash, password);
      if (isRight) await giveBack();
      return isRight;
    },
  };
}

/** What counts attempts has no business with addresses. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
