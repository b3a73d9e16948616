// A query builder for one connection: its statements don't take one from the pool.

import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  type Dialect as KyselyDialect,
} from 'kysely';
import type { Db, Tables } from '../tables.ts';

/** Builds statements like `db`, and runs them on the connection. It can't open a transaction. */
export function boundTo(connection: DatabaseConnection, db: Db, dialect: KyselyDialect): Db {
  const base = db.getExecutor();
  const executor = new DefaultQueryExecutor(base, base.adapter, {
    provideConnection: (consumer) => consumer(connection),
  });
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}
