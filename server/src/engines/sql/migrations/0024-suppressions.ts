// Who gets no mail, and what their hashes are made with. Older programs know neither, and send no mail.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_keys')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mail_keys_pk', ['workspace_id'])
    .execute();
  await schema
    .createTable('suppressions')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('suppressions_pk', ['workspace_id', 'id'])
    .addUniqueConstraint('suppressions_hash', ['workspace_id', 'hash', 'scope'])
    .execute();
  await schema
    .createIndex('suppressions_by_created')
    .on('suppressions')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute();
}
