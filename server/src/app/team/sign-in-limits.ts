// Limits wrong passwords: per network address, per address and email, and per email. A browser known from an
// earlier sign-in has its own limit instead.

import { createHash } from 'node:crypto';
import { addressBucket, addressOf } from '../../domain/kernel/address.ts';
import { TransientFailure } from '../../domain/kernel/failure.ts';
import { emailKey } from '../../domain/people/user.ts';
import type { Account } from '../../domain/team/account.ts';
import { isKnownDevice, looksLikeDeviceToken } from '../../domain/team/known-device.ts';
import type { Device } from '../../domain/team/session.ts';
import type { Allowance } from '../../ports/kernel/limiter.ts';
import type { TeamDeps } from './team-deps.ts';

const minuteMs = 60_000;

/** A limiter bucket. In a row of several, each is the fallback for the one before it. */
interface Bucket {
  name: string;
  max: number;
  windowMs: number;
}

const maxPerDevice = 10;
const maxPerAddress = 50;
const maxPerAddressAndEmail = 10;
/**
 * Per email, from all addresses together: first the larger limit, then a few per minute. During an attack, the
 * right password then waits a minute rather than the whole window.
 */
const maxPerEmail = 50;
const maxPerEmailPerMinute = 5;
const windowMs = 15 * minuteMs;

export interface Attempt {
  email: string;
  password: string;
  device: Device;
}

export interface SignInLimits {
  /**
   * The first account with this password. A wrong password uses an attempt; the right one does not. Throws when no
   * attempts are left, whatever the password. Takes the same time without an account.
   */
  authenticate(attempt: Attempt, accountsOf: () => Promise<Account[]>): Promise<Account | undefined>;
}

export function signInLimits({ limiter, clock, passwords }: TeamDeps): SignInLimits {
  /** Takes one attempt from each row, or throws; returns a function that refunds them. */
  const takeAttempts = async (rows: readonly Bucket[][]): Promise<() => Promise<unknown>> => {
    const held: { bucket: Bucket; taken: Allowance }[] = [];
    const refund = () =>
      Promise.all(
        held.map(({ bucket: { name, windowMs }, taken }) => limiter.giveBack(name, taken, windowMs)),
      );
    for (const row of rows) {
      let allowance: Allowance | undefined;
      for (const bucket of row) {
        allowance = await limiter.take(bucket.name, bucket.max, bucket.windowMs);
        if (!allowance.allowed) continue;
        held.push({ bucket, taken: allowance });
        break;
      }
      if (allowance?.allowed === false) {
        await refund();
        throw tooMany(allowance.resetInMs);
      }
    }
    return refund;
  };

  const firstMatch = async (password: string, accounts: readonly Account[]): Promise<Account | undefined> => {
    if (accounts.length === 0) await passwords.verify(undefined, password);
    for (const account of accounts)
      if (await passwords.verify(account.passwordHash, password)) return account;
    return undefined;
  };

  return {
    async authenticate({ email, password, device }, accountsOf) {
      const { knownBy = '' } = device;
      // Look up accounts only for a plausible device token: otherwise the address limit comes first.
      const maybeKnown = looksLikeDeviceToken(knownBy) ? await accountsOf() : [];
      const isKnown = maybeKnown.some((account) => isKnownDevice(knownBy, account, clock.now()));
      const rows = isKnown ? bucketsOfDevice(knownBy) : bucketsOf(email, device.address);
      // Before checking the password, so that parallel guesses get no more attempts than sequential ones.
      const refund = await takeAttempts(rows);
      const account = await firstMatch(password, isKnown ? maybeKnown : await accountsOf());
      if (account !== undefined) await refund();
      return account;
    },
  };
}

const bucketsOfDevice = (token: string): Bucket[][] => [
  [{ name: `sign-in:device:${digest(token)}`, max: maxPerDevice, windowMs }],
];

/** The address comes first: guesses rejected there create no buckets for made-up emails. */
function bucketsOf(email: string, address: string): Bucket[][] {
  // Invalid addresses share one bucket.
  const source = addressBucket(addressOf(address) ?? 'unknown');
  const emailDigest = digest(emailKey(email));
  return [
    [{ name: `sign-in:address:${source}`, max: maxPerAddress, windowMs }],
    [{ name: `sign-in:pair:${source}:${emailDigest}`, max: maxPerAddressAndEmail, windowMs }],
    [
      { name: `sign-in:email:${emailDigest}`, max: maxPerEmail, windowMs },
      { name: `sign-in:email-later:${emailDigest}`, max: maxPerEmailPerMinute, windowMs: minuteMs },
    ],
  ];
}

const tooMany = (waitMs: number): TransientFailure =>
  new TransientFailure('RATE_LIMITED', 'Too many attempts. Please try again later.', waitMs);

/** Keeps emails and tokens out of the limiter. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
