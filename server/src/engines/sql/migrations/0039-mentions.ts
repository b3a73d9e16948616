// Which members notes mention. Without foreign keys: an earlier version that removes a post or a comment knows nothing
// of it, and whatever reads a mention reads its comment as well.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mentions')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('comment_id', 'text', (c) => c.notNull())
    .addColumn('member_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('mentions_pk', ['workspace_id', 'comment_id', 'member_id'])
    .execute();
  await schema.createIndex('mentions_by_post').on('mentions').columns(['workspace_id', 'post_id']).execute();
}
