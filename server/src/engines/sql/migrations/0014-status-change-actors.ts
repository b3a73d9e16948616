// Who changed a status. Older programs don't write the columns, and imported changes have no actor.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // SQLite adds one column per statement.
  for (const column of ['actor_type', 'actor_id'])
    await schema.alterTable('status_changes').addColumn(column, 'text').execute();
}
