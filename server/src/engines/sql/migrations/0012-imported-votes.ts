// Votes from services that did not say whose they are. Older programs don't write the column.

import type { Kysely } from 'kysely';

export const up = ({ schema }: Kysely<unknown>): Promise<void> =>
  schema
    .alterTable('posts')
    .addColumn('imported_votes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
