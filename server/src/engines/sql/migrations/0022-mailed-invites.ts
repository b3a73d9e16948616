// Invites that were sent by mail, and whose link no one else was shown. Older programs take them for others.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('invites')
    .addColumn('is_mailed', 'smallint' as 'integer', (c) => c.notNull().defaultTo(sql.raw('0')))
    .execute();
}
