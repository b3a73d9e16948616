// Files of comments. Older programs list no file that belongs to neither a post nor a changelog entry, and serve none on a
// public site.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attachments').addColumn('comment_id', 'text').execute();
  await db.schema
    .alterTable('comments')
    .addColumn('attachments_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`
    create index attachments_by_comment on attachments (workspace_id, comment_id) where comment_id is not null`.execute(
    db,
  );
  await sql`
    create index comments_with_files on comments (workspace_id, post_id) where attachments_count > 0`.execute(
    db,
  );
}
