// Which suppressions an import brought, and nothing here has confirmed since. Older programs know of none.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('suppressions')
    .addColumn('is_imported', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
