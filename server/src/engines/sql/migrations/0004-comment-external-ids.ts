// External ids for comments, and for back-dated votes the time they were added. Both columns are null in existing rows,
// so nothing is rewritten, and both indexes start empty.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('comments').addColumn('external_id', 'text').execute();
  await schema
    .createIndex('comments_external_id')
    .unique()
    .on('comments')
    .columns(['workspace_id', 'external_id'])
    .where('external_id', 'is not', null)
    .execute();
  await schema.alterTable('votes').addColumn('recorded_at', 'bigint').execute();
  await schema
    .createIndex('votes_by_recorded')
    .on('votes')
    .columns(['workspace_id', 'recorded_at'])
    .where('recorded_at', 'is not', null)
    .execute();
}
