// Kysely on the `node:sqlite` interface: a connection that reads, and one that writes, used by one caller at a time.

import { setImmediate } from 'node:timers/promises';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { Transactable } from '../../kernel/dialect.ts';
import { isBusy } from './errors.ts';
import { SqliteGroups } from './groups.ts';
import type { WriteAheadLog } from './log.ts';
import type { Lock } from './mutex.ts';
import { ReadBatches } from './read-batches.ts';

const maxStatements = 500;
/** How long a write waits for another process, such as a command run next to the server. */
const busyTimeoutMs = 10_000;
const busyRetryMs = 5;
/** Statements of a transaction between turns of the event loop. */
const statementsPerTurn = 64;

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

abstract class SqliteConnection implements DatabaseConnection {
  protected readonly handle: DatabaseSyncInstance;
  readonly #statements = new Map<string, Prepared>();

  constructor(handle: DatabaseSyncInstance) {
    this.handle = handle;
  }

  abstract executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>;

  /** The store does its own batching; Kysely gets everything as one batch. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  protected run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, columns } = this.#prepare(sql);
    if (columns.length > 0) return { rows: toObjects(statement.all(...parameters), columns) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.handle.prepare(sql);
    const columns = statement.columns().map(({ name }) => String(name));
    // The engine's own objects are hash tables, with 1,200 bytes for a row of twelve columns; those of one shape have 460.
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

/**
 * Readers share a connection, since each query is one synchronous call. The queries of one turn of the event loop run
 * back to back, after all requests of the turn were read: each step then finds its code and data in the processor's
 * caches, which takes a third off the time of a read under load.
 */
export class SqliteReader extends SqliteConnection {
  readonly #batches = new ReadBatches();

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#batches.turn();
    return this.run(query);
  }
}

/** The one connection that writes. Its user must hold the mutex. */
export class SqliteWriter extends SqliteConnection implements Transactable {
  /** Undefined for bulk loading, where nothing waits for the disk. */
  readonly #log: WriteAheadLog | undefined;
  readonly #groups: SqliteGroups;
  #isInTransaction = false;
  #isAlone = false;
  #statementsRun = 0;
  #ended: Error | undefined;
  /** Of the first statement that failed. */
  #failure: { reason: unknown } | undefined;
  /** The last statement that waits; those after it wait, too. */
  #delayed: Promise<unknown> | undefined;

  constructor(handle: DatabaseSyncInstance, log?: WriteAheadLog) {
    super(handle);
    this.#log = log;
    this.#groups = new SqliteGroups(handle, () => log?.noteCommit());
  }

  get outcome(): Promise<void> {
    return this.#groups.outcome;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isInTransaction) return this.#runAlone(query);
    this.#statementsRun += 1;
    // So that a long transaction can be ended.
    const mustYield = this.#statementsRun % statementsPerTurn === 0;
    if (this.#delayed === undefined && !mustYield && this.#tryEnter()) return this.#runWithin(query);
    return this.#runDelayed(query, mustYield);
  }

  #runWithin<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.run(query);
    } catch (reason) {
      this.#failure = { reason };
      throw reason;
    }
  }

  /** Keeps the order: statements that are started meanwhile run later. */
  async #runDelayed<R>(query: CompiledQuery, mustYield: boolean): Promise<QueryResult<R>> {
    const before = this.#delayed;
    const run = async () => {
      await before;
      if (mustYield) await setImmediate();
      if (!this.#tryEnter()) await this.#enter();
      return this.#runWithin<R>(query);
    };
    const running = run();
    const settled = running.catch(() => undefined);
    this.#delayed = settled;
    try {
      return await running;
    } finally {
      if (this.#delayed === settled) this.#delayed = undefined;
    }
  }

  /** The engine's transaction begins with the first statement. */
  async begin(isAlone: boolean): Promise<void> {
    this.#log?.requireIntact();
    this.#isInTransaction = true;
    this.#isAlone = isAlone;
    this.#statementsRun = 0;
    this.#ended = undefined;
    this.#failure = undefined;
  }

  end(reason: Error): void {
    this.#ended = reason;
  }

  async commit(): Promise<void> {
    if (this.#delayed !== undefined) await this.#delayed;
    if (this.#failure !== undefined) throw this.#failure.reason;
    this.#groups.commit(this.#isAlone);
    this.#isInTransaction = false;
  }

  async rollback(): Promise<void> {
    if (this.#delayed !== undefined) await this.#delayed;
    this.#isInTransaction = false;
    this.#groups.rollback();
  }

  /** Commits the transactions that have ended, for work that is not one of them. */
  commitOpen(): void {
    this.#groups.close();
  }

  /** A statement outside of a transaction commits itself. */
  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#log?.requireIntact();
    const result = this.run<R>(query);
    this.#log?.noteCommit();
    await this.#log?.durable();
    return result;
  }

  /** Retries without blocking the event loop while another process holds the write lock. */
  async #enter(): Promise<void> {
    for (let waitedMs = busyRetryMs; ; waitedMs += busyRetryMs) {
      await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
      if (this.#tryEnter(waitedMs >= busyTimeoutMs)) return;
    }
  }

  /** False if another process writes. Throws if the transaction is over. */
  #tryEnter(isLastTry = false): boolean {
    if (this.#ended !== undefined) throw this.#ended;
    if (this.#failure !== undefined) throw this.#failure.reason;
    try {
      this.#groups.enter(this.#isAlone);
      return true;
    } catch (error) {
      if (isBusy(error) && !isLastTry) return false;
      this.#failure = { reason: error };
      throw error;
    }
  }
}

/** For Kysely's own transactions, as in migrations: they are on disk when they end. */
export class SqliteDriver implements Driver {
  readonly #writer: SqliteWriter;
  readonly #lock: Lock;
  readonly #log: WriteAheadLog | undefined;

  constructor(writer: SqliteWriter, lock: Lock, log?: WriteAheadLog) {
    this.#writer = writer;
    this.#lock = lock;
    this.#log = log;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire();
    return this.#writer;
  }

  async releaseConnection(): Promise<void> {
    this.#lock.release();
  }

  async beginTransaction(): Promise<void> {
    await this.#writer.begin(true);
  }

  async commitTransaction(): Promise<void> {
    await this.#writer.commit();
    await this.#log?.durable();
  }

  async rollbackTransaction(): Promise<void> {
    await this.#writer.rollback();
  }

  async destroy(): Promise<void> {}
}
