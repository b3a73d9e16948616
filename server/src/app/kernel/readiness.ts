// Whether this process can serve: it has started, its database answers and takes writes, its disk has room. Asked by
// anyone, without a key, so the costly probes run at most once per interval however often it is asked.

import { setTimeout } from 'node:timers/promises';
import type { Clock, Instant } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { Store } from '../../ports/store.ts';
import { singleFlight } from './single-flight.ts';

/** Something that must take a small write; `name` begins the sentence `… cannot be written to`. */
export interface WritablePart {
  name: string;
  probe(): Promise<void>;
}

export interface ReadinessDeps {
  /** Resolves when migrations and the first set-up are done. */
  started: Promise<void>;
  store: Pick<Store, 'ping' | 'probe'>;
  /** Directories that are written to besides the store. */
  directories: readonly WritablePart[];
  clock: Clock;
}

/** A probe writes, so it is seldom made; after a failure more often, to notice the end of it soon. */
const probedEveryMs = 5_000;
const failedProbedEveryMs = 1_000;
/** A disk that hangs is as bad as one that fails. */
const probedWithinMs = 5_000;

/** Rejects with UNAVAILABLE and the part that is at fault. */
export function readiness({ started, store, directories, clock }: ReadinessDeps): () => Promise<void> {
  let hasStarted = false;
  void started.then(() => {
    hasStarted = true;
  });
  const ping = singleFlight(() => store.ping());
  const database: WritablePart = { name: 'the database', probe: () => store.probe() };
  const probes = [database, ...directories].map((part) => nowAndThen(clock, part));
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

/** The verdict of the last probe; makes a new one, for all who wait, when that is old. */
function nowAndThen(clock: Clock, { name, probe }: WritablePart): () => Promise<void> {
  let last: { at: Instant; failure?: Failure } | undefined;
  let running: Promise<void> | undefined;

  const isDue = (): boolean => {
    if (last === undefined) return true;
    const age = clock.now() - last.at;
    // A clock that was set back must not stop the probes.
    return age < 0 || age >= (last.failure === undefined ? probedEveryMs : failedProbedEveryMs);
  };

  const run = async (): Promise<void> => {
    try {
      await inTime(probe());
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

async function inTime(work: Promise<void>): Promise<void> {
  const done = new AbortController();
  const late = setTimeout(probedWithinMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('No answer in time.');
  });
  try {
    await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
