// A change of very many rows, a limited number of them at a time, so that the process gets to answer others.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

const rowsAStep = 1000;

/**
 * Changes every row that matches, after which it must match no more; `key` tells the rows apart. Looks first and
 * changes then: an engine that guesses wrong how many there are would look anew for each.
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
      where ${matching} limit ${sql.lit(rowsAStep)}`.execute(db);
    if (rows.length === 0) return;
    const keys = sql.join(rows.map((row) => row.key));
    await change(sql.table(table), sql`${matching} and ${sql.ref(key)} in (${keys})`).execute(db);
    if (rows.length < rowsAStep) return;
    await setImmediate();
  }
}

/** Everything that one thing owns in a table. */
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
