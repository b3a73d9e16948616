// Moves unreferenced files to the trash, and deletes them a week later. Unreferenced files are rare: if there are
// many, or the database is not the one the files were written for, then the database is wrong, and nothing is
// removed until a person confirms.

import type { Clock, Instant } from '../domain/kernel/clock.ts';
import { counted, plural } from '../domain/kernel/count.ts';
import type { Files, TrashedFile } from '../ports/files/files.ts';
import type { Store } from '../ports/store.ts';
import {
  type DatabaseMarker,
  databaseId,
  hasEntry,
  readMarker,
  updateMarker,
  writeMarker,
} from './database-marker.ts';

/** No upload takes this long, so an older file without an attachment is unreferenced. */
const fileGraceMs = 24 * 3_600_000;
export const trashKeptMs = 7 * 24 * 3_600_000;
const batchSize = 500;
const maxFailures = 10;
/** The rest waits for the next sweep. */
const maxUnnamed = 10_000;

export interface SweepFilesDeps {
  store: Store;
  files: Files;
  clock: Clock;
}

export interface SweptFiles {
  /** Moved to the trash. */
  trashed: number;
  /** Deleted: after a week in the trash, or partially written. */
  removed: number;
  /** Restored from the trash, because the database references them. */
  restored: number;
  /** Why unreferenced files were kept, and how many there are. */
  held?: HeldFiles;
}

export interface HeldFiles {
  reason: string;
  unnamed: number;
  named: number;
}

export const heldMessage = ({ reason, unnamed, named }: HeldFiles): string =>
  `Not sweeping files: ${reason}. ${counted(unnamed, 'file')} older than a day ${plural(unnamed, 'belongs', 'belong')} ` +
  `to no attachment, ${counted(named, 'file')} ${plural(named, 'does', 'do')}. If the database was lost or restored from an older backup, restore the correct one. ` +
  'If this database is correct, run "earshot sweep --force": it moves them to the trash, where they stay for 7 days.';

export interface SweepOptions {
  /** A person has confirmed that unreferenced files may go. */
  force?: boolean;
  isStopping(): boolean;
}

export async function sweepFiles(deps: SweepFilesDeps, options: SweepOptions): Promise<SweptFiles> {
  const { files } = deps;
  const { isStopping } = options;
  const swept: SweptFiles = { trashed: 0, removed: 0, restored: 0 };
  const now = await earliestNow(deps);
  const seen = await scan(deps, now - fileGraceMs, isStopping);
  if (isStopping()) return swept;
  const reason = options.force === true ? undefined : await reasonToHold(deps, seen);
  if (reason !== undefined) swept.held = { reason, unnamed: seen.unnamed.length, named: seen.named };
  await sweepTrash(deps, swept, now - trashKeptMs, isStopping);
  if (swept.held !== undefined || isStopping()) return swept;

  const failures: unknown[] = [];
  for (const keys of inBatches(seen.unnamed)) {
    const used = await deps.store.read.attachments.fileKeysInUse(keys);
    for (const key of keys) {
      if (isStopping()) return swept;
      if (used.has(key)) continue;
      try {
        if (await files.trash.put(key, now)) swept.trashed += 1;
      } catch (error) {
        // One that is too large to be copied, for example, must not keep the others. If all fail, the store is down.
        failures.push(error);
        if (failures.length >= maxFailures) throw error;
      }
    }
  }
  for (const key of seen.partial) {
    if (isStopping()) return swept;
    await files.remove(key);
    swept.removed += 1;
  }
  await updateMarker(deps, { force: options.force === true });
  if (failures.length > 0) throw failures[0];
  return swept;
}

/**
 * The earliest of three clocks: database, files and process. The first two are shared, so a process whose clock is
 * ahead does not mistake another's upload for an old file.
 */
async function earliestNow({ store, files, clock }: SweepFilesDeps): Promise<Instant> {
  for await (const _ of files.list()) {
    return Math.min(clock.now(), await store.now(), (await files.now()) ?? Number.POSITIVE_INFINITY);
  }
  // `files.now()` writes a file, possibly into a directory that does not exist yet.
  return Math.min(clock.now(), await store.now());
}

interface Seen {
  named: number;
  /** Keys of complete, unreferenced files written before the given time. */
  unnamed: string[];
  newestUnnamedAt: Instant;
  partial: string[];
}

async function scan(
  { store, files }: SweepFilesDeps,
  before: Instant,
  isStopping: () => boolean,
): Promise<Seen> {
  const seen: Seen = { named: 0, unnamed: [], newestUnnamedAt: 0, partial: [] };
  let batch: { key: string; writtenAt: Instant; isWhole: boolean }[] = [];
  const classify = async () => {
    const used = await store.read.attachments.fileKeysInUse(batch.map(({ key }) => key));
    for (const { key, writtenAt, isWhole } of batch) {
      if (used.has(key)) seen.named += isWhole ? 1 : 0;
      else if (writtenAt >= before) continue;
      else if (!isWhole) seen.partial.push(key);
      else {
        seen.unnamed.push(key);
        seen.newestUnnamedAt = Math.max(seen.newestUnnamedAt, writtenAt);
      }
    }
    batch = [];
  };
  for await (const file of files.list()) {
    if (isStopping() || seen.unnamed.length + seen.partial.length >= maxUnnamed) break;
    batch.push(file);
    if (batch.length >= batchSize) await classify();
  }
  await classify();
  const unnamed = new Set(seen.unnamed);
  seen.partial = seen.partial.filter((key) => !unnamed.has(key));
  return seen;
}

/** Evidence that the database is missing references; undefined if none. */
async function reasonToHold(deps: SweepFilesDeps, seen: Seen): Promise<string | undefined> {
  const { store, files } = deps;
  const marker = await readMarker(files);
  if (marker.entry !== undefined && !(await hasEntry(store, marker.entry)))
    return 'the database is not the one these files were last swept for, or an older copy of it';
  if (seen.unnamed.length === 0) return undefined;
  const lastChange = await store.read.workspaces.lastChanged();
  const reason = suspicion(seen, marker, lastChange?.revision ?? 0);
  const heldFor = await databaseId(store);
  if (reason !== undefined && marker.heldFor !== heldFor) await writeMarker(files, { ...marker, heldFor });
  if (reason === undefined && marker.heldFor === heldFor)
    return 'the database referenced too few files earlier, and no one has confirmed it yet';
  return reason;
}

function suspicion(
  { named, unnamed, newestUnnamedAt }: Seen,
  { entry }: DatabaseMarker,
  lastChangeAt: Instant,
) {
  if (named === 0) return 'the database references none of the files';
  if (unnamed.length > named) return 'the database references less than half of the files';
  if (entry === undefined && newestUnnamedAt > lastChangeAt)
    return 'files were written after the last change in the database';
  return undefined;
}

/** Restores referenced files; deletes the rest after the retention time. */
async function sweepTrash(
  { store, files }: SweepFilesDeps,
  swept: SweptFiles,
  before: Instant,
  isStopping: () => boolean,
): Promise<void> {
  const classify = async (batch: TrashedFile[]) => {
    const used = await store.read.attachments.fileKeysInUse(batch.map(({ key }) => key));
    for (const file of batch) {
      if (isStopping()) return;
      if (used.has(file.key)) {
        await files.trash.restore(file);
        swept.restored += 1;
      } else if (swept.held === undefined && file.trashedAt <= before) {
        await files.trash.remove(file);
        swept.removed += 1;
      }
    }
  };
  const batch: TrashedFile[] = [];
  for await (const file of files.trash.list()) {
    batch.push(file);
    if (batch.length >= batchSize) await classify(batch.splice(0));
  }
  await classify(batch);
}

function* inBatches(keys: readonly string[]): Iterable<string[]> {
  for (let from = 0; from < keys.length; from += batchSize) yield keys.slice(from, from + batchSize);
}
