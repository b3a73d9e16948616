// Exports that the API or the console asked for.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('exports')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('includes_ledger', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('done', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint')
    .addColumn('file_key', 'text')
    .addColumn('size', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('exports_pk', ['workspace_id', 'id'])
    .execute();
  // At most one waits or runs in a workspace. Workers look for the oldest one in here.
  await schema
    .createIndex('exports_active')
    .unique()
    .on('exports')
    .column('workspace_id')
    .where(sql<boolean>`state in ('queued', 'running')`)
    .execute();
  await schema
    .createIndex('exports_file_key')
    .unique()
    .on('exports')
    .column('file_key')
    .where(sql<boolean>`file_key is not null`)
    .execute();
}
