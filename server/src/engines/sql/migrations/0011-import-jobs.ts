// Imports as jobs: uploads, dry runs, previews, and undoing. Older programs know the states `running`, `finished` and
// `failed` only, and insert rows without the new columns.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const added = [
    ['is_dry_run', 'smallint' as 'integer', '0'],
    ['attempts', 'integer', '0'],
    ['mapping', 'text', `'{"columns":{},"statuses":{}}'`],
    ['files', 'text', `'[]'`],
  ] as const;
  // SQLite adds one column at a time.
  for (const [name, type, value] of added)
    await schema
      .alterTable('imports')
      .addColumn(name, type, (c) => c.notNull().defaultTo(sql.raw(value)))
      .execute();
  for (const [name, type] of [
    ['preview', 'text'],
    ['error', 'text'],
    ['undone', 'text'],
    ['expires_at', 'bigint'],
  ] as const)
    await schema.alterTable('imports').addColumn(name, type).execute();
  // At most one is active in a workspace.
  await schema.dropIndex('imports_running').execute();
  await schema
    .createIndex('imports_active')
    .unique()
    .on('imports')
    .column('workspace_id')
    .where(sql<boolean>`state in ('queued', 'running', 'undoing')`)
    .execute();
}
