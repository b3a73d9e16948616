// Chooses engines for backups: how a database is copied, restored and inspected, and where backups are kept.

import { basename, dirname, join } from 'node:path';
import { type Config, ConfigError, type Environment, readConfig } from '../config.ts';
import type { BackupManifest } from '../domain/files/backup.ts';
import { conflict } from '../domain/kernel/failure.ts';
import { bucketShelf } from '../engines/files/backup-bucket.ts';
import { directoryShelf } from '../engines/files/backup-directory.ts';
import type { PostgresRestore } from '../engines/sql/dialects/postgres/copy.ts';
import { copySqlite, emptyLog } from '../engines/sql/dialects/sqlite/copy.ts';
import { inspectSqlite } from '../engines/sql/dialects/sqlite/inspection.ts';
import { memoryClaims } from '../engines/sql/dialects/sqlite/memory-claims.ts';
import { databaseFile, hasDatabase, openSqlite } from '../engines/sql/dialects/sqlite/sqlite.ts';
import { sqliteSearches } from '../engines/sql/dialects/sqlite/text/search.ts';
import type { CopiedDatabase, CopyProgress } from '../engines/sql/kernel/database-copy.ts';
import type { Dialect } from '../engines/sql/kernel/dialect.ts';
import type { Inspected } from '../engines/sql/kernel/inspection.ts';
import { knownMigrations, noInstallation } from '../engines/sql/migrations/schema-version.ts';
import { CannotServe } from '../http/edge/listening.ts';
import type { BackupShelf, StoredBackup } from '../ports/files/backup-place.ts';
import { inDirectory } from './engines.ts';

const engines = { embedded: 'SQLite', server: 'PostgreSQL' };
const parts = { embedded: 'database.db', server: 'database.dump' };

const kindOf = ({ database }: Config) => (database === undefined ? 'embedded' : 'server');

/** The name of the part of a backup that holds the database. */
export const databasePart = (config: Config): string => parts[kindOf(config)];

/** Copies the database while it is used, and looks at the copied state. */
export async function copyDatabase<T>(
  config: Config,
  progress: CopyProgress,
  look: (copy: CopiedDatabase) => Promise<T>,
): Promise<T> {
  const { database, dataDir } = config;
  if (database === undefined) {
    if (!inDirectory(dataDir, () => hasDatabase(dataDir))) throw noInstallation();
    return copySqlite(dataDir, progress, look);
  }
  const { copyPostgres } = await import('../engines/sql/dialects/postgres/copy.ts');
  return copyPostgres(database, progress, look);
}

/** Opens the live database only to read it. */
export async function inspectDatabase({ database, dataDir }: Config): Promise<Inspected> {
  if (database === undefined) {
    if (!inDirectory(dataDir, () => hasDatabase(dataDir))) throw noInstallation();
    return inDirectory(dataDir, () => inspectSqlite(join(dataDir, databaseFile)));
  }
  const { inspectPostgres } = await import('../engines/sql/dialects/postgres/inspection.ts');
  try {
    return await inspectPostgres(database);
  } catch (error) {
    throw new CannotServe(
      `The database cannot be used: ${error instanceof Error ? error.message : 'no reason given'}`,
    );
  }
}

/** Opens the database in a backup; undefined if only a server could read it. */
export const inspectCopy = ({ engine }: BackupManifest, path: string): Inspected | undefined =>
  engine === engines.embedded ? inspectSqlite(path) : undefined;

/** The migrations that this program knows; the same for every engine. */
export const knownSchema = (): Promise<string[]> =>
  knownMigrations({ search: sqliteSearches, claims: memoryClaims() });

/** Fails unless the backup fits the configured database and this program. */
export async function requireRestorable(config: Config, { engine, schema }: BackupManifest): Promise<void> {
  const known = await knownSchema();
  if (schema.some((name) => !known.includes(name))) {
    throw conflict(
      'The backup was made by a newer version of Earshot, with a schema that this one does not know: use that version.',
    );
  }
  if (engine === engines[kindOf(config)]) return;
  throw conflict(
    `The backup is of ${engine}, and this installation is configured for ${engines[kindOf(config)]}: restore it with ` +
      `${engine} first, then run "earshot move".`,
  );
}

/** Whether the database file of a directory has to be replaced; a server's database is restored as a whole. */
export const isEmbedded = (config: Config): boolean => kindOf(config) === 'embedded';

/** Opens a restored database file in a directory of its own. */
export const openRestored = (directory: string): Dialect => openSqlite(directory);

/** Makes the restored database one file, which can be moved. */
export const sealRestored: (dialect: Dialect) => Promise<void> = emptyLog;

/** Where `openRestored` expects the file. */
export const restoredFile = (directory: string): string => join(directory, databaseFile);

/** Fails if there is something in a server's database. */
export async function requireEmptyServer({ database }: Config): Promise<void> {
  if (database === undefined) return;
  const { requireEmptyPostgres } = await import('../engines/sql/dialects/postgres/copy.ts');
  await requireEmptyPostgres(database);
}

/** Restores a dump into a server's database; whether something was set aside. */
export async function restoreServer({ database }: Config, restore: PostgresRestore): Promise<boolean> {
  if (database === undefined) throw new Error('There is no server to restore into.');
  const { restorePostgres } = await import('../engines/sql/dialects/postgres/copy.ts');
  return restorePostgres(database, restore);
}

/** The files that make up a database in a directory; the first is enough for one that is not open. */
export const databaseFiles: readonly string[] = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`];

const bucketOptions: Record<string, string> = {
  endpoint: 'S3_ENDPOINT',
  region: 'S3_REGION',
  forcePathStyle: 'S3_FORCE_PATH_STYLE',
};

const isBucketUrl = (place: string): boolean => /^s3:/i.test(place);

/** A directory or `s3://BUCKET/PREFIX` that holds backups. */
export function shelfAt(place: string, environment: Environment): BackupShelf {
  if (!isBucketUrl(place)) return directoryShelf(place);
  const { settings, folder } = bucketAt(place, environment);
  return bucketShelf(settings, folder);
}

/** One backup in a directory or bucket. */
export function backupAt(place: string, environment: Environment): StoredBackup {
  if (!isBucketUrl(place)) return directoryShelf(dirname(place)).open(basename(place));
  const { settings, folder } = bucketAt(place, environment);
  const [, parent = '', name = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(folder) ?? [];
  if (name === '')
    throw new ConfigError([`"${place}" names a bucket, but no backup in it.`], 'That is not a backup');
  return bucketShelf(settings, parent).open(name);
}

function bucketAt(place: string, environment: Environment) {
  const mistakes: string[] = [];
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url === undefined || url.hostname === '' || url.hash !== '')
    mistakes.push('A bucket is s3://BUCKET/PREFIX, with ?endpoint=… and &region=… where they are needed.');
  if (url !== undefined && (url.username !== '' || url.password !== '' || url.port !== ''))
    mistakes.push('A bucket takes no credentials: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const options: Record<string, string> = {};
  for (const [name, value] of url?.searchParams ?? []) {
    const variable = bucketOptions[name];
    if (variable === undefined) mistakes.push(`A bucket has no option "${name}".`);
    else options[variable] = value;
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes, 'The place for the backup is wrong');
  const { s3 } = readConfig({ ...environment, S3_BUCKET: url?.hostname, ...options });
  if (s3 === undefined) throw new Error('A bucket without settings.');
  return { settings: s3, folder: decodeURIComponent(url?.pathname ?? '').replace(/^\/+|\/+$/g, '') };
}
