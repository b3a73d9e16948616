// Changes very many rows in batches, yielding to the event loop in between.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';

const rowsPerStep = 1000;

interface Steps {
  table: keyof Tables;
  workspaceId: string;
  /** Identifies a matching row. */
  key: string;
  matching: RawBuilder<unknown>;
  change(table: RawBuilder<unknown>, some: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Called after each step, with the number of its rows. */
  onChanged?(count: number): void;
}

/**
 * Changes every matching row, after which it must no longer match. Selects first and then changes, since an engine
 * that misjudges their number would scan again for each row.
 */
export async function inSteps(
  db: Db,
  { table, workspaceId, key, matching, change, onChanged }: Steps,
): Promise<void> {
  const ofWorkspace = sql`workspace_id = ${workspaceId}`;
  // An ID is enough. If it had to match as well, an engine might read all matching rows to find a step of them.
  const within = key === 'id' ? ofWorkspace : sql`${ofWorkspace} and ${matching}`;
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(key)} as "key" from ${sql.table(table)}
      where ${ofWorkspace} and ${matching} limit ${sql.lit(rowsPerStep)}`.execute(db);
    if (rows.length === 0) return;
    const keys = sql.join(rows.map((row) => row.key));
    await change(sql.table(table), sql`${within} and ${sql.ref(key)} in (${keys})`).execute(db);
    onChanged?.(rows.length);
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
  inSteps(db, {
    table,
    workspaceId,
    key,
    matching: sql`${sql.ref(owner)} = ${ownerId}`,
    change: (rows, some) => sql`delete from ${rows} where ${some}`,
  });
