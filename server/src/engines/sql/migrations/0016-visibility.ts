// What visitors of the public site see. Older programs neither read nor write these columns: what they write stays with
// the team.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  /** A column whose rows all start with the same value. SQLite adds one column at a time. */
  const add = (table: string, name: string, type: 'text' | 'bigint' | 'smallint', value: string) =>
    schema
      .alterTable(table)
      .addColumn(name, type as 'integer', (c) => c.notNull().defaultTo(sql.raw(value)))
      .execute();

  await add('posts', 'visibility', 'text', `'internal'`);
  await add('posts', 'public_comments_count', 'bigint', '0');
  await schema.alterTable('posts').addColumn('public_updated_at', 'bigint').execute();
  await add('comments', 'is_public', 'smallint', '0');
  await add('comments', 'is_from_team', 'smallint', '0');
  await add('comments', 'is_answer', 'smallint', '0');
  await schema.alterTable('comments').addColumn('account_id', 'text').execute();
  await add('status_changes', 'is_public', 'smallint', '0');
  await add('tags', 'is_public', 'smallint', '0');
  await add('workspaces', 'public_revision', 'bigint', '0');

  // A workspace may have few public posts among very many.
  await schema
    .createIndex('posts_by_public')
    .on('posts')
    .columns(['workspace_id', 'status_id', 'post_type_id', 'id'])
    .where(sql<boolean>`visibility = 'public'`)
    .execute();
  await schema
    .createIndex('comments_by_public')
    .on('comments')
    .columns(['workspace_id', 'post_id', 'created_at', 'id'])
    .where(sql<boolean>`is_public = 1`)
    .execute();
}
