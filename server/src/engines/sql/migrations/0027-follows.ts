// Whether visitors follow what they took part in before it counted: a vote that waits in a link, and a post that waits
// for the team. An earlier version leaves both as they are: no one follows.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['mailed_links', 'submissions'])
    await schema
      .alterTable(table)
      .addColumn('follows', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
}
