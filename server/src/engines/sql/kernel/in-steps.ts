// Changes very many rows in batches, yielding to the event loop in between.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

const rowsPerStep = 1000;

/**
 * Changes every matching row, after which it must no longer match; `key` identifies a row. Selects first and then
 * changes, since an engine that misjudges their number would scan again for each row.
 */
export async function inSteps(
  db: Db,
  table: keyof Tables,
  key: string,
  matching: RawBuilder<unknown>,
  change: (table: RawBuilder<unknown>, some: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(key)} as "key" from ${sql.table(table)}
      where ${matching} limit ${sql.lit(rowsPerStep)}`.execute(db);
    if (rows.length === 0) return;
    const keys = sql.join(rows.map((row) => row.key));
    await change(sql.table(table), sql`${matching} and ${sql.ref(key)} in (${keys})`).execute(db);
    if (rows.length < rowsPerStep) return;
    await setImmediate();
  }
}

/** Deletes all rows of one owner from a table. */
export const deleteInSteps = (
  db: Db,
  table: 'votes' | 'comments' | 'post_tags' | 'merged_votes',
  key: 'id' | 'user_id' | 'post_id',
  workspaceId: string,
  ownerId: string,
  owner: 'post_id' | 'tag_id' | 'source_id' = 'post_id',
): Promise<void> =>
  inSteps(
    db,
    table,
    key,
    sql`workspace_id = ${workspaceId} and ${sql.ref(owner)} = ${ownerId}`,
    (rows, some) => sql`delete from ${rows} where ${some}`,
  );
