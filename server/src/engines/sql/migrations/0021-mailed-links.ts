// Links that sign visitors in by mail. Until one is opened, nothing says whose address it is. Older programs know none.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mailed_links')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('return_to', 'text', (c) => c.notNull())
    .addColumn('held_post_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('mailed_links_pk', ['workspace_id', 'hash'])
    .execute();
  // Those of an address are ended together; all of them are swept by age.
  await schema
    .createIndex('mailed_links_by_email')
    .on('mailed_links')
    .columns(['workspace_id', 'email_key'])
    .execute();
  await schema.createIndex('mailed_links_by_age').on('mailed_links').column('expires_at').execute();
}
