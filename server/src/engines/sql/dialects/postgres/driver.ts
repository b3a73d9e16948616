// Kysely on a `pg` pool. Repeated statements are prepared once per connection.

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import { CommitUnanswered, type Transactable } from '../../kernel/dialect.ts';
import type { StatementNames } from './statements.ts';

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Server timeouts for one transaction, in milliseconds. */
export interface TransactionSettings {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

export class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #begin: string;
  readonly #connections = new WeakMap<PoolClient, PostgresConnection>();

  constructor(pool: Pool, names: StatementNames, settings: Partial<TransactionSettings> = {}) {
    this.#pool = pool;
    this.#names = names;
    // `set local`, sent together with BEGIN: works behind any connection pooler.
    const local = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`);
    this.#begin = [begin, ...local].join('; ');
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return this.#connectionOf(await this.#pool.connect());
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }

  #connectionOf(client: PoolClient): PostgresConnection {
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new PostgresConnection(client, this.#names, this.#begin);
    this.#connections.set(client, connection);
    return connection;
  }
}

/** The store relies on this level, whatever the database's default is. */
const begin = 'begin isolation level read committed';

/**
 * One transaction after the other. Statements are sent immediately, without waiting for the results of earlier ones. The
 * server runs them in this order, and after a failed one, none of the same transaction.
 */
export class PostgresConnection implements DatabaseConnection, Transactable {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  readonly #begin: string;
  #isBroken = false;
  /** Ends when all that was sent is answered: answers come in order. */
  #last: Promise<unknown> = Promise.resolve();
  #ended: Error | undefined;
  /** Why the server ignores the rest of the transaction. */
  #failure: unknown;
  /** One per statement without an answer: stops waiting for it. */
  readonly #unanswered = new Set<(reason: Error) => void>();
  /** Known when `commit` or `rollback` ends. */
  readonly outcome = Promise.resolve();

  constructor(client: PoolClient, names: StatementNames, begin: string) {
    this.#client = client;
    this.#names = names;
    this.#begin = begin;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names.of(sql);
    const query = { text: sql, values: parameters.map(toText), ...(name !== undefined && { name }) };
    const { command, rowCount, rows } = await this.#send(() => this.#client.query(query));
    if (!writeCommands.has(command)) return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** The store does its own batching; Kysely gets everything as one batch. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async begin(): Promise<void> {
    await this.#command(this.#begin).catch((error: unknown) => {
      // These are several statements: the transaction may be open although a later one failed.
      this.#isBroken = true;
      throw error;
    });
  }

  async commit(): Promise<void> {
    const tag = await this.#command('commit').catch((error: unknown) => {
      throw isRefusal(error) ? error : new CommitUnanswered(error);
    });
    // The server rolls back when a failed statement was ignored.
    if (tag === 'ROLLBACK') throw this.#failure ?? new Error('The server rolled back the transaction.');
  }

  end(reason: Error): void {
    this.#ended ??= reason;
    for (const giveUp of this.#unanswered) giveUp(reason);
  }

  /** A broken connection needs no rollback: the server rolls back when it closes. */
  async rollback(): Promise<void> {
    await this.#last;
    if (this.#isBroken) return;
    await this.#client.query('rollback').catch(() => {
      this.#isBroken = true;
    });
  }

  release(): void {
    this.#ended = undefined;
    this.#failure = undefined;
    // Otherwise the pool would wait for the answers to everything that was sent.
    if (this.#isBroken) this.#client.connection.stream.destroy();
    this.#client.release(this.#isBroken);
  }

  /** Resolves with the command tag. */
  async #command(statement: string): Promise<string> {
    return (await this.#send(() => this.#client.query(statement))).command;
  }

  #send<T>(query: () => Promise<T>): Promise<T> {
    const result = this.#answerTo(query);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #answerTo<T>(query: () => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw this.#ended;
    let giveUp: (reason: Error) => void = () => undefined;
    try {
      // Not a race with one promise for the whole transaction: it would keep the rows of every statement until its end.
      return await new Promise<T>((resolve, reject) => {
        giveUp = reject;
        this.#unanswered.add(giveUp);
        query().then(resolve, reject);
      });
    } catch (error) {
      // Not an error response: the statement may still be running on the server.
      if (!(error instanceof pg.DatabaseError)) this.#isBroken = true;
      if (!isAfterFailure(error)) this.#failure ??= error;
      throw this.#failure ?? error;
    } finally {
      this.#unanswered.delete(giveUp);
    }
  }
}

/** The server ignored the statement because an earlier one of the transaction had failed. */
const isAfterFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25P02';

/**
 * A constraint violation, serialization failure or deadlock. After any other error, the commit may have succeeded.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:23|40001$|40P01$)/.test(error.code ?? '');

/** PostgreSQL rejects NUL in text. None is ever stored, so a search for one just finds nothing. */
const toText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toText);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
};
