// Who follows which posts. Without foreign keys: an earlier version that deletes a post knows nothing of them.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('followers')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    // The post that was followed; `post_id` is the one that it is merged into, if any.
    .addColumn('origin_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('followers_pk', ['workspace_id', 'origin_id', 'user_id'])
    .execute();
  for (const [name, columns] of [
    ['post', ['post_id', 'created_at', 'user_id']],
    ['user', ['user_id', 'post_id', 'origin_id']],
  ] as const)
    await schema
      .createIndex(`followers_by_${name}`)
      .on('followers')
      .columns(['workspace_id', ...columns])
      .execute();
}
