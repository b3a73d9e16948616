// Two limiters as one: the first while it works, otherwise the second. Only a background probe checks whether the
// first is back, so requests never wait for it twice.

import type { Allowance, Limiter } from '../../ports/kernel/limiter.ts';

export interface FallingBack extends Limiter {
  /** Whether the second limiter is in use. */
  isDegraded(): boolean;
  close(): void;
}

export interface Fallback {
  first: Limiter & { started: Promise<void>; close(): void };
  second: Limiter;
  /** Called once per outage. */
  onLost(reason: string): void;
  onBack(): void;
}

const probeIntervalMs = 500;
/**
 * How long a request waits for the first limiter to start. After that, the second one decides, and the first still
 * counts as starting.
 */
const startTimeoutMs = 250;
/** A real write, to a bucket of its own: a read-only server counts as down. */
const probe = { bucket: 'probe', limit: 1_000_000, windowMs: 1000 };

export function fallingBack({ first, second, onLost, onBack }: Fallback): FallingBack {
  let isStarted = false;
  let isDegraded = false;
  let isClosed = false;
  let probeTimer: NodeJS.Timeout | undefined;

  const degrade = (error: unknown): void => {
    if (isDegraded || isClosed) return;
    isDegraded = true;
    onLost(error instanceof Error ? error.message : String(error));
    probeLater();
  };
  const probeLater = (): void => {
    if (!isClosed) probeTimer = setTimeout(runProbe, probeIntervalMs).unref();
  };
  const runProbe = (): Promise<void> =>
    first.take(probe.bucket, probe.limit, probe.windowMs).then(
      () => {
        if (isDegraded && !isClosed) onBack();
        isDegraded = false;
      },
      (error: unknown) => (isDegraded ? probeLater() : degrade(error)),
    );

  const decide = async (query: (limiter: Limiter) => Promise<Allowance>): Promise<Allowance> => {
    if (!isStarted) await startedOrTimeout(starting);
    if (!isStarted || isDegraded || isClosed) return query(second);
    try {
      return await query(first);
    } catch (error) {
      degrade(error);
      return query(second);
    }
  };

  // Probe at startup, so that an outage is logged then and not with the first request.
  const starting = first.started.then(() => {
    isStarted = true;
    return runProbe();
  });
  return {
    take: (bucket, limit, windowMs, cost) => decide((limiter) => limiter.take(bucket, limit, windowMs, cost)),
    giveBack: (bucket, taken, windowMs, cost) =>
      decide((limiter) => limiter.giveBack(bucket, taken, windowMs, cost)),
    peek: (bucket, limit, windowMs) => decide((limiter) => limiter.peek(bucket, limit, windowMs)),
    isDegraded: () => isDegraded,
    close() {
      isClosed = true;
      clearTimeout(probeTimer);
      first.close();
    },
  };
}

function startedOrTimeout(starting: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, startTimeoutMs);
    starting.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
