// Puts files that nothing names into the trash, and removes them from there a week later. Files without a name are rare:
// when there are many, or the database is not the one that the files were written for, it is the database that is
// wrong. Then nothing is removed until a person says so.

import type { Clock, Instant } from '../domain/clock.ts';
import type { Files, TrashedFile } from '../ports/files.ts';
import type { Store } from '../ports/store.ts';
import {
  hasEntry,
  nameOfDatabase,
  readWitness,
  rememberDatabase,
  type Witness,
  writeWitness,
} from './witness.ts';

/** No upload takes this long, so an older file without an attachment is nobody's. */
const fileGraceMs = 24 * 3_600_000;
export const trashKeptMs = 7 * 24 * 3_600_000;
const filesAtOnce = 500;
/** The rest is left for the next time. */
const maxUnnamed = 10_000;

export interface SweepFilesDeps {
  store: Store;
  files: Files;
  clock: Clock;
}

export interface SweptFiles {
  /** Put into the trash. */
  trashed: number;
  /** Removed for good: a week in the trash, or left half-written. */
  removed: number;
  /** Taken back from the trash, because the database names them. */
  restored: number;
  /** Why files that nothing names were left alone, and how many they are. */
  held?: HeldFiles;
}

export interface HeldFiles {
  reason: string;
  unnamed: number;
  named: number;
}

export const heldMessage = ({ reason, unnamed, named }: HeldFiles): string =>
  `Not sweeping files: ${reason}. ${unnamed} files older than a day are not named by any attachment, ` +
  `${named} files are. If the database was lost or restored from an older backup, restore the right one. ` +
  'If this database is right, run "earshot sweep --force": it moves them to the trash, where they stay for 7 days.';

export interface SweepOptions {
  /** Somebody has looked: what the database does not name may go. */
  force?: boolean;
  isStopping(): boolean;
}

export async function sweepFiles(deps: SweepFilesDeps, options: SweepOptions): Promise<SweptFiles> {
  const { files } = deps;
  const { isStopping } = options;
  const swept: SweptFiles = { trashed: 0, removed: 0, restored: 0 };
  const now = await earliestNow(deps);
  const seen = await lookThrough(deps, now - fileGraceMs, isStopping);
  if (isStopping()) return swept;
  const reason = options.force === true ? undefined : await reasonToHold(deps, seen);
  if (reason !== undefined) swept.held = { reason, unnamed: seen.unnamed.length, named: seen.named };
  await sweepTrash(deps, swept, now - trashKeptMs, isStopping);
  if (swept.held !== undefined || isStopping()) return swept;

  for (const keys of inGroups(seen.unnamed)) {
    const used = await deps.store.read.attachments.fileKeysInUse(keys);
    for (const key of keys) {
      if (isStopping()) return swept;
      if (!used.has(key) && (await files.trash.put(key, now))) swept.trashed += 1;
    }
  }
  for (const key of seen.halfWritten) {
    if (isStopping()) return swept;
    await files.remove(key);
    swept.removed += 1;
  }
  await rememberDatabase(deps, { force: options.force === true });
  return swept;
}

/**
 * By the clock that is furthest behind, of the database, the files and this process: the other two are the same for
 * every process, so that none whose clock is ahead takes another's upload for an old file.
 */
async function earliestNow({ store, files, clock }: SweepFilesDeps): Promise<Instant> {
  for await (const _ of files.list()) {
    return Math.min(clock.now(), await store.now(), (await files.now()) ?? Number.POSITIVE_INFINITY);
  }
  // Asking the clock of the files writes a file where there may be none yet.
  return Math.min(clock.now(), await store.now());
}

interface Seen {
  named: number;
  /** Keys of whole files that nothing names, all written before the given time. */
  unnamed: string[];
  newestUnnamedAt: Instant;
  halfWritten: string[];
}

async function lookThrough(
  { store, files }: SweepFilesDeps,
  before: Instant,
  isStopping: () => boolean,
): Promise<Seen> {
  const seen: Seen = { named: 0, unnamed: [], newestUnnamedAt: 0, halfWritten: [] };
  let group: { key: string; writtenAt: Instant; isWhole: boolean }[] = [];
  const judge = async () => {
    const used = await store.read.attachments.fileKeysInUse(group.map(({ key }) => key));
    for (const { key, writtenAt, isWhole } of group) {
      if (used.has(key)) seen.named += isWhole ? 1 : 0;
      else if (writtenAt >= before) continue;
      else if (!isWhole) seen.halfWritten.push(key);
      else {
        seen.unnamed.push(key);
        seen.newestUnnamedAt = Math.max(seen.newestUnnamedAt, writtenAt);
      }
    }
    group = [];
  };
  for await (const file of files.list()) {
    if (isStopping() || seen.unnamed.length + seen.halfWritten.length >= maxUnnamed) break;
    group.push(file);
    if (group.length >= filesAtOnce) await judge();
  }
  await judge();
  const unnamed = new Set(seen.unnamed);
  seen.halfWritten = seen.halfWritten.filter((key) => !unnamed.has(key));
  return seen;
}

/** What says that the database lacks what it should name; undefined when nothing does. */
async function reasonToHold(deps: SweepFilesDeps, seen: Seen): Promise<string | undefined> {
  const { store, files } = deps;
  const witness = await readWitness(files);
  if (witness.entry !== undefined && !(await hasEntry(store, witness.entry)))
    return 'the database is not the one these files were last swept for, or an older copy of it';
  if (seen.unnamed.length === 0) return undefined;
  const lastChange = await store.read.workspaces.lastChanged();
  const reason = suspicion(seen, witness, lastChange?.revision ?? 0);
  const heldFor = await nameOfDatabase(store);
  if (reason !== undefined && witness.heldFor !== heldFor) await writeWitness(files, { ...witness, heldFor });
  if (reason === undefined && witness.heldFor === heldFor)
    return 'the database named too few of the files earlier, and nobody has said yet that it may';
  return reason;
}

function suspicion({ named, unnamed, newestUnnamedAt }: Seen, { entry }: Witness, lastChangeAt: Instant) {
  if (named === 0) return 'the database names none of the files';
  if (unnamed.length > named) return 'the database names less than half of the files';
  if (entry === undefined && newestUnnamedAt > lastChangeAt)
    return 'files were written after the last change in the database';
  return undefined;
}

/** What the database names comes back, whoever put it there; the rest goes once it has lain there long enough. */
async function sweepTrash(
  { store, files }: SweepFilesDeps,
  swept: SweptFiles,
  before: Instant,
  isStopping: () => boolean,
): Promise<void> {
  const judge = async (group: TrashedFile[]) => {
    const used = await store.read.attachments.fileKeysInUse(group.map(({ key }) => key));
    for (const file of group) {
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
  const group: TrashedFile[] = [];
  for await (const file of files.trash.list()) {
    group.push(file);
    if (group.length >= filesAtOnce) await judge(group.splice(0));
  }
  await judge(group);
}

function* inGroups(keys: readonly string[]): Iterable<string[]> {
  for (let from = 0; from < keys.length; from += filesAtOnce) yield keys.slice(from, from + filesAtOnce);
}
