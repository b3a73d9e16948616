// Whether followers are told of a new status unless the change says otherwise. Older programs tell no one of it.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('statuses')
    .addColumn('notify_followers', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
