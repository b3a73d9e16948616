// Notes what keys ask, in memory, and writes it down a second later together with what else came meanwhile: a
// request never waits for its own record. What the last second noted is lost when the process is killed.

import type { Clock } from '../domain/clock.ts';
import type { FailureCode } from '../domain/failure.ts';
import type { MintId } from '../domain/id.ts';
import {
  fullHour,
  type HourlyCounts,
  outcomeOf,
  type RequestRecord,
  shownPath,
} from '../domain/request-record.ts';
import type { Store } from '../ports/store.ts';

export interface AnsweredRequest {
  workspaceId: string;
  keyId: string;
  requestId: string;
  method: string;
  url: string;
  route: string | null;
  status: number;
  durationMs: number;
  errorCode: FailureCode | null;
}

export interface RequestRecorder {
  note(request: AnsweredRequest): void;
  /** From now on what is noted is written. */
  start(): void;
  /** Writes what is noted so far. */
  flush(): Promise<void>;
  /** Resolves when all that was noted is written. */
  stop(): Promise<void>;
}

const everyMs = 1000;
/** So many are written without waiting for the second to end. */
const batchSize = 500;
/** While the store is away no more than so many wait; the oldest go first. They are counted all the same. */
const mostWaiting = 5000;

export function requestRecorder(deps: {
  store: Store;
  clock: Clock;
  mintId: MintId;
  onFault(error: unknown): void;
}): RequestRecorder {
  const { store, clock, mintId } = deps;
  let waiting: RequestRecord[] = [];
  let counts = new Map<string, HourlyCounts>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const count = ({ workspaceId, keyId, requests, errors, limited, hourAt }: HourlyCounts): void => {
    const place = `${workspaceId} ${keyId} ${hourAt}`;
    const before = counts.get(place) ?? { workspaceId, keyId, hourAt, requests: 0, errors: 0, limited: 0 };
    before.requests += requests;
    before.errors += errors;
    before.limited += limited;
    counts.set(place, before);
  };

  const write = async (): Promise<void> => {
    const [records, counted] = [waiting, [...counts.values()]];
    [waiting, counts] = [[], new Map()];
    try {
      await store.transaction(async (within) => {
        await within.requests.append(records);
        await within.requests.addCounts(counted);
      });
    } catch (error) {
      waiting = [...records, ...waiting].slice(-mostWaiting);
      for (const one of counted) count(one);
      deps.onFault(error);
    }
  };

  /** One at a time; what is noted meanwhile is the next one's. */
  const flush = async (): Promise<void> => {
    while (writing !== undefined) await writing;
    if (counts.size === 0) return;
    writing = write().finally(() => {
      writing = undefined;
    });
    await writing;
  };

  return {
    note({ workspaceId, keyId, requestId, method, url, route, status, durationMs, errorCode }) {
      const at = clock.now();
      const outcome = outcomeOf(status);
      waiting.push({
        id: mintId('requestRecord'),
        workspaceId,
        requestId,
        keyId,
        method,
        path: shownPath(url, route),
        route,
        status,
        durationMs: Math.round(durationMs),
        errorCode,
        outcome,
        at,
      });
      count({
        workspaceId,
        keyId,
        hourAt: fullHour(at),
        requests: 1,
        errors: outcome === 'error' ? 1 : 0,
        limited: outcome === 'limited' ? 1 : 0,
      });
      if (waiting.length > mostWaiting) waiting.splice(0, waiting.length - mostWaiting);
      if (timer !== undefined && waiting.length >= batchSize && writing === undefined) void flush();
    },
    start() {
      timer ??= setInterval(() => {
        if (writing === undefined) void flush();
      }, everyMs).unref();
    },
    flush,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
}
