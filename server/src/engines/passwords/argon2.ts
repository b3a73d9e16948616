// Argon2id password hashes. The library computes off the event loop and is loaded on first use.

import { Failure } from '../../domain/kernel/failure.ts';
import type { Passwords } from '../../ports/team/passwords.ts';

/** What OWASP recommends: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** File reads use the same thread pool, and each hash takes 19 MiB. */
const maxConcurrent = 2;
/** About a minute of work. Beyond that, fail fast. */
const maxWaiting = 1000;

export function argon2Passwords(): Passwords {
  let library: Promise<typeof import('@node-rs/argon2')> | undefined;
  const loaded = () => {
    library ??= import('@node-rs/argon2');
    return library;
  };
  const withSlot = slots(maxConcurrent);
  const hash = (password: string) => withSlot(async () => (await loaded()).hash(password, options));
  /** Verified against when an account has no password, so that timing reveals nothing. */
  let dummyHash: Promise<string> | undefined;

  return {
    hash,
    async verify(known, password) {
      dummyHash ??= hash('dummy password');
      const hashed = known ?? (await dummyHash);
      const matches = await withSlot(async () => (await loaded()).verify(hashed, password));
      return matches && known != null;
    },
  };
}

const busy = (): Failure => new Failure('UNAVAILABLE', 'Too many people are signing in right now.');

function slots(max: number) {
  let free = max;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw busy();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
