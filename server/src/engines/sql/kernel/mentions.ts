// Finding a text within stored JSON. No index can answer that, so the table is read in short stretches of its
// key, and between two of them the process gets to answer others.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './tables.ts';

const rowsAStep = 200;

/** Whether the text is a whole string somewhere in the column's JSON. */
export const mentions = (column: string, text: string): RawBuilder<SqlBool> => {
  const written = JSON.stringify(text);
  const pattern = `%${written.replaceAll(/[%_!]/g, '!$&')}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`;
};

/** The workspace's kept answers in the order of their keys, a stretch at a time: those past `after`, up to `upTo`. */
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
