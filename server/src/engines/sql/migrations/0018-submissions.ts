// What visitors of the public site send, who may not write, what is reported, and where votes come from. Older programs
// leave the source of a vote at its default.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('submissions')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('post_id', 'text')
    .addColumn('comment_id', 'text')
    .addColumn('parent_id', 'text')
    .addColumn('title', 'text')
    .addColumn('content', 'text')
    .addColumn('reason', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'bigint')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('submissions_pk', ['workspace_id', 'id'])
    .execute();
  await schema
    .createTable('bans')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('bans_pk', ['workspace_id', 'user_id'])
    .execute();
  await schema
    .createTable('reports')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    // The comment, or else the post.
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('reports_pk', ['workspace_id', 'id'])
    .execute();
  for (const [table, name, columns] of [
    ['submissions', 'created', ['created_at', 'id']],
    ['submissions', 'state', ['state', 'created_at', 'id']],
    ['submissions', 'user', ['user_id', 'created_at', 'id']],
    ['submissions', 'post', ['post_id']],
    ['bans', 'created', ['created_at', 'user_id']],
    ['reports', 'created', ['created_at', 'id']],
    ['reports', 'post', ['post_id']],
    ['reports', 'object', ['object_id']],
  ] as const)
    await schema
      .createIndex(`${table}_by_${name}`)
      .on(table)
      .columns(['workspace_id', ...columns])
      .execute();
  await schema
    .createIndex('reports_by_user')
    .unique()
    .on('reports')
    .columns(['workspace_id', 'user_id', 'object_id'])
    .execute();

  for (const table of ['votes', 'merged_votes'])
    await schema
      .alterTable(table)
      .addColumn('source', 'text', (c) => c.notNull().defaultTo('api'))
      .execute();
  // Most votes of a large workspace come through the API, so they need no index by source.
  await schema
    .createIndex('votes_by_source')
    .on('votes')
    .columns(['workspace_id', 'source', 'created_at', 'post_id', 'user_id'])
    .where(sql<boolean>`source <> 'api'`)
    .execute();
}
