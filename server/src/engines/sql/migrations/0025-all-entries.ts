// Who is told of every changelog entry. An earlier version adds people who are not.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('mail_settings')
    .addColumn('all_entries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('mail_settings_subscribers')
    .on('mail_settings')
    .columns(['workspace_id', 'user_id'])
    .where(sql<boolean>`all_entries = 1`)
    .execute();
}
