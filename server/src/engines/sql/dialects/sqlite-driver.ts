// Kysely on the `node:sqlite` interface: one handle, used by one caller at a time.

import { setImmediate } from 'node:timers/promises';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { CommitUnanswered, type EndableConnection } from '../kernel/dialect.ts';
import type { Mutex } from './mutex.ts';
import { isBusy, isRefusedCommit } from './sqlite-errors.ts';
import type { WriteAheadLog } from './sqlite-log.ts';

const maxStatements = 500;
/** How long a write waits for another process, such as a command run next to the server. */
const busyTimeoutMs = 10_000;
const busyRetryMs = 5;
/** Statements of a transaction between mutex of the event loop. */
const statementsPerTurn = 64;
/** A commit of fewer rows takes a few milliseconds at most. */
const manyRows = 2_000;

interface Prepared {
  statement: StatementSyncInstance;
  /** Empty for a statement that returns no rows. */
  columns: string[];
}

function toObjects(rows: unknown[], columns: readonly string[]): Record<string, unknown>[] {
  return (rows as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
}

class SqliteConnection implements EndableConnection {
  readonly #handle: DatabaseSyncInstance;
  readonly #statements = new Map<string, Prepared>();
  #changedRows = 0;
  #statementsRun = 0;
  #ended: Error | undefined;

  constructor(handle: DatabaseSyncInstance) {
    this.#handle = handle;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#handle.isTransaction) await this.#yieldInTransaction();
    const { statement, columns } = this.#prepare(query.sql);
    const parameters = query.parameters;
    if (columns.length > 0) return { rows: toObjects(statement.all(...parameters), columns) as R[] };
    const { changes } = statement.run(...parameters);
    this.#changedRows += Number(changes);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** The store does its own batching; Kysely gets everything as one batch. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  begin(): void {
    this.#handle.exec('begin immediate');
    this.#changedRows = 0;
    this.#statementsRun = 0;
    this.#ended = undefined;
  }

  end(reason: Error): void {
    this.#ended = reason;
  }

  /** In the open transaction. */
  get changedRows(): number {
    return this.#changedRows;
  }

  /** Yields to the event loop, so that a long transaction can be ended. */
  async #yieldInTransaction(): Promise<void> {
    this.#statementsRun += 1;
    if (this.#statementsRun % statementsPerTurn === 0) await setImmediate();
    if (this.#ended !== undefined) throw this.#ended;
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#handle.prepare(sql);
    const columns = statement.columns().map(({ name }) => String(name));
    // Arrays take a third of the time that the engine's objects do; build the objects here, all of one shape.
    if (columns.length > 0) statement.setReturnArrays(true);
    const prepared = { statement, columns };
    if (this.#statements.size >= maxStatements) {
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
  /** Readers share the handle, since each query is one synchronous call; a transaction needs it exclusively. */
  readonly #mutex: Mutex | undefined;
  /** Undefined for read-only handles and bulk loading. */
  readonly #log: WriteAheadLog | undefined;

  constructor(handle: DatabaseSyncInstance, mutex?: Mutex, log?: WriteAheadLog) {
    this.#handle = handle;
    this.#connection = new SqliteConnection(handle);
    this.#mutex = mutex;
    this.#log = log;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex?.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex?.release();
  }

  /** Retries without blocking the event loop while another process holds the write lock. */
  async beginTransaction(): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += busyRetryMs) {
      try {
        // Roll back what a disk error left open.
        if (this.#handle.isTransaction) this.#handle.exec('rollback');
        this.#connection.begin();
        return;
      } catch (error) {
        if (!isBusy(error) || waitedMs >= busyTimeoutMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      }
    }
  }

  async commitTransaction(): Promise<void> {
    const isLarge = this.#connection.changedRows >= manyRows;
    try {
      if (isLarge && this.#log !== undefined) await this.#log.commitLarge();
      else this.#handle.exec('commit');
    } catch (error) {
      throw isRefusedCommit(error) ? error : new CommitUnanswered(error);
    }
  }

  async rollbackTransaction(): Promise<void> {
    // A failed statement may have rolled back already.
    if (this.#handle.isTransaction) this.#handle.exec('rollback');
  }

  async destroy(): Promise<void> {
    await this.#log?.idle();
    this.#handle.close();
  }
}
