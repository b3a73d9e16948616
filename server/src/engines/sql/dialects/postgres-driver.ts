// Kysely on a pool of the `pg` driver. Statements that come again are prepared once a connection.

import type { CompiledQuery, Driver, QueryResult } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import { CommitUnanswered, type EndableConnection } from '../kernel/dialect.ts';
import type { StatementNames } from './postgres-statements.ts';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Limits of the server's that hold for one transaction; milliseconds each. */
export interface TransactionSettings {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

export class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #begin: string;

  constructor(pool: Pool, names: StatementNames, settings: Partial<TransactionSettings> = {}) {
    this.#pool = pool;
    this.#names = names;
    // In one message with the begin, and for one transaction, so that they hold behind any pooler.
    const local = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`);
    this.#begin = [begin, ...local].join('; ');
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#names);
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin(this.#begin);
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const command = await connection.run('commit').catch((error: unknown) => {
      throw isRefusal(error) ? error : new CommitUnanswered(error);
    });
    // The server's answer when a statement had failed, and somebody went on as if it had not.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements failed.');
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** Whatever the database's own default is: the store's promises are made for this level. */
const begin = 'begin isolation level read committed';

class PostgresConnection implements EndableConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #isBroken = false;
  #last: Promise<unknown> = Promise.resolve();
  #ended: Error | undefined;
  /** Rejects when the open transaction is ended. */
  #ending: Promise<never> | undefined;
  #giveUp: (reason: Error) => void = () => undefined;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names.of(sql);
    const { command, rowCount, rows } = await this.#inTurn(() =>
      this.#client.query({ text: sql, values: parameters.map(toText), ...(name !== undefined && { name }) }),
    );
    if (!changing.has(command)) return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** The store reads in batches of its own; for Kysely's interface the whole answer is one batch. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  /** Resolves with the server's word for what it did. */
  async run(statement: string): Promise<string> {
    return (await this.#inTurn(() => this.#client.query(statement))).command;
  }

  async begin(statements: string): Promise<void> {
    await this.run(statements);
    this.#ending = new Promise((_, reject) => {
      this.#giveUp = reject;
    });
    this.#ending.catch(() => undefined);
  }

  end(reason: Error): void {
    this.#ended ??= reason;
    this.#giveUp(reason);
  }

  /** On a connection that is given up there is nothing to undo: the server does so when it finds it closed. */
  async rollback(): Promise<void> {
    await this.#last;
    if (this.#isBroken) return;
    await this.#client.query('rollback').catch(() => {
      this.#isBroken = true;
    });
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Work that asks several things of one transaction at once: the connection takes one at a time. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(() => this.#ask(ask));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw this.#ended;
    try {
      return await (this.#ending === undefined ? ask() : Promise.race([ask(), this.#ending]));
    } catch (error) {
      // Not the server's word but the lack of it: what it was asked may still be under way there.
      if (!(error instanceof pg.DatabaseError)) this.#isBroken = true;
      throw error;
    }
  }
}

/** A broken constraint or a lost race. Any other error at a commit may have come after it took effect. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:23|40001$|40P01$)/.test(error.code ?? '');

/** The engine refuses NUL in texts. None is ever stored, so that a search for one must only find nothing. */
const toText = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
