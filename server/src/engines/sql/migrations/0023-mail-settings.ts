// What people want to be told by mail. Without a foreign key: an earlier version that removes a person knows nothing of
// it.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mail_settings')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('status_changes', 'integer', (c) => c.notNull())
    .addColumn('answers', 'integer', (c) => c.notNull())
    .addColumn('replies', 'integer', (c) => c.notNull())
    .addColumn('changelog', 'integer', (c) => c.notNull())
    .addColumn('language', 'text')
    .addPrimaryKeyConstraint('mail_settings_pk', ['workspace_id', 'user_id'])
    .execute();
}
