// How far each member has come with the inbox. Whoever is a member already begins with what happens from now on. Without
// foreign keys: an earlier version that removes a member or a post knows nothing of it.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('inboxes')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('seen_to', 'bigint')
    .addColumn('mentions', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('hand_overs', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('digest', 'text', (c) => c.notNull().defaultTo('off'))
    .addColumn('time_zone', 'text', (c) => c.notNull().defaultTo('UTC'))
    .addColumn('digest_at', 'bigint')
    .addPrimaryKeyConstraint('inboxes_pk', ['workspace_id', 'account_id'])
    .execute();
  await sql`create index inboxes_by_digest on inboxes (digest_at) where digest_at is not null`.execute(db);
  await schema
    .createTable('inbox_marks')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('seen_to', 'bigint', (c) => c.notNull())
    .addColumn('until_at', 'bigint')
    .addColumn('marked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('inbox_marks_pk', ['workspace_id', 'account_id', 'post_id'])
    .execute();
  await schema
    .createIndex('inbox_marks_by_post')
    .on('inbox_marks')
    .columns(['workspace_id', 'post_id'])
    .execute();
  await sql`
    create index inbox_marks_due on inbox_marks (workspace_id, account_id, until_at)
    where until_at is not null`.execute(db);
  await sql`
    insert into inboxes (workspace_id, account_id, seen_to)
    select workspace_id, account_id,
      (select coalesce(max(sequence), 0) from ledger where ledger.workspace_id = memberships.workspace_id)
    from memberships`.execute(db);
}
