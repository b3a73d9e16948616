// SQLite: the embedded engine. One handle reads, another writes; a commit is on the disk when it returns.

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

/** For bulk loading: the log is folded into the database less often, and references are not looked up again. */
const bulkCheckpointPages = 8_000;
const bulkCacheKiB = 128 * 1024;

/** Whether there is a database in the directory; throws what the system says when it cannot tell. */
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
  const turns = new Mutex();
  const writes = new Kysely<Tables>({ dialect: onHandle(writer, turns, log) });
  return {
    reads,
    // A question is one synchronous call here: none ever waits for another.
    door: reads,
    writes,
    width: { reads: Number.POSITIVE_INFINITY, writes: 1 },
    search: sqliteSearches,
    locks,
    claims: memoryClaims(),
    migrating: (work) => work(writes),
    // That nobody serves the directory is what its lock says, see below.
    frozen: (work) => writes.transaction().execute(work),
    now: sql<number>`cast(unixepoch('now', 'subsec') * 1000 as integer)`,
    probe: prober(writes, path),
    // Reads are single synchronous calls: none of them waits for a connection.
    figures: async () => ({
      connections: [
        { use: 'write', busy: turns.isHeld ? 1 : 0, idle: turns.isHeld ? 0 : 1, waiting: turns.waiting },
      ],
      diskBytes: { database: await sizeOf(path), log: await sizeOf(`${path}-wal`) },
    }),
    classify,
    close: async () => {
      if (purpose === 'bulk') writer.exec('pragma wal_checkpoint(full)');
      await reads.destroy();
      await writes.destroy();
      // Kysely leaves alone what it was never asked to use.
      for (const handle of [reader, writer]) if (handle.isOpen) handle.close();
    },
  };
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const probedWithinMs = 3_000;

/** Writes a page that nobody reads, and looks whether the file is still where it was opened. */
function prober(writes: Kysely<Tables>, path: string): () => Promise<void> {
  const opened = statSync(path);
  return async () => {
    const { dev, ino } = await stat(path);
    if (dev !== opened.dev || ino !== opened.ino)
      throw new Failure('UNAVAILABLE', 'The database file was replaced.');
    const written = sql`pragma user_version = 0`.execute(writes).then(() => undefined, unlessBusy);
    // Whoever is writing for so long shows that it can be done.
    await Promise.race([written, setTimeout(probedWithinMs, undefined, { ref: false })]);
  };
}

function unlessBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

function openHandle(path: string, cacheKiB: number): DatabaseSyncInstance {
  const handle = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  // No busy timeout: SQLite would sleep on the event loop. The driver asks again instead.
  handle.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -${cacheKiB};
    pragma temp_store = memory;
  `);
  return handle;
}

const onHandle = (handle: DatabaseSyncInstance, turns?: Mutex, log?: WriteAheadLog): KyselyDialect => ({
  createAdapter: () => new TransactionalDdlAdapter(),
  createDriver: () => new SqliteDriver(handle, turns, log),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** Kysely is careful about SQLite's DDL; ours runs in `begin immediate`, which is also the migration lock. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A transaction has the whole database to itself. */
const locks: Locks = { held: (rows) => rows, unclaimed: (rows) => rows };

/**
 * Holds the data directory for one serving process, by a lock that the operating system lets go of when the
 * process dies, however it dies. Undefined when another process holds it.
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
