// Removing everything of a post, or of a tag, without keeping the process from answering others meanwhile.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

const rowsAStep = 2000;

export async function deleteInSteps(
  db: Db,
  table: 'votes' | 'comments' | 'post_tags',
  key: 'id' | 'user_id' | 'post_id',
  workspaceId: string,
  ownerId: string,
  owner: 'post_id' | 'tag_id' = 'post_id',
): Promise<void> {
  for (;;) {
    const ofOwner = sql`workspace_id = ${workspaceId} and ${sql.ref(owner)} = ${ownerId}`;
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${ofOwner} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${ofOwner} limit ${sql.lit(rowsAStep)}
      )`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(rowsAStep)) return;
    await setImmediate();
  }
}
