// Kysely on a pool of the `pg` driver. Statements that come again are prepared once a connection.

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import pg, { type Pool, type PoolClient } from 'pg';
import { CommitUnanswered } from '../dialect.ts';
import type { StatementNames } from './postgres-statements.ts';

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

export class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #names: StatementNames;

  constructor(pool: Pool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#names);
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  /** Whatever the database's own default is: the store's promises are made for this level. */
  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.run('begin isolation level read committed');
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const command = await connection.run('commit').catch((error: unknown) => {
      throw isRefusal(error) ? error : new CommitUnanswered(error);
    });
    // The server's answer when a statement had failed, and somebody went on as if it had not.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements failed.');
  }

  /** On a connection that is given up there is nothing to undo: the server does so when it finds it closed. */
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    if (!connection.isBroken) await connection.run('rollback').catch(() => connection.abandon());
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #isBroken = false;
  #last: Promise<unknown> = Promise.resolve();

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

  get isBroken(): boolean {
    return this.#isBroken;
  }

  abandon(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Work that asks several things of one transaction at once: the connection takes one at a time. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(ask).catch((error: unknown) => {
      // Not the server's word but the lack of it: what it was asked may still be under way there.
      if (!(error instanceof pg.DatabaseError)) this.abandon();
      throw error;
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }
}

/** A broken constraint or a lost race. Any other error at a commit may have come after it took effect. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(?:23|40001$|40P01$)/.test(error.code ?? '');

/** The engine refuses NUL in texts. None is ever stored, so that a search for one must only find nothing. */
const toText = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
