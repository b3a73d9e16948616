// A statement over very many rows, a limited number of them at a time, so that the process gets to answer others.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.ts';

const rowsAStep = 1000;

/** Runs the statement until it finds no more; each time it may change as many rows as its limit says. */
export async function inSteps(
  db: Db,
  statement: (limit: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  let changed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement(sql.lit(rowsAStep)).execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < BigInt(rowsAStep)) return changed;
    await setImmediate();
  }
}

/** Everything that one thing owns in a table; `key` tells the rows of one owner apart. */
export const deleteInSteps = (
  db: Db,
  table: 'votes' | 'comments' | 'post_tags' | 'merged_votes',
  key: 'id' | 'user_id' | 'post_id',
  workspaceId: string,
  ownerId: string,
  owner: 'post_id' | 'tag_id' | 'source_id' = 'post_id',
): Promise<number> => {
  const owned = sql`workspace_id = ${workspaceId} and ${sql.ref(owner)} = ${ownerId}`;
  return inSteps(
    db,
    (limit) => sql`
      delete from ${sql.table(table)} where ${owned} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${owned} limit ${limit})`,
  );
};
