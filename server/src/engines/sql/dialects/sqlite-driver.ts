// Kysely on the `node:sqlite` interface: one handle, used by one piece of work at a time.

import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Mutex } from './mutex.ts';
import type { WriteAheadLog } from './sqlite-log.ts';

const statementsKept = 500;
/** How long a write waits for another process (the command line beside a server) to finish its own. */
const busyForMs = 10_000;
const busyStepMs = 5;
/** A commit of fewer changed rows than this is over in a few milliseconds. */
const manyRows = 2_000;

interface Prepared {
  statement: StatementSyncInstance;
  /** None for a statement that answers no rows. */
  columns: string[];
}

function toObjects(rows: unknown[], columns: readonly string[]): Record<string, unknown>[] {
  return (rows as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
}

class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSyncInstance;
  readonly #statements = new Map<string, Prepared>();
  #changedRows = 0;

  constructor(handle: DatabaseSyncInstance) {
    this.#handle = handle;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(query.sql);
    const parameters = query.parameters;
    if (columns.length > 0) return { rows: toObjects(statement.all(...parameters), columns) as R[] };
    const { changes } = statement.run(...parameters);
    this.#changedRows += Number(changes);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** The store reads in batches of its own; for Kysely's interface the whole answer is one batch. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** How many rows were changed since it was asked last. */
  takeChangedRows(): number {
    const changed = this.#changedRows;
    this.#changedRows = 0;
    return changed;
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#handle.prepare(sql);
    const columns = statement.columns().map(({ name }) => String(name));
    // A third of the time that objects take from the engine; they are made here, all of one shape.
    if (columns.length > 0) statement.setReturnArrays(true);
    const prepared = { statement, columns };
    if (this.#statements.size >= statementsKept) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

export class SqliteDriver implements Driver {
  readonly #handle: DatabaseSyncInstance;
  readonly #connection: SqliteConnection;
  /** Readers share the handle, since every question is one synchronous call; a transaction needs it alone. */
  readonly #turns: Mutex | undefined;
  /** None where nothing is written, or nobody waits meanwhile. */
  readonly #log: WriteAheadLog | undefined;

  constructor(handle: DatabaseSyncInstance, turns?: Mutex, log?: WriteAheadLog) {
    this.#handle = handle;
    this.#connection = new SqliteConnection(handle);
    this.#turns = turns;
    this.#log = log;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns?.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#turns?.release();
  }

  /** Asks again without blocking the process while another process holds the write lock. */
  async beginTransaction(): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += busyStepMs) {
      try {
        this.#handle.exec('begin immediate');
        this.#connection.takeChangedRows();
        return;
      } catch (error) {
        if (!isBusy(error) || waitedMs >= busyForMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyStepMs));
      }
    }
  }

  async commitTransaction(): Promise<void> {
    const isLarge = this.#connection.takeChangedRows() >= manyRows;
    if (isLarge && this.#log !== undefined) await this.#log.commitLarge();
    else this.#handle.exec('commit');
  }

  async rollbackTransaction(): Promise<void> {
    // A failed statement may have ended the transaction already.
    if (this.#handle.isTransaction) this.#handle.exec('rollback');
  }

  async destroy(): Promise<void> {
    await this.#log?.settled();
    this.#handle.close();
  }
}

const sqliteBusy = 5;
const sqliteLocked = 6;

const resultCode = (error: unknown): number | undefined => {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
};

export const isBusy = (error: unknown): boolean => {
  const code = resultCode(error);
  return code === sqliteBusy || code === sqliteLocked;
};
