// What comments say beyond plain text. Older programs leave it as it is, and change the content alone: then readers
// ignore the document, because it no longer reads like the content.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('comments').addColumn('document', 'text').execute();
}
