// Who looks after each post. Older programs leave it as it is, and write posts without an owner.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('posts').addColumn('owner_id', 'text').execute();
  // Of all posts: there may be few with an owner among very many, or few without one.
  await sql`create index posts_by_owner on posts (workspace_id, (coalesce(owner_id, 'none')), id)`.execute(
    db,
  );
}
