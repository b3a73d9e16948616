// Two limiters as one: the first as long as it answers, the second while it does not. A request never waits for
// the first one twice: while it is away, only a look in the background asks whether it is back.

import type { Allowance, Limiter } from '../../ports/limiter.ts';

export interface FallingBack extends Limiter {
  /** Whether the second limiter decides now. */
  isDegraded(): boolean;
  close(): void;
}

export interface Fallback {
  first: Limiter & { started: Promise<void>; close(): void };
  second: Limiter;
  /** Each is told once, when it happens. */
  onLost(reason: string): void;
  onBack(): void;
}

const lookAgainAfterMs = 500;
/** How long a request waits for the first limiter to start. Past that it is answered, and nothing is lost yet. */
const startWithinMs = 250;
/** A real take, of a bucket of its own: a server that can be read but not written is away as well. */
const probe = { bucket: 'probe', limit: 1_000_000, windowMs: 1000 };

export function fallingBack({ first, second, onLost, onBack }: Fallback): FallingBack {
  let isStarted = false;
  let isDegraded = false;
  let isClosed = false;
  let lookingAgain: NodeJS.Timeout | undefined;

  const lose = (error: unknown): void => {
    if (isDegraded || isClosed) return;
    isDegraded = true;
    onLost(error instanceof Error ? error.message : String(error));
    lookLater();
  };
  const lookLater = (): void => {
    if (!isClosed) lookingAgain = setTimeout(look, lookAgainAfterMs).unref();
  };
  const look = (): Promise<void> =>
    first.take(probe.bucket, probe.limit, probe.windowMs).then(
      () => {
        if (isDegraded && !isClosed) onBack();
        isDegraded = false;
      },
      (error: unknown) => (isDegraded ? lookLater() : lose(error)),
    );

  const ask = async (question: (limiter: Limiter) => Promise<Allowance>): Promise<Allowance> => {
    if (!isStarted) await patiently(starting);
    if (!isStarted || isDegraded || isClosed) return question(second);
    try {
      return await question(first);
    } catch (error) {
      lose(error);
      return question(second);
    }
  };

  // Then the log says it at the start, and not with the first request, when the first one is not there.
  const starting = first.started.then(() => {
    isStarted = true;
    return look();
  });
  return {
    take: (bucket, limit, windowMs, cost) => ask((limiter) => limiter.take(bucket, limit, windowMs, cost)),
    peek: (bucket, limit, windowMs) => ask((limiter) => limiter.peek(bucket, limit, windowMs)),
    isDegraded: () => isDegraded,
    close() {
      isClosed = true;
      clearTimeout(lookingAgain);
      first.close();
    },
  };
}

function patiently(starting: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(resolve, startWithinMs);
    starting.finally(() => {
      clearTimeout(impatience);
      resolve();
    });
  });
}
