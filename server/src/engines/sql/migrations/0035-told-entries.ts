// When people were first told of an entry. Older programs leave it out, and its notices tell the same for a year.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('changelogs').addColumn('told_at', 'bigint').execute();
}
