// Retries rate limits, server errors and network errors. Never retries another 4xx, or a stream that is half read.

import { EarshotConnectionError, EarshotError } from './errors.ts';
import type { CallOptions, Settings } from './options.ts';
import type { Payload } from './payload.ts';

const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** A window of the rate limit is a minute. If the server asks for a longer wait, fail instead. */
const longestAskedWaitMs = 90_000;

export interface Repeated {
  payload: Payload;
  /** Whether it has an idempotency key, as every write has. */
  isKeyed: boolean;
}

export async function retrying<T>(
  settings: Settings,
  { signal, maxRetries = settings.maxRetries }: CallOptions,
  { payload, isKeyed }: Repeated,
  attemptOnce: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await attemptOnce();
    } catch (error) {
      const fault = payload.sourceFault();
      if (fault !== undefined) throw fault.error;
      const waitMs =
        attempt < maxRetries ? waitBefore(error, attempt, { isKeyed, random: settings.random }) : undefined;
      if (waitMs === undefined) throw error;
      if (!payload.canRepeat()) throw onlyOnce(error);
      await settings.sleep(waitMs, signal);
    }
  }
}

/**
 * How long to wait before the next attempt; undefined when another one would not help. The waits grow also when the
 * server asks for a short one each time, so that together they outlast a node that died at work on this very call.
 */
function waitBefore(
  error: unknown,
  attempt: number,
  { isKeyed, random }: { isKeyed: boolean; random: () => number },
): number | undefined {
  const backOff = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt) * (0.5 + random() / 2);
  if (error instanceof EarshotConnectionError) return backOff;
  if (!(error instanceof EarshotError) || !isPassing(error, isKeyed && attempt > 0)) return undefined;
  const asked = error.retryAfterMs;
  if (asked === undefined) return backOff;
  // A little apart, so that clients that were told the same don't return together.
  return asked > longestAskedWaitMs ? undefined : Math.max(asked + random() * firstWaitMs, backOff);
}

/**
 * A conflict after the first attempt of a write may be with that very attempt, which the server still works on. A
 * conflict of another kind is kept by the server, and so comes back as a replay: then it is final. A read has no
 * conflict with itself.
 */
const isPassing = ({ status, isReplayed }: EarshotError, isWriteAgain: boolean): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && isWriteAgain && !isReplayed);

function onlyOnce(error: unknown): unknown {
  const advice =
    'Not tried again: a stream can be read once only; give a function that opens it, a Blob or a path.';
  if (error instanceof Error) error.message += ` ${advice}`;
  return error;
}
