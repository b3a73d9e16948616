// Mails that wait to be sent, or were, and one queue a workspace. Older programs know neither.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_queues')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('public_url', 'text', (c) => c.notNull())
    .addColumn('held_for', 'text')
    .addColumn('held_at', 'bigint')
    .addPrimaryKeyConstraint('mail_queues_pk', ['workspace_id'])
    .execute();
  await schema
    .createTable('mails')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('priority', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('address_key', 'text')
    .addColumn('user_id', 'text')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('locale', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('claim', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('mails_pk', ['workspace_id', 'id'])
    .addUniqueConstraint('mails_key', ['workspace_id', 'key'])
    .execute();
  await schema
    .createIndex('mails_due')
    .on('mails')
    .columns(['workspace_id', 'priority', 'due_at', 'id'])
    .where(sql<boolean>`due_at is not null`)
    .execute();
  await schema
    .createIndex('mails_by_state')
    .on('mails')
    .columns(['workspace_id', 'state', 'created_at', 'id'])
    .execute();
  for (const [name, column] of [
    ['user', 'user_id'],
    ['address', 'address_key'],
  ] as const)
    await schema
      .createIndex(`mails_by_${name}`)
      .on('mails')
      .columns(['workspace_id', column])
      .where(sql<boolean>`${sql.ref(column)} is not null`)
      .execute();
}
