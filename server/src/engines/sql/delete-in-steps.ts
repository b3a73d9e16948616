// Removing everything of a post without keeping the process from answering others meanwhile.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

const rowsAStep = 2000;

export async function deleteInSteps(
  db: Db,
  table: 'votes' | 'comments',
  key: 'id' | 'user_id',
  workspaceId: string,
  postId: string,
): Promise<void> {
  for (;;) {
    const ofPost = sql`workspace_id = ${workspaceId} and post_id = ${postId}`;
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${ofPost} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${ofPost} limit ${sql.lit(rowsAStep)}
      )`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(rowsAStep)) return;
    await setImmediate();
  }
}
