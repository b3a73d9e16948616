// Notes requests in memory and writes them down a second later together: a request never waits for its own record.
// What the last second noted is lost when the process is killed.

import type { Clock, Instant } from '../domain/clock.ts';
import type { FailureCode } from '../domain/failure.ts';
import type { MintId } from '../domain/id.ts';
import {
  fullHour,
  type HourlyCounts,
  isNoted,
  isPerson,
  type Outcome,
  outcomeOf,
  type RequestRecord,
  shownPath,
} from '../domain/request-record.ts';
import type { Store } from '../ports/store.ts';

export interface AnsweredRequest {
  workspaceId: string;
  /** A key, or the account of a person. */
  callerId: string;
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
/**
 * So many a second are written, and the others only counted: a row costs a fifth of what a read costs, and reads
 * must not pay for it. The second half is kept for what went wrong. No key with a limit comes near.
 */
const maxASecond = 500;
const maxThatWentWell = maxASecond / 2;
/** While the store is away no more than so many wait; the oldest go first. */
const maxWaiting = 5000;

interface Noted extends AnsweredRequest {
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
  let waiting: Noted[] = [];
  /** Since the last time something was written. */
  let noted = 0;
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

  const recordOf = ({ url, durationMs, ...request }: Noted): RequestRecord => ({
    ...request,
    id: mintId('requestRecord'),
    path: shownPath(url, request.route),
    durationMs: Math.round(durationMs),
  });

  const write = async (): Promise<void> => {
    const [taken, counted] = [waiting, [...counts.values()]];
    [waiting, counts, noted] = [[], new Map(), 0];
    try {
      const records = taken.map(recordOf);
      await store.transaction(async (within) => {
        await within.requests.append(records);
        await within.requests.addCounts(counted);
      });
    } catch (error) {
      waiting = [...taken, ...waiting].slice(-maxWaiting);
      for (const one of counted) count(one);
      deps.onFault(error);
    }
  };

  /** One at a time; what is noted meanwhile is the next one's. */
  const flush = async (): Promise<void> => {
    while (writing !== undefined) await writing;
    if (counts.size === 0 && waiting.length === 0) return;
    writing = write().finally(() => {
      writing = undefined;
    });
    await writing;
  };

  return {
    note(request) {
      const { workspaceId, callerId } = request;
      if (!isNoted(callerId, request.method, request.status)) return;
      const at = clock.now();
      const outcome = outcomeOf(request.status);
      if (noted < (outcome === 'ok' ? maxThatWentWell : maxASecond)) {
        noted += 1;
        waiting.push({ ...request, outcome, at });
      }
      // The figures are those of keys.
      if (isPerson(callerId)) return;
      const [errors, limited] = [outcome === 'error' ? 1 : 0, outcome === 'limited' ? 1 : 0];
      count({ workspaceId, keyId: callerId, hourAt: fullHour(at), requests: 1, errors, limited });
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
