// Filters of posts that are kept under a name.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('views')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('filters', 'text', (c) => c.notNull())
    .addColumn('sort_by', 'text')
    .addColumn('is_shared', 'integer', (c) => c.notNull())
    .addColumn('member_id', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('views_pk', ['workspace_id', 'id'])
    .execute();
  await schema.createIndex('views_by_name').on('views').columns(['workspace_id', 'name_key', 'id']).execute();
}
