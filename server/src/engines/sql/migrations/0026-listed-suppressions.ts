// The index of the list of suppressions, which leaves out those that name no person. Older programs don't list any.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('suppressions_by_created').execute();
  await schema
    .createIndex('suppressions_by_reason')
    .on('suppressions')
    .columns(['workspace_id', 'reason', 'created_at', 'id'])
    .where(sql<boolean>`address is not null`)
    .execute();
}
