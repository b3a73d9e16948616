// Finds a text within stored JSON. No index supports that, so the table is read in short key ranges, yielding to the
// event loop in between.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../tables.ts';

const rowsAStep = 200;

/** Whether the column's JSON contains the text as a complete string. */
export const mentions = (column: string, text: string): RawBuilder<SqlBool> => {
  const written = JSON.stringify(text);
  const pattern = `%${written.replaceAll(/[%_!]/g, '!$&')}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`;
};

/** The key ranges of the workspace's idempotency records: after `after`, up to and including `upTo`. */
export async function* keyWindows(
  db: Db,
  workspaceId: string,
): AsyncIterable<{ after: string; upTo: string }> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('workspace_id', '=', workspaceId)
      .where('key', '>', after)
      .orderBy('key')
      .limit(rowsAStep)
      .execute();
    const upTo = rows.at(-1)?.key;
    if (upTo === undefined) return;
    yield { after, upTo };
    if (rows.length < rowsAStep) return;
    after = upTo;
    await setImmediate();
  }
}
