// How often a password may be wrong: from one network address, from there for one e-mail address, and for one e-mail
// address from anywhere. A browser in which somebody signed in before is judged by its own mistakes alone.

import { createHash } from 'node:crypto';
import type { Account } from '../../domain/account.ts';
import { addressBucket, addressOf } from '../../domain/address.ts';
import { PassingFailure } from '../../domain/failure.ts';
import { isKnownDevice, looksLikeDeviceToken } from '../../domain/known-device.ts';
import type { Device } from '../../domain/session.ts';
import { emailKey } from '../../domain/user.ts';
import type { Allowance } from '../../ports/limiter.ts';
import type { TeamDeps } from './team-deps.ts';

const minuteMs = 60_000;

/** A bucket of the limiter; when it is used up, the next one of the row may stand in for it. */
interface Brake {
  name: string;
  max: number;
  windowMs: number;
}

/** A person mistypes; a program guesses. */
const maxOfDevice = 10;
const maxOfAddress = 50;
const maxOfAddressAndEmail = 10;
/**
 * For one e-mail address from everywhere: what many network addresses may try together, and how much a minute after
 * that. The right password from elsewhere then waits for its turn of a minute, not for the end of the attack.
 */
const maxOfEmail = 50;
const maxOfEmailLater = 5;
const windowMs = 15 * minuteMs;

export interface Attempt {
  email: string;
  password: string;
  device: Device;
}

export interface SignInLimits {
  /**
   * The first of the accounts whose password this is. A wrong one uses up an attempt, a right one nothing. When there
   * are no attempts left it throws, whatever the password is. It takes as long when there is no account.
   */
  authenticate(attempt: Attempt, accountsOf: () => Promise<Account[]>): Promise<Account | undefined>;
}

export function signInLimits({ limiter, clock, passwords }: TeamDeps): SignInLimits {
  /** Takes one attempt of each row of brakes, or throws; answers how to give them back. */
  const taken = async (rows: readonly Brake[][]): Promise<() => Promise<unknown>> => {
    const held: Brake[] = [];
    const giveBack = () =>
      Promise.all(held.map(({ name, max, windowMs }) => limiter.take(name, max, windowMs, -1)));
    for (const row of rows) {
      let answer: Allowance | undefined;
      for (const brake of row) {
        answer = await limiter.take(brake.name, brake.max, brake.windowMs);
        if (!answer.allowed) continue;
        held.push(brake);
        break;
      }
      if (answer?.allowed === false) {
        await giveBack();
        throw tooMany(answer.resetInMs);
      }
    }
    return giveBack;
  };

  const firstRight = async (password: string, accounts: readonly Account[]): Promise<Account | undefined> => {
    if (accounts.length === 0) await passwords.verify(undefined, password);
    for (const account of accounts)
      if (await passwords.verify(account.passwordHash, password)) return account;
    return undefined;
  };

  return {
    async authenticate({ email, password, device }, accountsOf) {
      const { knownBy = '' } = device;
      // Nobody is looked up for a browser that cannot be known: the address is judged before anything else.
      const maybeKnown = looksLikeDeviceToken(knownBy) ? await accountsOf() : [];
      const isKnown = maybeKnown.some((account) => isKnownDevice(knownBy, account, clock.now()));
      const rows = isKnown ? brakesOfDevice(knownBy) : brakesOf(email, device.address);
      // Before the password is looked at: of many guesses at once no more get through than of one after another.
      const giveBack = await taken(rows);
      const account = await firstRight(password, isKnown ? maybeKnown : await accountsOf());
      if (account !== undefined) await giveBack();
      return account;
    },
  };
}

const brakesOfDevice = (token: string): Brake[][] => [
  [{ name: `sign-in:device:${digest(token)}`, max: maxOfDevice, windowMs }],
];

/** The address comes first: whoever is refused there leaves no trace of the e-mail addresses they make up. */
function brakesOf(email: string, address: string): Brake[][] {
  // What is no address is nobody's in particular: all of it shares one bucket.
  const from = addressBucket(addressOf(address) ?? 'unknown');
  const whom = digest(emailKey(email));
  return [
    [{ name: `sign-in:address:${from}`, max: maxOfAddress, windowMs }],
    [{ name: `sign-in:pair:${from}:${whom}`, max: maxOfAddressAndEmail, windowMs }],
    [
      { name: `sign-in:email:${whom}`, max: maxOfEmail, windowMs },
      { name: `sign-in:email-later:${whom}`, max: maxOfEmailLater, windowMs: minuteMs },
    ],
  ];
}

const tooMany = (waitMs: number): PassingFailure =>
  new PassingFailure('RATE_LIMITED', 'Too many attempts. Please try again later.', waitMs);

/** What counts attempts has no business with e-mail addresses and tokens. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
