// SQLite, the embedded engine: one handle for reads, one for writes.

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
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { Dialect, Locks, Lookups, Purpose, WriteConnection } from '../../kernel/dialect.ts';
import { boundTo } from '../../kernel/statements/bound.ts';
import { inFewLengths } from '../../kernel/statements/in-chunks.ts';
import type { Tables } from '../../kernel/tables.ts';
import { Checkpoints } from './checkpoints.ts';
import { SqliteDriver, SqliteReader, SqliteWriter } from './driver.ts';
import { classify, isBusy } from './errors.ts';
import { WriteAheadLog } from './log.ts';
import { memoryClaims } from './memory-claims.ts';
import { type Lock, Mutex } from './mutex.ts';
import { mergeSegments, mergeSomeSegments, sqliteSearches } from './text/search.ts';

export const databaseFile = 'earshot.db';
const readerCacheKiB = 8 * 1024;
const writerCacheKiB = 4 * 1024;

/** Neither syncs nor checkpoints within a commit: `WriteAheadLog` and `Checkpoints` do both. */
const serveSettings = 'pragma synchronous = normal; pragma wal_autocheckpoint = 0';

/** For bulk loading: fewer checkpoints, no foreign key checks. */
const bulkSettings = `
  pragma synchronous = normal;
  pragma wal_autocheckpoint = 8000;
  pragma cache_size = -${128 * 1024};
  pragma foreign_keys = off;
`;

/** Whether the directory holds a database; throws the system's error if that is unknown. */
export const hasDatabase = (directory: string): boolean =>
  statSync(join(directory, databaseFile), { throwIfNoEntry: false }) !== undefined;

export function openSqlite(directory: string, purpose: Purpose = 'serve'): Dialect {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, databaseFile);
  const writerHandle = openHandle(path, writerCacheKiB);
  chmodSync(path, 0o600);
  writerHandle.exec(purpose === 'bulk' ? bulkSettings : serveSettings);
  const readerHandle = openHandle(path, readerCacheKiB);
  readerHandle.exec('pragma query_only = on');
  const mutex = new Mutex();
  const commitOpen = () => writer.commitOpen();
  /** For all who write without a transaction of the store. */
  const exclusive: Lock = {
    acquire: () => mutex.acquire().then(commitOpen),
    release: () => mutex.release(),
  };
  const log =
    purpose === 'bulk'
      ? undefined
      : openLog(path, { reader: readerHandle, writer: writerHandle }, exclusive, commitOpen);
  const writer: SqliteWriter = new SqliteWriter(writerHandle, log?.file);
  const onWriter = kyselyOn(() => new SqliteDriver(writer, exclusive, log?.file));
  const writes = new Kysely<Tables>({ dialect: onWriter });
  const reads = boundTo(new SqliteReader(readerHandle), writes, onWriter);
  const connection: WriteConnection = {
    transaction: writer,
    db: boundTo(writer, writes, onWriter),
    release: () => mutex.release(),
  };
  const connect = async () => {
    await mutex.acquire();
    return connection;
  };
  const durable = () => log?.file.durable() ?? Promise.resolve();
  return {
    reads,
    // Each query is one synchronous call, so reads never wait for each other.
    admission: reads,
    writes,
    connect,
    durable,
    width: { reads: Number.POSITIVE_INFINITY, writes: 1 },
    search: sqliteSearches,
    locks,
    lookups,
    claims: memoryClaims(),
    migrating: (work) => work(writes),
    // `holdDirectory` makes sure that no server runs.
    frozen: (work) => writes.transaction().execute(work),
    snapshot: async (work) => {
      const handle = openHandle(path, readerCacheKiB);
      try {
        handle.exec('pragma query_only = on; begin; select 1 from sqlite_master limit 1');
        return await work(boundTo(new SqliteReader(handle), writes, onWriter));
      } finally {
        handle.close();
      }
    },
    now: sql<number>`cast(unixepoch('now', 'subsec') * 1000 as integer)`,
    probe: prober({ connect, durable }, path),
    tidy: () => mergeSomeSegments(writes),
    // Reads never wait for a connection.
    metrics: async () => ({
      connections: [
        { use: 'write', busy: mutex.isHeld ? 1 : 0, idle: mutex.isHeld ? 0 : 1, waiting: mutex.waiting },
      ],
      diskBytes: { database: await sizeOf(path), log: await sizeOf(`${path}-wal`) },
    }),
    classify,
    close: async () => {
      if (writerHandle.isOpen) writer.commitOpen();
      if (purpose === 'bulk') endBulkLoad(writerHandle);
      await log?.checkpoints.close();
      await log?.file.durable().catch(() => undefined);
      for (const handle of [readerHandle, writerHandle]) if (handle.isOpen) handle.close();
      log?.file.close();
    },
  };
}

/** Commits are synced on the thread pool, and copied into the database by a worker. */
function openLog(
  path: string,
  { reader, writer }: { reader: DatabaseSyncInstance; writer: DatabaseSyncInstance },
  lock: Lock,
  commitOpen: () => void,
) {
  // Reading creates the log.
  reader.exec('select 1 from sqlite_master');
  const checkpoints = new Checkpoints(path, { reader, writer }, lock);
  return { file: new WriteAheadLog(path, () => checkpoints.startIfDue(), commitOpen), checkpoints };
}

function endBulkLoad(writer: DatabaseSyncInstance): void {
  const { changes } = writer.prepare('select total_changes() as changes').get() as { changes: number };
  if (changes > 0) mergeSegments(writer);
  writer.exec('pragma wal_checkpoint(full)');
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const probeTimeoutMs = 3_000;

/** Their newest rows are far back in the file. There are none before the first migration. */
const growing = `
  select name from sqlite_master
  where type = 'table' and name in ('workspaces', 'posts', 'votes', 'ledger')`;

/** Reads the newest rows with a new connection: the others may still have their pages in memory. */
function readAnew(path: string): void {
  const handle = new DatabaseSync(path);
  try {
    for (const { name } of handle.prepare(growing).all() as { name: string }[])
      handle.prepare(`select max(rowid) from ${name}`).get();
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    handle.close();
  }
}

/** Writes a page, reads some, and checks that the database file was not replaced. */
function prober({ connect, durable }: Pick<Dialect, 'connect' | 'durable'>, path: string) {
  const opened = statSync(path);
  const late = () => setTimeout(probeTimeoutMs, 'late' as const, { ref: false });
  const writePage = async () => {
    const { db, transaction, release } = await connect();
    try {
      await transaction.begin(true);
      await sql`pragma user_version = 0`.execute(db);
      await transaction.commit();
    } catch (error) {
      await transaction.rollback();
      if (!isBusy(error)) throw error;
    } finally {
      release();
    }
  };
  return async (): Promise<void> => {
    const { dev, ino } = await stat(path);
    if (dev !== opened.dev || ino !== opened.ino)
      throw new Failure('UNAVAILABLE', 'The database file was replaced.');
    readAnew(path);
    // A writer that takes this long proves that writing works.
    if ((await Promise.race([writePage(), late()])) === 'late') return;
    if ((await Promise.race([durable(), late()])) === 'late')
      throw new Failure('UNAVAILABLE', 'The disk does not respond.');
  };
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

const kyselyOn = (createDriver: () => SqliteDriver): KyselyDialect => ({
  createAdapter: () => new TransactionalDdlAdapter(),
  createDriver,
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

/** With a list of values, unlike a subquery, the planner prefers the index of the column. */
export const lookups: Lookups = {
  each: (_db, rows, column, values) =>
    rows.where(sql<boolean>`${sql.ref(column)} in (${sql.join(inFewLengths(values))})`).execute(),
};

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
