// Marks a PostgreSQL database from before a restore fills it until its counters are advanced: whoever served in between
// would give out numbers again that clients know. The mark is a table that no dump has, so `pg_restore` leaves it alone,
// and it goes with the schema. On SQLite a restore is put in place by a rename, so there is nothing to mark.

import { sql } from 'kysely';
import { conflict } from '../../../domain/kernel/failure.ts';
import type { Db } from '../kernel/tables.ts';

export const unfinishedMark = 'unfinished_restore';

export const unfinishedMessage =
  'A restore into this database was interrupted. Run "earshot restore --force" with the backup again. What was there ' +
  'before is in a schema whose name begins with "before_restore".';

export const markUnfinished = (db: Db, schema: string): Promise<unknown> =>
  sql`create table if not exists ${sql.id(schema, unfinishedMark)} ()`.execute(db);

/** In the transaction that makes the database ready to be used. */
export const removeMark = (db: Db): Promise<unknown> =>
  sql`drop table if exists ${sql.id(unfinishedMark)}`.execute(db);

/** Only on PostgreSQL. */
export async function isUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from pg_class
    where relnamespace = current_schema()::regnamespace and relname = ${unfinishedMark}`.execute(db);
  return rows[0]?.count !== 0;
}

export async function refuseUnfinished(db: Db): Promise<void> {
  if (await isUnfinished(db)) throw conflict(unfinishedMessage);
}
