// Removes data that is no longer needed: orphaned files, expired exports, imports and ledger payloads, deliveries, mails, idempotency
// keys, request records, sessions and invites. Then the store tidies up. Ages are never measured by a clock ahead of the database's, so
// that a fast process clock deletes nothing early.

import { tidyInboxes } from '../app/team/inbox/inbox-tidying.ts';
import type { Clock, Instant } from '../domain/kernel/clock.ts';
import { idempotencyKeptMs } from '../domain/kernel/idempotency.ts';
import { noticesKeptMs } from '../domain/mail/telling.ts';
import { exportListedMs } from '../domain/porting/export.ts';
import { countsKeptMs, recordsKeptMs } from '../domain/team/request-record.ts';
import type { Files } from '../ports/files/files.ts';
import type { Store, Writer } from '../ports/store.ts';
import { type SweptFiles, sweepFiles } from './sweep-files.ts';
import { sweepImports } from './sweep-imports.ts';

export interface SweepDeps {
  store: Store;
  files: Files;
  clock: Clock;
  /** How long ledger entries keep their payload. */
  payloadsKeptMs: number;
}

export interface Swept {
  files: SweptFiles;
  /** Removed payloads; their entries stay. */
  payloads: number;
  /** Deliveries whose event is gone. */
  deliveries: number;
  /** Mails that were sent, or never will be. */
  mails: number;
  idempotencyKeys: number;
  sessions: number;
  /** Sessions and links of visitors, and the tokens they came with. */
  visitors: number;
  invites: number;
  requests: number;
  /** Inboxes whose marks became one number. */
  inboxes: number;
  /** Files of exports, and exports that are no longer listed. */
  exports: number;
  /** Files of imports, and journals of imports that can no longer be undone. */
  imports: number;
  /** Steps of the store's housekeeping. */
  tidied: number;
}

/** If aborted, leaves the rest for the next run. */
export async function sweep(
  deps: SweepDeps,
  { stopping, force = false }: { stopping?: AbortSignal; force?: boolean } = {},
): Promise<Swept> {
  const { store, clock, payloadsKeptMs } = deps;
  const isStopping = () => stopping?.aborted === true;
  // The process clock may also be slow; deleting late does no harm.
  const now = Math.min(clock.now(), await store.now());
  const forget = (which: 'idempotency' | 'sessions' | 'visitors' | 'invites', keptMs: number) =>
    untilNone(isStopping, () => store.transaction((write) => write[which].forgetBefore(now - keptMs)));
  // Files come last, because file storage may be down while the database is up.
  return {
    payloads: await cutPayloads(store, now - payloadsKeptMs, isStopping),
    deliveries: await forgetOfAll(store, isStopping, (write, id) =>
      write.deliveries.forgetBefore(id, now - payloadsKeptMs),
    ),
    mails: await forgetOfAll(store, isStopping, (write, id) =>
      write.mails.forgetBefore(id, { asked: now - payloadsKeptMs, notice: now - noticesKeptMs }),
    ),
    idempotencyKeys: await forget('idempotency', idempotencyKeptMs),
    sessions: await forget('sessions', 0),
    visitors: await forget('visitors', 0),
    invites: await forget('invites', 0),
    requests: await sweepRequests(store, now, isStopping),
    inboxes: await sweepInboxes(store, now, isStopping),
    tidied: await untilNone(isStopping, async () => Number(await store.tidy())),
    exports: await sweepExports(deps, now, isStopping),
    imports: await sweepImports(deps, now, isStopping),
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

async function forgetOfAll(
  store: Store,
  isStopping: () => boolean,
  forgetSome: (write: Writer, workspaceId: string) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (const { id } of await store.read.workspaces.list())
    removed += await untilNone(isStopping, () => store.transaction((write) => forgetSome(write, id)));
  return removed;
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

async function sweepInboxes(store: Store, now: Instant, isStopping: () => boolean): Promise<number> {
  let tidied = 0;
  for (const { id } of await store.read.workspaces.list())
    if (!isStopping()) tidied += await tidyInboxes(store, id, now);
  return tidied;
}

async function sweepExports(
  { store, files }: SweepDeps,
  now: Instant,
  isStopping: () => boolean,
): Promise<number> {
  const expired = await untilNone(isStopping, async () => {
    const some = await store.read.exports.expired(now);
    for (const { workspaceId, id } of some) {
      const found = await store.read.exports.find(workspaceId, id);
      if (found !== undefined && found.fileKey !== null) await files.remove(found.fileKey);
      await store.transaction((write) => write.exports.expire(workspaceId, id));
    }
    return some.length;
  });
  const forgotten = await untilNone(isStopping, () =>
    store.transaction((write) => write.exports.forgetBefore(now - exportListedMs)),
  );
  return expired + forgotten;
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
