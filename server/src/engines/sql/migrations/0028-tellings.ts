// What many people are to be told, who was told of which post or entry, and whom a scheduled entry tells. Older programs
// tell no one.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('tellings')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('place', 'text')
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tellings_pk', ['workspace_id', 'id'])
    .addUniqueConstraint('tellings_key', ['workspace_id', 'key'])
    .execute();
  await schema.createIndex('tellings_due').on('tellings').columns(['due_at']).execute();
  await schema.alterTable('mails').addColumn('about', 'text').execute();
  await schema
    .createIndex('mails_by_about')
    .on('mails')
    .columns(['workspace_id', 'about', 'id'])
    .where(sql<boolean>`about is not null`)
    .execute();
  // Notices are kept longer than other mails.
  await schema
    .createIndex('mails_ended')
    .on('mails')
    .columns(['workspace_id', 'priority', 'created_at', 'id'])
    .where(sql<boolean>`due_at is null`)
    .execute();
  await schema.alterTable('changelogs').addColumn('notify', 'text').execute();
}
