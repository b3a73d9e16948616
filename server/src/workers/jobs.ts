// Runs long jobs, such as exports and imports: in each process one job of a kind at a time, oldest first. A job is
// claimed for a minute and renewed while it runs, so that another process takes over what a killed one left.

import { setTimeout as sleep } from 'node:timers/promises';
import { diskIsFull, Failure, isDiskFull, isPassing } from '../domain/kernel/failure.ts';

/** What a kind of job must be able to do. A job is whatever `claim` returns. */
export interface JobKind<Job> {
  /** Starts the oldest job that waits, or that its process left; undefined if there is none. */
  claim(): Promise<Job | undefined>;
  /** Stores the progress, and that it is being worked on. False if it was deleted, or taken over. */
  renew(job: Job): Promise<boolean>;
  /** Does all of it and stores the result. Stops soon after the signal aborts, and undoes what must not stay. */
  run(job: Job, tools: JobTools): Promise<void>;
  /** Stores that it failed. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Lets any process start it again: this one is stopping. */
  release(job: Job): Promise<void>;
}

export interface JobTools {
  /** Aborted if the process stops, or the job is no longer this process's. */
  signal: AbortSignal;
  /** Call it between short steps: it lets requests go first, and rests longer while there are many. */
  pace(): Promise<void>;
}

export interface JobMetrics {
  running: number;
  finished: number;
  failed: number;
}

export interface JobRunner {
  start(): void;
  /** This process has queued a job. */
  wake(): void;
  /** What this process did since startup. */
  metrics(): JobMetrics;
  /** Resolves when no job runs. */
  idle(): Promise<void>;
  /** Interrupts the running job, which goes back to the queue. */
  stop(): Promise<void>;
}

export interface JobTimes {
  /** How often to look for jobs of other processes. */
  pollEveryMs?: number;
  renewEveryMs?: number;
}

export function jobRunner<Job>(
  kind: JobKind<Job>,
  onFault: (error: unknown) => void,
  { pollEveryMs = 5_000, renewEveryMs = 2_000 }: JobTimes = {},
): JobRunner {
  const stopping = new AbortController();
  const metrics: JobMetrics = { running: 0, finished: 0, failed: 0 };
  let isRunning = false;
  let isRequested = false;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const perform = async (job: Job): Promise<void> => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const renewing = repeatedly(renewEveryMs, async () => {
      try {
        if (!(await kind.renew(job))) lost.abort(new Error('The job is no longer run by this process.'));
      } catch (error) {
        // The database may be back before the claim expires.
        onFault(error);
      }
    });
    metrics.running = 1;
    try {
      await kind.run(job, { signal, pace: () => pace(signal) });
      metrics.finished += 1;
    } catch (error) {
      await renewing.stop();
      if (lost.signal.aborted) return;
      if (stopping.signal.aborted) return await kind.release(job);
      metrics.failed += 1;
      await kind.fail(job, error);
    } finally {
      metrics.running = 0;
      await renewing.stop();
    }
  };

  const workThrough = async (): Promise<void> => {
    try {
      for (let job = await kind.claim(); job !== undefined; job = await kind.claim()) {
        await perform(job);
        if (!isRunning) return;
      }
    } catch (error) {
      onFault(error);
    }
  };

  /** Repeats if requested meanwhile: the last look may have missed what was just queued. */
  const work = async (): Promise<void> => {
    while (isRequested && isRunning) {
      isRequested = false;
      clearTimeout(timer);
      await workThrough();
    }
    working = undefined;
    // With jitter, so that processes don't look at the same time.
    if (isRunning) timer = setTimeout(wake, pollEveryMs * (0.75 + Math.random() / 2)).unref();
  };

  const wake = (): void => {
    isRequested = isRunning;
    if (isRequested) working ??= work();
  };

  return {
    start() {
      isRunning = true;
      wake();
    },
    wake,
    metrics: () => metrics,
    async idle() {
      await working;
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      stopping.abort(new Error('The process is stopping.'));
      await working;
    },
  };
}

/**
 * How a job ends after an error: with a message for whoever waits for it, or with none if the error will pass. `isOurs`
 * if the operator has to know.
 */
export function endOf(error: unknown): { message: string | undefined; isOurs: boolean } {
  // It may last, and whoever started the job can start it again.
  if (isDiskFull(error)) return { message: diskIsFull, isOurs: true };
  if (isPassing(error)) return { message: undefined, isOurs: true };
  if (error instanceof Failure) return { message: error.message, isOurs: false };
  return { message: 'Something went wrong on our side.', isOurs: true };
}

/** Runs the work at intervals, one at a time. */
function repeatedly(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= work().finally(() => {
      current = undefined;
    });
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}

/** A pause that the event loop kept longer than this is a sign of other work. */
const quietMs = 5;
const maxRestMs = 200;

/** Waits a moment; if the event loop was busy, about as long as it was, so that requests get at least half of it. */
async function pace(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const startedAt = performance.now();
  await sleep(1);
  const lateMs = performance.now() - startedAt - 1;
  if (lateMs > quietMs) await sleep(Math.min(2 * lateMs, maxRestMs));
  signal.throwIfAborted();
}
