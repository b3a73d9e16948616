// The steps of a restore: check every digest while copying beside the installation, bring the copy up to date, advance
// its counters, and only then put it in place. What was there before is moved aside, never deleted.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { moveFiles } from '../../app/files/moving-files.ts';
import {
  databaseFiles,
  isEmbedded,
  openRestored,
  requireEmptyServer,
  requireRestorable,
  restoredFile,
  restoreServer,
  sealRestored,
} from '../../compose/backup.ts';
import { claimInstallation, openDatabase, openFiles } from '../../compose/engines.ts';
import type { Config, Environment } from '../../config.ts';
import {
  absentFiles,
  advanceAfter,
  type BackupManifest,
  revisionMarginMs,
  slowAdvanceAfter,
} from '../../domain/files/backup.ts';
import { type Clock, parseInstant, toIso } from '../../domain/kernel/clock.ts';
import { counted } from '../../domain/kernel/count.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { idMinter } from '../../domain/kernel/id.ts';
import { diskFiles, syncDirectory } from '../../engines/files/disk.ts';
import { inScratch } from '../../engines/files/scratch.ts';
import type { CopiedDatabase } from '../../engines/sql/kernel/database-copy.ts';
import type { Dialect } from '../../engines/sql/kernel/dialect.ts';
import { countPresentRows } from '../../engines/sql/move/copy.ts';
import { advanceCounters } from '../../engines/sql/restore/advance.ts';
import { migrate, toFailure } from '../../engines/sql/store.ts';
import type { StoredBackup } from '../../ports/files/backup-place.ts';
import type { Files } from '../../ports/files/files.ts';
import { systemErrorOf, systemReason } from '../command.ts';
import { fileProblem, filesIn, partProblem, readManifest } from './backup-reading.ts';
import { type Move, undoable } from './undoable.ts';

export interface RestoreOrder {
  backup: StoredBackup;
  config: Config;
  environment: Environment;
  /** Move an existing installation aside. */
  force: boolean;
  clock: Clock;
  onFiles(done: number, total: number): void;
  /** Ends the restore before the backup is in place, and puts back what was there before. */
  signal?: AbortSignal;
}

export interface Restored {
  manifest: BackupManifest;
  /** Where the old data is; undefined if there was none. */
  aside: string | undefined;
}

export async function restore(order: RestoreOrder): Promise<Restored> {
  try {
    return await restoreChecked(order);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') order.signal?.throwIfAborted();
    const cause = systemErrorOf(error);
    if (cause === undefined) throw error;
    throw conflict(
      `The restore from "${order.backup.description}" failed: ${systemReason(cause)}. What was there before is in place.`,
    );
  }
}

async function restoreChecked(order: RestoreOrder): Promise<Restored> {
  const { backup, config } = order;
  const manifest = await readManifest(backup);
  await requireRestorable(config, manifest);
  const claim = claimInstallation(config);
  if (claim === undefined)
    throw conflict(`A process is at work in the data directory "${config.dataDir}". Stop it first.`);
  try {
    if (!order.force) await requireEmpty(config);
    const problem = await partProblem(backup, manifest.list);
    if (problem !== undefined) throw conflict(`The backup is damaged: ${problem}. Nothing was touched.`);
    const aside = await withStaging(config, (staging) => inPlace(order, manifest, staging));
    return { manifest, aside };
  } finally {
    claim.release();
  }
}

async function requireEmpty(config: Config): Promise<void> {
  await requireEmptyServer(config);
  const present = await presentIn(config);
  if (present.length === 0) return;
  throw conflict(
    `There is an installation in "${config.dataDir}" already. Restore into an empty directory, or use --force to move ` +
      'it aside.',
  );
}

/** What a restore would replace in the data directory. */
async function presentIn(config: Config): Promise<string[]> {
  const { dataDir, s3 } = config;
  const names = new Set(await readdir(dataDir).catch(() => []));
  // Files come first: a directory of its own file system can't be moved, and then nothing is.
  const ours = [...(s3 === undefined ? ['files'] : []), ...(isEmbedded(config) ? databaseFiles : [])];
  const found = ours.filter((name) => names.has(name));
  // An empty directory of files is made by a start that failed.
  const isBare =
    found.length === 1 && found[0] === 'files' && (await readdir(join(dataDir, 'files'))).length === 0;
  return isBare ? [] : found;
}

/** In the data directory, so that the last step is a rename. Removed whatever happens. */
async function withStaging<T>({ dataDir }: Config, work: (staging: string) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return inScratch(dataDir, 'restore', work);
}

async function inPlace(
  order: RestoreOrder,
  manifest: BackupManifest,
  staging: string,
): Promise<string | undefined> {
  const { config, clock } = order;
  const path = isEmbedded(config) ? restoredFile(staging) : join(staging, manifest.database.name);
  await fetchDatabase(order, manifest, path);
  const name = `before-restore-${toIso(clock.now()).replaceAll(/[:.]/g, '').toLowerCase()}`;
  if (!isEmbedded(config)) return restoreOnServer(order, manifest, path, name);
  const dialect = openRestored(staging);
  await prepared(dialect, order, manifest, sealRestored);
  if (config.s3 === undefined) await fetchFiles(order, manifest, diskFiles(join(staging, 'files')));
  else await fetchFiles(order, manifest, openFiles(config));
  order.signal?.throwIfAborted();
  return undoable(join(config.dataDir, name), async (move) => {
    const aside = await setAside(config, name, move);
    // The database comes last: with it, this is an installation.
    await place(staging, config, ['files', ...databaseFiles.slice(0, 1)], move);
    return aside;
  });
}

/** On a server, every digest is checked before the first change, since the database can't be staged. */
async function restoreOnServer(
  order: RestoreOrder,
  manifest: BackupManifest,
  path: string,
  name: string,
): Promise<string | undefined> {
  const { config, environment, backup, force } = order;
  const absent = absentFiles(manifest);
  for await (const file of filesIn(backup)) {
    const problem = await fileProblem(backup, file);
    if (problem !== undefined && !absent.has(file.fileKey))
      throw conflict(`The backup is damaged: the file ${file.fileKey} is ${problem}. Nothing was touched.`);
  }
  // Files come first: with the database, this is an installation.
  const staging = dirname(path);
  await fetchFiles(
    order,
    manifest,
    config.s3 === undefined ? diskFiles(join(staging, 'files')) : openFiles(config),
  );
  const schema = name.replaceAll('-', '_');
  return undoable(join(config.dataDir, name), async (move) => {
    const directory = config.s3 === undefined ? await setAside(config, name, move) : undefined;
    if (config.s3 === undefined) await place(staging, config, ['files'], move);
    order.signal?.throwIfAborted();
    const isAside = await restoreServer(config, {
      path,
      setAside: force ? schema : undefined,
      environment,
      signal: order.signal,
      check: (restored) => requireRows(restored, manifest),
      // A process that found the old counters here would give out numbers again that clients know.
      prepare: async () => prepared(await openDatabase(config, 'serve'), order, manifest),
    });
    return isAside
      ? `the schema "${schema}"${directory === undefined ? '' : ` and ${directory}`}`
      : directory;
  });
}

async function requireRows(restored: CopiedDatabase, { rows }: BackupManifest): Promise<void> {
  const found: Record<string, number | undefined> = await countPresentRows(restored);
  for (const [table, count] of Object.entries(rows))
    if (found[table] !== count)
      throw conflict(`The restored table ${table} has ${found[table] ?? 0} rows instead of ${count}.`);
}

async function fetchDatabase(
  { backup, signal }: RestoreOrder,
  { database }: BackupManifest,
  path: string,
): Promise<void> {
  const bytes = await backup.read(database.name);
  if (bytes === undefined) throw conflict(`The backup is damaged: it has no ${database.name}.`);
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(bytes, hashed, file, { ...(signal && { signal }) });
  if (hash.digest('hex') !== database.sha256)
    throw conflict(
      `The backup is damaged: the SHA-256 of ${database.name} is another one. Nothing was touched.`,
    );
}

/** Migrates the database and advances its counters. Closes it. */
async function prepared(
  dialect: Dialect,
  { clock }: Pick<RestoreOrder, 'clock'>,
  { createdAt, files }: BackupManifest,
  finish: (dialect: Dialect) => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await migrate(dialect);
    const now = clock.now();
    const mintId = idMinter(clock, 'live');
    const elapsedMs = now - (parseInstant(createdAt) ?? now);
    await advanceCounters(dialect, {
      by: advanceAfter(elapsedMs),
      slowBy: slowAdvanceAfter(elapsedMs),
      revision: now + revisionMarginMs,
      now,
      mintEventId: () => mintId('event'),
      deletedFiles: files.deleted ?? [],
    });
    await finish(dialect);
  } catch (error) {
    throw toFailure(dialect, error);
  } finally {
    await dialect.close();
  }
}

/** Every file is compared with its SHA-256 before it is kept. */
async function fetchFiles(order: RestoreOrder, manifest: BackupManifest, to: Files): Promise<void> {
  const absent = absentFiles(manifest);
  const { lost } = await moveFiles({
    from: order.backup.files,
    to,
    wanted: () => filesIn(order.backup),
    onProgress: (done) => {
      order.signal?.throwIfAborted();
      order.onFiles(done, manifest.files.count);
    },
    comparesBytes: true,
  });
  const damaged = lost.filter((key) => !absent.has(key));
  if (damaged.length === 0) return;
  throw conflict(
    `The backup is damaged: ${counted(damaged.length, 'file')}, such as ${damaged[0]}, missing or with another SHA-256.`,
  );
}

/** Moves what would be replaced; undefined if there is nothing. */
async function setAside(config: Config, name: string, move: Move): Promise<string | undefined> {
  const present = await presentIn(config);
  if (present.length === 0) return undefined;
  const aside = join(config.dataDir, name);
  await mkdir(aside, { mode: 0o700 });
  for (const file of present) await move(join(config.dataDir, file), join(aside, file));
  return aside;
}

async function place(
  staging: string,
  { dataDir }: Config,
  names: readonly string[],
  move: Move,
): Promise<void> {
  const present = new Set(await readdir(staging));
  for (const name of names.filter((each) => present.has(each))) {
    // What is left there is an empty directory, or nothing.
    if (name === 'files') await rmdir(join(dataDir, name)).catch(() => undefined);
    await move(join(staging, name), join(dataDir, name));
  }
  await syncDirectory(dataDir);
}
