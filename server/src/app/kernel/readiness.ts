// Readiness: startup is complete, the database responds and accepts writes, and the disks are writable. The
// endpoint needs no key, so expensive probes run at most once per interval.

import { setTimeout } from 'node:timers/promises';
import type { Clock, Instant } from '../../domain/kernel/clock.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { Store } from '../../ports/store.ts';
import { singleFlight } from './single-flight.ts';

/** Something that must be writable; `name` starts the sentence `… cannot be written to`. */
export interface WritablePart {
  name: string;
  probe(): Promise<void>;
}

export interface ReadinessDeps {
  /** Resolves after migrations and first setup. */
  started: Promise<void>;
  store: Pick<Store, 'ping' | 'probe'>;
  /** Directories written to besides the store. */
  directories: readonly WritablePart[];
  clock: Clock;
}

/** Probes write, so they are rare; more frequent after a failure, to notice recovery soon. */
const probeIntervalMs = 5_000;
const failedProbeIntervalMs = 1_000;
/** A hanging disk counts as failed. */
const probeTimeoutMs = 5_000;

/** Rejects with UNAVAILABLE and names the failed part. */
export function readiness({ started, store, directories, clock }: ReadinessDeps): () => Promise<void> {
  let hasStarted = false;
  void started.then(() => {
    hasStarted = true;
  });
  const ping = singleFlight(() => store.ping());
  const database: WritablePart = { name: 'the database', probe: () => store.probe() };
  const probes = [database, ...directories].map((part) => cachedProbe(clock, part));
  return async () => {
    if (!hasStarted) throw notReady('the server is still starting');
    await ping('').catch((error: unknown) => {
      throw notReady('the database does not answer', error);
    });
    await Promise.all(probes.map((probe) => probe()));
  };
}

const notReady = (why: string, error?: unknown): Failure =>
  new Failure('UNAVAILABLE', `Not ready: ${why}.`, undefined, error instanceof Failure ? error.cause : error);

/** The result of the last probe; runs a new one, shared by all callers, if that is too old. */
function cachedProbe(clock: Clock, { name, probe }: WritablePart): () => Promise<void> {
  let last: { at: Instant; failure?: Failure } | undefined;
  let running: Promise<void> | undefined;

  const isDue = (): boolean => {
    if (last === undefined) return true;
    const age = clock.now() - last.at;
    // Keep probing if the clock was set back.
    return age < 0 || age >= (last.failure === undefined ? probeIntervalMs : failedProbeIntervalMs);
  };

  const run = async (): Promise<void> => {
    try {
      await withTimeout(probe());
      last = { at: clock.now() };
    } catch (error) {
      last = { at: clock.now(), failure: notReady(`${name} cannot be written to`, error) };
    } finally {
      running = undefined;
    }
  };

  return async () => {
    if (isDue()) running ??= run();
    await running;
    if (last?.failure !== undefined) throw last.failure;
  };
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const done = new AbortController();
  const late = setTimeout(probeTimeoutMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('Timed out.');
  });
  try {
    await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
