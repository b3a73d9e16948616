// Buffers request records in memory and writes them in batches every second, so requests never wait for their own
// record. If the process is killed, the last second is lost.

import type { Clock, Instant } from '../domain/kernel/clock.ts';
import type { MintId } from '../domain/kernel/id.ts';
import {
  type AnsweredRequest,
  fullHour,
  type HourlyCounts,
  isPerson,
  isRecorded,
  type Outcome,
  outcomeOf,
  type RequestRecord,
  shownPath,
} from '../domain/team/request-record.ts';
import type { Store } from '../ports/store.ts';

export interface RequestRecorder {
  note(request: AnsweredRequest): void;
  /** Starts writing. */
  start(): void;
  /** Writes everything buffered. */
  flush(): Promise<void>;
  /** Resolves when everything buffered is written. */
  stop(): Promise<void>;
}

const flushIntervalMs = 1000;
/**
 * Records per second; the rest are only counted. A row costs a fifth of a read, and reads must not pay for that.
 * Half is reserved for failures. No rate-limited key comes near.
 */
const maxPerSecond = 500;
const maxSuccessesPerSecond = maxPerSecond / 2;
/** Buffer limit while the store is unavailable; the oldest are dropped first. */
const maxBuffered = 5000;

interface Buffered extends AnsweredRequest {
  outcome: Outcome;
  at: Instant;
}

export function requestRecorder(deps: {
  store: Store;
  clock: Clock;
  mintId: MintId;
  onFault(error: unknown): void;
}): RequestRecorder {
  const { store, clock, mintId } = deps;
  let buffer: Buffered[] = [];
  /** Since the last flush. */
  let buffered = 0;
  /** By hour, then by key. */
  let counts = new Map<Instant, Map<string, HourlyCounts>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const countsOf = (workspaceId: string, keyId: string, hourAt: Instant): HourlyCounts => {
    const known = counts.get(hourAt)?.get(keyId);
    if (known !== undefined) return known;
    const started = { workspaceId, keyId, hourAt, requests: 0, errors: 0, limited: 0 };
    const ofHour = counts.get(hourAt) ?? new Map<string, HourlyCounts>();
    counts.set(hourAt, ofHour.set(keyId, started));
    return started;
  };

  const addBack = ({ workspaceId, keyId, hourAt, ...before }: HourlyCounts): void => {
    const counted = countsOf(workspaceId, keyId, hourAt);
    counted.requests += before.requests;
    counted.errors += before.errors;
    counted.limited += before.limited;
  };

  const recordOf = ({ url, durationMs, ...request }: Buffered): RequestRecord => ({
    ...request,
    id: mintId('requestRecord'),
    path: shownPath(url, request.route),
    durationMs: Math.round(durationMs),
  });

  const write = async (): Promise<void> => {
    const [taken, counted] = [buffer, [...counts.values()].flatMap((ofHour) => [...ofHour.values()])];
    [buffer, counts, buffered] = [[], new Map(), 0];
    try {
      const records = taken.map(recordOf);
      await store.transaction(async (within) => {
        await within.requests.append(records);
        await within.requests.addCounts(counted);
      });
    } catch (error) {
      buffer = [...taken, ...buffer].slice(-maxBuffered);
      for (const one of counted) addBack(one);
      deps.onFault(error);
    }
  };

  /** One at a time; later records go into the next flush. */
  const flush = async (): Promise<void> => {
    while (writing !== undefined) await writing;
    if (counts.size === 0 && buffer.length === 0) return;
    writing = write().finally(() => {
      writing = undefined;
    });
    await writing;
  };

  return {
    note(request) {
      const { workspaceId, callerId } = request;
      if (!isRecorded(callerId, request.method, request.status)) return;
      const at = clock.now();
      const outcome = outcomeOf(request.status);
      if (buffered < (outcome === 'ok' ? maxSuccessesPerSecond : maxPerSecond)) {
        buffered += 1;
        buffer.push(Object.assign({}, request, { outcome, at }));
      }
      // Counts are kept for keys only.
      if (isPerson(callerId)) return;
      const counted = countsOf(workspaceId, callerId, fullHour(at));
      counted.requests += 1;
      if (outcome === 'error') counted.errors += 1;
      if (outcome === 'limited') counted.limited += 1;
    },
    start() {
      timer ??= setInterval(() => {
        if (writing === undefined) void flush();
      }, flushIntervalMs).unref();
    },
    flush,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
}
