// A database file opened only to read it: a live one, next to its server, or a copy in a backup, which is left without
// any trace.

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db, Tables } from '../../kernel/tables.ts';
import { SqliteReader } from './driver.ts';

export interface ReadOnlyFile {
  reads: Db;
  /** Runs everything on the same connection. */
  handle: DatabaseSyncInstance;
  close(): void;
}

/** How long a read waits for a process that recovers the log. */
const busyTimeoutMs = 10_000;

export function readFileOnly(path: string): ReadOnlyFile {
  const handle = new DatabaseSync(path, { readOnly: true });
  handle.exec(`pragma busy_timeout = ${busyTimeoutMs}; pragma temp_store = memory`);
  const reads = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ReadingDriver(new SqliteReader(handle)),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { reads, handle, close: () => handle.close() };
}

class ReadingDriver implements Driver {
  readonly #reader: SqliteReader;

  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#reader;
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error('This database is only read.');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {}
}
