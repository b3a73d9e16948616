// The engines for a test's program: embedded ones, or in the `scaled` project real servers, each program with its
// own database, Redis space and bucket. Support for another engine belongs here.

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { emptyLog } from '../../../src/engines/sql/dialects/sqlite/copy.ts';
import { databaseFile, openSqlite } from '../../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { migrate } from '../../../src/engines/sql/store.ts';
import { embeddedDatabase, type OutsideView, serverDatabase } from '../database.ts';
import { createDatabase, templateName } from './postgres.ts';
import { takeSpace } from './redis.ts';
import { makeBucket, type S3Place } from './s3.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engines of this project. */
    engines: 'embedded' | 'scaled' | 'partitioned';
    /** A cluster URL with `{}` for the database name. */
    postgresUrl: string;
    redisUrl: string;
    s3: S3Place;
  }
}

export interface TestEngines {
  dataDir: string;
  /** Environment variables for these engines; several programs may share them. */
  environment: Record<string, string>;
  database: OutsideView;
  /** The name of each stored file. */
  files(): Promise<string[]>;
  /** Path of a stored file, on disk or in the S3 double. */
  pathOfFile(key: string): string;
  close(): Promise<void>;
}

export const urlOfTest = (database: string): string => inject('postgresUrl').replace('{}', database);

export async function newEngines(): Promise<TestEngines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  if (inject('engines') !== 'embedded') return onServers(dataDir, removeData);
  await migratedSqlite(dataDir);
  return embedded(dataDir, removeData);
}

let sqliteTemplate: Promise<Buffer> | undefined;

/** Puts a migrated database into the directory. Writing a copy is faster than migrating again. */
export async function migratedSqlite(dataDir: string): Promise<void> {
  sqliteTemplate ??= makeSqliteTemplate();
  await writeFile(join(dataDir, databaseFile), await sqliteTemplate);
}

async function makeSqliteTemplate(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-template-'));
  const dialect = openSqlite(directory);
  await migrate(dialect);
  await emptyLog(dialect);
  await dialect.close();
  const bytes = await readFile(join(directory, databaseFile));
  await rm(directory, { recursive: true, force: true });
  return bytes;
}

const embedded = (dataDir: string, close: () => Promise<void>): TestEngines => ({
  dataDir,
  environment: { DATA_DIR: dataDir },
  database: embeddedDatabase(dataDir),
  files: () => filesBelow(dataDir),
  pathOfFile: (key) => join(dataDir, 'files', key.slice(0, 2), key),
  close,
});

async function onServers(dataDir: string, removeData: () => Promise<void>): Promise<TestEngines> {
  const [database, redis, bucket] = await Promise.all([
    createDatabase(urlOfTest, templateName),
    takeSpace(inject('redisUrl')),
    makeBucket(inject('s3'), `test-${randomUUID()}`),
  ]);
  return {
    dataDir,
    environment: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_POOL: '6',
      REDIS_URL: redis.url,
      ...bucket.environment,
    },
    database: serverDatabase(database.url),
    // Nodes must not store anything on their own disk.
    files: async () => [...(await bucket.held()), ...(await filesBelow(dataDir))],
    pathOfFile: (key) => bucket.pathOf(`files/${key}`),
    close: async () => {
      await Promise.all([database.drop(), redis.empty(), removeData()]);
    },
  };
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => !path.includes('earshot.db')).sort();
}
