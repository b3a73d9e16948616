// Where replies to a workspace's mails go, and the address that is to confirm it. Older programs send replies elsewhere.

import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('mail_queues').addColumn('reply_to', 'text').execute();
  await schema.alterTable('mail_queues').addColumn('reply_to_asked', 'text').execute();
  await schema.alterTable('mail_queues').addColumn('reply_to_asked_at', 'bigint').execute();
}
