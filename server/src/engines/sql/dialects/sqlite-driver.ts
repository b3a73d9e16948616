// Kysely on the `node:sqlite` interface: one handle, used by one piece of work at a time.

import { setImmediate } from 'node:timers/promises';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { CommitUnanswered, type EndableConnection } from '../kernel/dialect.ts';
import type { Mutex } from './mutex.ts';
import { isBusy, isRefusedCommit } from './sqlite-errors.ts';
import type { WriteAheadLog } from './sqlite-log.ts';

const statementsKept = 500;
/** How long a write waits for another process (the command line beside a server) to finish its own. */
const busyForMs = 10_000;
const busyStepMs = 5;
/** So many statements of a transaction run before the process gets to do something else. */
const statementsAStep = 64;
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
    if (this.#handle.isTransaction) await this.#nextInTransaction();
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

  /** Without a turn of the event loop in between, nobody could end a long transaction. */
  async #nextInTransaction(): Promise<void> {
    this.#statementsRun += 1;
    if (this.#statementsRun % statementsAStep === 0) await setImmediate();
    if (this.#ended !== undefined) throw this.#ended;
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
        // One that a failing disk kept from being undone is undone now.
        if (this.#handle.isTransaction) this.#handle.exec('rollback');
        this.#connection.begin();
        return;
      } catch (error) {
        if (!isBusy(error) || waitedMs >= busyForMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, busyStepMs));
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
    // A failed statement may have ended the transaction already.
    if (this.#handle.isTransaction) this.#handle.exec('rollback');
  }

  async destroy(): Promise<void> {
    await this.#log?.idle();
    this.#handle.close();
  }
}
