// Walks a table in key order, a bounded number of rows at a time. Each step is one statement, so what it compares is
// consistent even while a server writes.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type CopiedTable, tableKeys } from '../kernel/table-keys.ts';
import type { Db } from '../kernel/tables.ts';

const rowsPerStep = 1000;

/** `columns` may refer to the row as `walked`. The key's columns are added. */
export async function* walk<Row extends object>(
  db: Db,
  table: CopiedTable,
  columns: RawBuilder<unknown>,
): AsyncGenerator<Row, void> {
  const key = tableKeys[table];
  const refs = sql.join(key.map((column) => sql.ref(column)));
  let last: (string | number)[] | undefined;
  for (;;) {
    const isAfter = last === undefined ? sql`` : sql`where (${refs}) > (${sql.join(last)})`;
    const { rows } = await sql<Row & Record<string, string | number>>`
      select ${refs}, ${columns} from (
        select * from ${sql.table(table)} ${isAfter} order by ${refs} limit ${rowsPerStep}
      ) as walked order by ${refs}`.execute(db);
    for (const row of rows) yield row as Awaited<Row>;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = key.map((column) => end[column] ?? '');
    await setImmediate();
  }
}
