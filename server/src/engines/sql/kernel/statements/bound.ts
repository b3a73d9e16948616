// A query builder for one connection: its statements go straight to the driver, without the builder's own pool and
// queue, which cost as much as a small statement.

import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  type Dialect as KyselyDialect,
  type QueryResult,
} from 'kysely';
import type { Db, Tables } from '../tables.ts';

export class BoundExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;

  constructor(base: ReturnType<Db['getExecutor']>, connection: DatabaseConnection) {
    super({ compileQuery: (node, id) => base.compileQuery(node, id) }, base.adapter, {
      provideConnection: (consumer) => consumer(connection),
    });
    this.#connection = connection;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(query);
  }
}

/** Builds statements like `db`, and runs them on the connection. It can't open a transaction. */
export function boundTo(connection: DatabaseConnection, db: Db, dialect: KyselyDialect): Db {
  const executor = new BoundExecutor(db.getExecutor(), connection);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}
