// Removes what nothing needs any more: files of requests that died before their commit or after a delete,
// events, receipts and records of requests that are past keeping, sessions and invites that have expired.

import type { Clock } from '../domain/clock.ts';
import { receiptsKeptMs } from '../domain/receipt.ts';
import { countsKeptMs, recordsKeptMs } from '../domain/request-record.ts';
import type { Files } from '../ports/files.ts';
import type { Store } from '../ports/store.ts';

/** No upload takes this long, so an older file without an attachment is nobody's. */
const fileGraceMs = 24 * 3_600_000;
const eventsKeptMs = 30 * 24 * 3_600_000;
const filesAtOnce = 500;

export interface SweepDeps {
  store: Store;
  files: Files;
  clock: Clock;
}

export interface Swept {
  files: number;
  events: number;
  receipts: number;
  sessions: number;
  invites: number;
  requests: number;
}

/** Told to stop, it leaves the rest for the next time. */
export async function sweep(deps: SweepDeps, stopping?: AbortSignal): Promise<Swept> {
  const { store, clock } = deps;
  const isStopping = () => stopping?.aborted === true;
  const forget = (which: 'outbox' | 'receipts' | 'sessions' | 'invites', keptMs: number) =>
    untilNone(isStopping, () =>
      store.transaction((write) => write[which].forgetBefore(clock.now() - keptMs)),
    );
  // Files come last: where they lie may be away while the store is not.
  return {
    events: await forget('outbox', eventsKeptMs),
    receipts: await forget('receipts', receiptsKeptMs),
    sessions: await forget('sessions', 0),
    invites: await forget('invites', 0),
    requests: await sweepRequests(deps, isStopping),
    files: await sweepFiles(deps, isStopping),
  };
}

async function sweepRequests({ store, clock }: SweepDeps, isStopping: () => boolean): Promise<number> {
  let removed = 0;
  for (const { id } of await store.read.workspaces.list()) {
    const forget = (what: 'forgetRecordsBefore' | 'forgetCountsBefore', keptMs: number) =>
      untilNone(isStopping, () =>
        store.transaction((write) => write.requests[what](id, clock.now() - keptMs)),
      );
    removed += await forget('forgetRecordsBefore', recordsKeptMs);
    removed += await forget('forgetCountsBefore', countsKeptMs);
  }
  return removed;
}

async function sweepFiles({ store, files, clock }: SweepDeps, isStopping: () => boolean): Promise<number> {
  const before = clock.now() - fileGraceMs;
  let removed = 0;
  let old: string[] = [];
  const removeUnused = async () => {
    const used = await store.read.attachments.fileKeysInUse(old);
    for (const key of old) {
      if (isStopping()) return;
      if (used.has(key)) continue;
      await files.remove(key);
      removed += 1;
    }
    old = [];
  };
  for await (const { key, writtenAt } of files.list()) {
    if (isStopping()) break;
    if (writtenAt >= before) continue;
    old.push(key);
    if (old.length >= filesAtOnce) await removeUnused();
  }
  await removeUnused();
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
