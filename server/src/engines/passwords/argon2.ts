// Passwords as argon2id hashes. The library computes off the event loop; it is loaded when the first password is.

import { Failure } from '../../domain/failure.ts';
import type { Passwords } from '../../ports/passwords.ts';

/** What OWASP recommends: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At a time. Reading files shares the threads that this runs on, and each one takes its memory. */
const maxAtOnce = 2;
/** A minute of work. Whoever comes later is better told so than kept waiting. */
const maxWaiting = 1000;

export function argon2Passwords(): Passwords {
  let library: Promise<typeof import('@node-rs/argon2')> | undefined;
  const loaded = () => {
    library ??= import('@node-rs/argon2');
    return library;
  };
  const inTurn = slots(maxAtOnce);
  const hash = (password: string) => inTurn(async () => (await loaded()).hash(password, options));
  /** The hash of no password in particular, for those who have none. */
  let nobodys: Promise<string> | undefined;

  return {
    hash,
    async verify(known, password) {
      nobodys ??= hash('a password that nobody has');
      const against = known ?? (await nobodys);
      const isRight = await inTurn(async () => (await loaded()).verify(against, password));
      return isRight && known != null;
    },
  };
}

const busy = (): Failure => new Failure('UNAVAILABLE', 'Too many people are signing in right now.');

function slots(most: number) {
  let free = most;
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
