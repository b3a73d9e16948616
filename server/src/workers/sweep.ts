// Removes what nothing needs any more: files of requests that died before their commit or after a delete,
// payloads of the ledger, idempotency keys and records of requests that are past keeping, expired sessions and invites.
// Ages are judged by the database's clock, so that a process whose own clock is ahead forgets nothing early.

import type { Clock, Instant } from '../domain/clock.ts';
import { idempotencyKeptMs } from '../domain/idempotency.ts';
import { countsKeptMs, recordsKeptMs } from '../domain/request-record.ts';
import type { Files } from '../ports/files.ts';
import type { Store } from '../ports/store.ts';
import { type SweptFiles, sweepFiles } from './sweep-files.ts';

export interface SweepDeps {
  store: Store;
  files: Files;
  clock: Clock;
  /** How long entries of the ledger keep their payload. */
  payloadsKeptMs: number;
}

export interface Swept {
  files: SweptFiles;
  /** Payloads that were cut; their entries stay. */
  payloads: number;
  idempotencyKeys: number;
  sessions: number;
  invites: number;
  requests: number;
}

/** Told to stop, it leaves the rest for the next time. */
export async function sweep(
  deps: SweepDeps,
  { stopping, force = false }: { stopping?: AbortSignal; force?: boolean } = {},
): Promise<Swept> {
  const { store, clock, payloadsKeptMs } = deps;
  const isStopping = () => stopping?.aborted === true;
  // The clock of this process may be behind as well: whatever is forgotten late harms nobody.
  const now = Math.min(clock.now(), await store.now());
  const forget = (which: 'idempotency' | 'sessions' | 'invites', keptMs: number) =>
    untilNone(isStopping, () => store.transaction((write) => write[which].forgetBefore(now - keptMs)));
  // Files come last: where they lie may be away while the store is not.
  return {
    payloads: await cutPayloads(store, now - payloadsKeptMs, isStopping),
    idempotencyKeys: await forget('idempotency', idempotencyKeptMs),
    sessions: await forget('sessions', 0),
    invites: await forget('invites', 0),
    requests: await sweepRequests(store, now, isStopping),
    files: await sweepFiles(deps, { force, isStopping }),
  };
}

async function cutPayloads(store: Store, before: Instant, isStopping: () => boolean): Promise<number> {
  let cut = 0;
  for (const { id } of await store.read.workspaces.list())
    cut += await untilNone(isStopping, () =>
      store.transaction((write) => write.ledger.cutPayloadsBefore(id, before)),
    );
  return cut;
}

async function sweepRequests(store: Store, now: Instant, isStopping: () => boolean): Promise<number> {
  let removed = 0;
  for (const { id } of await store.read.workspaces.list()) {
    const forget = (what: 'forgetRecordsBefore' | 'forgetCountsBefore', keptMs: number) =>
      untilNone(isStopping, () => store.transaction((write) => write.requests[what](id, now - keptMs)));
    removed += await forget('forgetRecordsBefore', recordsKeptMs);
    removed += await forget('forgetCountsBefore', countsKeptMs);
  }
  return removed;
}

async function untilNone(isStopping: () => boolean, removeSome: () => Promise<number>): Promise<number> {
  let removed = 0;
  while (!isStopping()) {
    const step = await removeSome();
    removed += step;
    if (step === 0) break;
  }
  return removed;
}
