// Checks an installation, next to its server, or a backup: one finding per check, whatever the others found. Nothing is
// changed, and no table or file is held in memory.

import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inspectCopy, inspectDatabase, knownSchema } from '../../compose/backup.ts';
import { openFiles } from '../../compose/engines.ts';
import type { Config } from '../../config.ts';
import { absentFiles, type BackedUpFile, type BackupManifest } from '../../domain/files/backup.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { counted, grouped } from '../../domain/kernel/count.ts';
import { type Finding, failed, ok, Problems, warning } from '../../domain/kernel/finding.ts';
import { newScratch } from '../../engines/files/scratch.ts';
import { attachmentReader } from '../../engines/sql/files/attachments.ts';
import type { Inspected } from '../../engines/sql/kernel/inspection.ts';
import { appliedIn } from '../../engines/sql/migrations/schema-version.ts';
import { attachedFiles, countPresentRows } from '../../engines/sql/move/copy.ts';
import { unfinishedMessage } from '../../engines/sql/restore/unfinished.ts';
import { checks } from '../../engines/sql/verify/checks.ts';
import type { StoredBackup } from '../../ports/files/backup-place.ts';
import type { Files } from '../../ports/files/files.ts';
import { systemErrorOf, systemReason } from '../command.ts';
import { fileProblem, filesIn, partProblem, readManifest } from './backup-reading.ts';

export async function* verifyInstallation(config: Config, clock: Clock): AsyncGenerator<Finding> {
  const inspected = await inspectDatabase(config);
  try {
    if (inspected.isUnfinished) yield failed('restore', unfinishedMessage);
    yield* verifyDatabase(inspected, olderInstallation);
    const files = openFiles(config);
    yield await attempted('files', () => checkFiles(files, inspected));
    yield await attempted('unreferenced files', () => checkUnreferenced(files, inspected, clock));
  } finally {
    await inspected.close();
  }
}

export async function* verifyBackup(backup: StoredBackup): AsyncGenerator<Finding> {
  const manifest = await readManifest(backup);
  yield ok('manifest', `made ${manifest.createdAt} by Earshot ${manifest.program} on ${manifest.engine}`);
  const parts = new Problems();
  for (const part of [manifest.database, manifest.list]) {
    const problem = await partProblem(backup, part);
    if (problem !== undefined) parts.add(problem);
  }
  const finding = parts.toFinding(
    'parts',
    `${grouped(manifest.database.size + manifest.list.size)} bytes as expected`,
  );
  yield finding;
  if (finding.status === 'failed') return;
  yield* verifyCopy(backup, manifest);
  yield await attempted('files', () => checkBackedUpFiles(backup, manifest));
}

async function* verifyCopy(backup: StoredBackup, manifest: BackupManifest): AsyncGenerator<Finding> {
  const { path, remove } = await localDatabase(backup, manifest);
  try {
    const inspected = inspectCopy(manifest, path);
    if (inspected === undefined) {
      yield ok('database', `a dump of ${manifest.engine}: restore it to check its rows`);
      return;
    }
    try {
      yield* verifyDatabase(inspected, olderBackup);
      yield await attempted('rows', () => checkRows(inspected, manifest));
    } finally {
      await inspected.close();
    }
  } finally {
    await remove();
  }
}

/** The database as a file: that of the backup, which reading does not change, or a copy of it. */
async function localDatabase({ pathOf, read }: StoredBackup, { database }: BackupManifest) {
  if (pathOf !== undefined) return { path: pathOf(database.name), remove: async () => undefined };
  const { directory, remove } = await newScratch(tmpdir(), 'verify');
  const path = join(directory, database.name);
  try {
    const bytes = await read(database.name);
    if (bytes !== undefined) await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What a schema of an older version means, given the migrations that it lacks. */
type OlderSchema = (pending: string) => Finding;

const olderInstallation: OlderSchema = (pending) =>
  failed('schema', `of an older version; run "earshot migrate": ${pending}`);
const olderBackup: OlderSchema = (pending) =>
  warning('schema', `of an older version, so not every check is made; a restore migrates it: ${pending}`);

async function* verifyDatabase(inspected: Inspected, older: OlderSchema): AsyncGenerator<Finding> {
  const schema = await attempted('schema', () => checkSchema(inspected, older));
  yield schema;
  if (schema.status === 'failed') return;
  yield await attempted('integrity', async () => {
    const problems = new Problems();
    for await (const problem of inspected.integrity()) problems.add(problem);
    return problems.toFinding('integrity', `${inspected.engine} finds no damage`);
  });
  yield await attempted('references', async () => {
    const problems = new Problems();
    for await (const { table, parent, count } of inspected.brokenReferences())
      problems.add(`${counted(count, 'row')} of ${table} without ${parent}`);
    return problems.toFinding('references', 'every foreign key leads to a row');
  });
  // The other checks are written for the current schema.
  if (schema.status === 'warning') return;
  for (const [name, check] of Object.entries(checks))
    yield await attempted(name, async () => {
      const problems = new Problems();
      let rows = 0;
      for await (const problem of check(inspected.reads)) {
        rows += 1;
        if (problem !== undefined) problems.add(problem);
      }
      return problems.toFinding(name, `${counted(rows, 'row')} as expected`);
    });
  for (const table of ['posts', 'users', 'texts'] as const) yield* checkIndex(inspected, table);
}

async function checkSchema({ reads }: Inspected, older: OlderSchema): Promise<Finding> {
  const [applied, known] = [await appliedIn(reads), await knownSchema()];
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) return failed('schema', `made by a newer version of Earshot: ${newer.join(', ')}`);
  const pending = known.filter((name) => !applied.includes(name));
  if (pending.length > 0) return older(pending.join(', '));
  return ok('schema', `all ${known.length} migrations`);
}

const indexNames = {
  posts: 'search index of posts',
  users: 'search index of people',
  texts: 'search index of texts',
};

async function* checkIndex(
  { searchIndex }: Inspected,
  table: keyof typeof indexNames,
): AsyncGenerator<Finding> {
  if (searchIndex === undefined) return;
  const name = indexNames[table];
  yield await attempted(name, async () => {
    const { rows, unindexed, isSame } = await searchIndex(table);
    if (unindexed > 0) return failed(name, `${counted(unindexed, 'row')} of ${table} not indexed`);
    return isSame
      ? ok(name, `${counted(rows, 'row')} as expected`)
      : failed(name, `the index does not hold the words of ${table}`);
  });
}

async function checkRows(inspected: Inspected, { rows }: BackupManifest): Promise<Finding> {
  const problems = new Problems();
  const found: Record<string, number | undefined> = await countPresentRows(inspected);
  for (const [table, count] of Object.entries(rows))
    if (found[table] !== count) problems.add(`${table} has ${found[table] ?? 0} rows instead of ${count}`);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return problems.toFinding('rows', `${counted(total, 'row')} as the manifest says`);
}

/** Reads every file, so that damage is found before someone needs it. */
async function checkFiles(files: Files, inspected: Inspected): Promise<Finding> {
  const problems = new Problems();
  let count = 0;
  for await (const file of attachedFiles(inspected)) {
    count += 1;
    const problem = await fileProblem({ files }, file);
    // A post may have been deleted meanwhile, and its files with it.
    if (problem !== undefined && (await isNamed(inspected, file)))
      problems.add(`${file.fileKey} is ${problem}`);
  }
  return problems.toFinding('files', `${counted(count, 'file')} with the right SHA-256`);
}

const isNamed = async ({ reads }: Inspected, { fileKey }: BackedUpFile): Promise<boolean> =>
  (await attachmentReader(reads).fileKeysInUse([fileKey])).has(fileKey);

/** The sweeper moves them to the trash after a day, so older ones mean that it does not run or holds back. */
const unreferencedForMs = 26 * 3_600_000;
const keysAtOnce = 500;

async function checkUnreferenced(files: Files, { reads }: Inspected, clock: Clock): Promise<Finding> {
  const problems = new Problems();
  const before = clock.now() - unreferencedForMs;
  let [count, batch] = [0, [] as string[]];
  const look = async () => {
    const used = await attachmentReader(reads).fileKeysInUse(batch);
    for (const key of batch) if (!used.has(key)) problems.add(`${key} belongs to no attachment`);
    batch = [];
  };
  for await (const { key, writtenAt } of files.list()) {
    count += 1;
    if (writtenAt < before) batch.push(key);
    if (batch.length >= keysAtOnce) await look();
  }
  await look();
  return problems.toFinding('unreferenced files', `none among ${counted(count, 'stored file')}`);
}

async function checkBackedUpFiles(backup: StoredBackup, manifest: BackupManifest): Promise<Finding> {
  const problems = new Problems();
  const absent = absentFiles(manifest);
  const missing = manifest.files.missing.length;
  let count = 0;
  for await (const file of filesIn(backup)) {
    count += 1;
    const problem = await fileProblem(backup, file);
    if (problem !== undefined && !absent.has(file.fileKey)) problems.add(`${file.fileKey} is ${problem}`);
  }
  let stored = 0;
  for await (const _ of backup.files.list()) stored += 1;
  const extra = stored - (count - absent.size);
  if (extra > 0) problems.add(`${counted(extra, 'file')} that the backup does not list`);
  const without = missing === 0 ? '' : `; ${grouped(missing)} were missing when the backup was made`;
  return problems.toFinding(
    'files',
    `${counted(count - absent.size, 'file')} with the right SHA-256${without}`,
  );
}

/** A check that cannot be finished has failed; the others still run. */
async function attempted(check: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    const cause = systemErrorOf(error);
    if (cause === undefined) throw error;
    return failed(check, systemReason(cause));
  }
}
