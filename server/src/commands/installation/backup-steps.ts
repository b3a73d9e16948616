// The steps of a backup: copy the database, then the files that it names, and write the manifest last. If a step fails,
// nothing is left.

import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MovedFiles, moveFiles } from '../../app/files/moving-files.ts';
import { copyDatabase, databasePart, inspectDatabase } from '../../compose/backup.ts';
import { openFiles } from '../../compose/engines.ts';
import { type Config, type Environment, version } from '../../config.ts';
import {
  absentFiles,
  type BackedUpFile,
  type BackupManifest,
  type BackupPart,
  backupFormat,
  fileLine,
  fileListName,
} from '../../domain/files/backup.ts';
import { type Clock, toIso } from '../../domain/kernel/clock.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import { pathOfFile } from '../../engines/files/disk.ts';
import { inScratch } from '../../engines/files/scratch.ts';
import { attachmentReader } from '../../engines/sql/files/attachments.ts';
import type { CopiedDatabase } from '../../engines/sql/kernel/database-copy.ts';
import { appliedIn } from '../../engines/sql/migrations/schema-version.ts';
import { attachedFiles, countPresentRows } from '../../engines/sql/move/copy.ts';
import type { BackupDraft, BackupShelf, StoredBackup } from '../../ports/files/backup-place.ts';
import { systemErrorOf, systemReason } from '../command.ts';
import { digestOf, filesIn, manifestText, readManifest } from './backup-reading.ts';

export interface BackupWatch {
  onDatabase(done: number, total: number): void;
  onFiles(done: number, total: number): void;
}

export interface BackupOrder {
  config: Config;
  environment: Environment;
  shelf: BackupShelf;
  name: string;
  clock: Clock;
  watch: BackupWatch;
  /** Called with the draft, so that it can be discarded when the process has to stop. */
  onDraft?(draft: BackupDraft): void;
}

export async function makeBackup(order: BackupOrder): Promise<BackupManifest> {
  const { shelf, name } = order;
  return drafted(shelf, name, order, async (draft) => {
    if (draft.pathOf !== undefined) return fill(draft, draft.pathOf, order);
    return inScratch(tmpdir(), 'backup', async (scratch) => {
      const manifest = await fill(draft, (part) => join(scratch, part), order);
      for (const { name: part } of [manifest.database, manifest.list])
        await draft.write(part, createReadStream(join(scratch, part)));
      return manifest;
    });
  });
}

/** Copies a complete backup to another shelf. */
export async function copyBackup(
  from: StoredBackup,
  order: Pick<BackupOrder, 'shelf' | 'name' | 'watch' | 'onDraft'>,
): Promise<BackupManifest> {
  const manifest = await readManifest(from);
  return drafted(order.shelf, order.name, order, async (draft) => {
    for (const { name: part } of [manifest.database, manifest.list]) {
      const bytes = await from.read(part);
      if (bytes === undefined) throw conflict(`The backup has no "${part}".`);
      await draft.write(part, bytes);
    }
    const absent = absentFiles(manifest);
    const { lost } = await moveFiles({
      from: from.files,
      to: draft.files,
      wanted: () => filesIn(from),
      onProgress: (done) => order.watch.onFiles(done, manifest.files.count),
    });
    if (lost.some((key) => !absent.has(key))) throw conflict('A file of the backup is missing or damaged.');
    return manifest;
  });
}

/** Finishes the draft with the manifest that the work returns, or discards it. */
async function drafted(
  shelf: BackupShelf,
  name: string,
  { onDraft }: Pick<BackupOrder, 'onDraft'>,
  work: (draft: BackupDraft) => Promise<BackupManifest>,
): Promise<BackupManifest> {
  const draft = await shelf.draft(name).catch((error: unknown) => {
    throw readable(error, shelf);
  });
  onDraft?.(draft);
  try {
    const manifest = await work(draft);
    await draft.finish(manifestText(manifest));
    return manifest;
  } catch (error) {
    // The first error counts. What is left has no manifest, so it can't be taken for a backup.
    await draft.discard().catch(() => undefined);
    throw readable(error, shelf);
  }
}

/** System and engine errors, above all a full disk, as one sentence. Bugs stay as they are. */
function readable(error: unknown, { description }: BackupShelf): unknown {
  const cause = systemErrorOf(error);
  if (cause === undefined) return error;
  return conflict(`The backup to "${description}" failed: ${systemReason(cause)}. Nothing of it was kept.`);
}

async function fill(
  draft: BackupDraft,
  pathOf: (part: string) => string,
  { config, environment, clock, watch }: BackupOrder,
): Promise<BackupManifest> {
  const createdAt = toIso(clock.now());
  const databasePath = pathOf(databasePart(config));
  const listPath = pathOf(fileListName);
  const progress = { path: databasePath, onProgress: watch.onDatabase, environment };
  const copied = await copyDatabase(config, progress, (copy) => describe(copy, listPath));
  const moved = await copyFiles(draft, config, listPath, copied.files, watch);
  return {
    format: backupFormat,
    program: version,
    engine: copied.engine,
    schema: copied.schema,
    createdAt,
    rows: copied.rows,
    database: await partAt(databasePath, databasePart(config)),
    list: await partAt(listPath, fileListName),
    files: { count: copied.files, bytes: copied.bytes, ...(await lostFiles(config, moved.lost)) },
  };
}

/** Files of posts that were deleted after the database was copied are not missing. */
async function lostFiles(config: Config, lost: readonly string[]) {
  if (lost.length === 0) return { missing: [], deleted: [] };
  const inspected = await inspectDatabase(config);
  try {
    const named = await attachmentReader(inspected.reads).fileKeysInUse(lost);
    return {
      missing: lost.filter((key) => named.has(key)),
      deleted: lost.filter((key) => !named.has(key)),
    };
  } finally {
    await inspected.close();
  }
}

/** Counts the rows of the copied state, and lists its files. */
async function describe(copy: CopiedDatabase, listPath: string) {
  const list = await open(listPath, 'wx', 0o600);
  let [files, bytes] = [0, 0];
  try {
    for await (const file of attachedFiles(copy)) {
      await list.write(fileLine(file));
      files += 1;
      bytes += file.size;
    }
    await list.sync();
  } finally {
    await list.close();
  }
  const schema = await appliedIn(copy.reads);
  return { engine: copy.engine, schema, rows: await countPresentRows(copy), files, bytes };
}

function copyFiles(
  draft: BackupDraft,
  config: Config,
  listPath: string,
  total: number,
  watch: BackupWatch,
): Promise<MovedFiles> {
  const { link } = draft;
  const isOnDisk = config.s3 === undefined;
  const linked = ({ fileKey }: BackedUpFile) =>
    link?.(fileKey, pathOfFile(join(config.dataDir, 'files'), fileKey)) ?? Promise.resolve(false);
  return moveFiles({
    from: openFiles(config),
    to: draft.files,
    wanted: () => filesIn({ read: async () => createReadStream(listPath) }),
    onProgress: (done) => watch.onFiles(done, total),
    link: isOnDisk && link !== undefined ? linked : undefined,
  });
}

async function partAt(path: string, name: string): Promise<BackupPart> {
  const { size } = await stat(path);
  return { name, size, sha256: await digestOf(createReadStream(path)) };
}
