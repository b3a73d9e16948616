// SQLite, the embedded engine: one handle for reads, one for writes. A commit is on disk when it returns.

import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  Kysely,
  type Dialect as KyselyDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { Failure } from '../../../domain/failure.ts';
import type { Dialect, Locks, Purpose } from '../kernel/dialect.ts';
import type { Tables } from '../kernel/tables.ts';
import { memoryClaims } from './memory-claims.ts';
import { Mutex } from './mutex.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { classify, isBusy } from './sqlite-errors.ts';
import { WriteAheadLog } from './sqlite-log.ts';
import { sqliteSearches } from './sqlite-search.ts';

const databaseFile = 'earshot.db';
const readerCacheKiB = 16 * 1024;
const writerCacheKiB = 8 * 1024;

/** For bulk loading: fewer checkpoints, no foreign key checks. */
const bulkCheckpointPages = 8_000;
const bulkCacheKiB = 128 * 1024;

/** Whether the directory holds a database; throws the system's error if that is unknown. */
export const hasDatabase = (directory: string): boolean =>
  statSync(join(directory, databaseFile), { throwIfNoEntry: false }) !== undefined;

export function openSqlite(directory: string, purpose: Purpose = 'serve'): Dialect {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, databaseFile);
  const writer = openHandle(path, writerCacheKiB);
  chmodSync(path, 0o600);
  if (purpose === 'bulk') {
    writer.exec(`
      pragma synchronous = normal;
      pragma wal_autocheckpoint = ${bulkCheckpointPages};
      pragma cache_size = -${bulkCacheKiB};
      pragma foreign_keys = off;
    `);
  }
  const reader = openHandle(path, readerCacheKiB);
  reader.exec('pragma query_only = on');
  const reads = new Kysely<Tables>({ dialect: onHandle(reader) });
  const log = purpose === 'bulk' ? undefined : new WriteAheadLog(writer, path);
  const mutex = new Mutex();
  const writes = new Kysely<Tables>({ dialect: onHandle(writer, mutex, log) });
  return {
    reads,
    // Each query is one synchronous call, so reads never wait for each other.
    admission: reads,
    writes,
    width: { reads: Number.POSITIVE_INFINITY, writes: 1 },
    search: sqliteSearches,
    locks,
    claims: memoryClaims(),
    migrating: (work) => work(writes),
    // `holdDirectory` makes sure that no server runs.
    frozen: (work) => writes.transaction().execute(work),
    now: sql<number>`cast(unixepoch('now', 'subsec') * 1000 as integer)`,
    probe: prober(writes, path),
    // Reads never wait for a connection.
    metrics: async () => ({
      connections: [
        { use: 'write', busy: mutex.isHeld ? 1 : 0, idle: mutex.isHeld ? 0 : 1, waiting: mutex.waiting },
      ],
      diskBytes: { database: await sizeOf(path), log: await sizeOf(`${path}-wal`) },
    }),
    classify,
    close: async () => {
      if (purpose === 'bulk') writer.exec('pragma wal_checkpoint(full)');
      await reads.destroy();
      await writes.destroy();
      // Kysely does not close handles that were never used.
      for (const handle of [reader, writer]) if (handle.isOpen) handle.close();
    },
  };
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const probeTimeoutMs = 3_000;

/** Writes a page, and checks that the database file was not replaced. */
function prober(writes: Kysely<Tables>, path: string): () => Promise<void> {
  const opened = statSync(path);
  return async () => {
    const { dev, ino } = await stat(path);
    if (dev !== opened.dev || ino !== opened.ino)
      throw new Failure('UNAVAILABLE', 'The database file was replaced.');
    const written = sql`pragma user_version = 0`.execute(writes).then(() => undefined, ignoreBusy);
    // A writer that takes this long proves that writing works.
    await Promise.race([written, setTimeout(probeTimeoutMs, undefined, { ref: false })]);
  };
}

function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

function openHandle(path: string, cacheKiB: number): DatabaseSyncInstance {
  const handle = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  // No busy timeout: SQLite would block the event loop. The driver retries instead.
  handle.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -${cacheKiB};
    pragma temp_store = memory;
  `);
  return handle;
}

const onHandle = (handle: DatabaseSyncInstance, mutex?: Mutex, log?: WriteAheadLog): KyselyDialect => ({
  createAdapter: () => new TransactionalDdlAdapter(),
  createDriver: () => new SqliteDriver(handle, mutex, log),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/**
 * Kysely assumes that SQLite's DDL is not transactional; ours runs in `begin immediate`, which is also the
 * migration lock.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A transaction locks the whole database. */
const locks: Locks = { held: (rows) => rows, unclaimed: (rows) => rows };

/**
 * Locks the data directory for one server. The operating system releases the lock when the process dies. Undefined
 * if another process holds it.
 */
export function holdDirectory(directory: string): { release(): void } | undefined {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const handle = new DatabaseSync(join(directory, 'serve.lock'));
  try {
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => handle.close() };
}
