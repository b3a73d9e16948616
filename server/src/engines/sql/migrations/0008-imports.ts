// Imports, and the journal of each: which object stands for which record of the source.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('imports')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('is_faithful', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('done', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('imports_pk', ['workspace_id', 'id'])
    .execute();
  await schema
    .createTable('import_objects')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('is_new', 'smallint' as 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_objects_pk', ['workspace_id', 'import_id', 'kind', 'source_id'])
    .execute();
  // At most one runs in a workspace.
  await schema
    .createIndex('imports_running')
    .unique()
    .on('imports')
    .column('workspace_id')
    .where(sql<boolean>`state = 'running'`)
    .execute();
}
