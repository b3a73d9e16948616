// Posts that count comments, and what the team says of each post, for the filters by them.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // A workspace may have few posts with comments among very many.
  await schema
    .createIndex('posts_by_commented')
    .on('posts')
    .columns(['workspace_id', 'id'])
    .where(sql<boolean>`comments_count > 0`)
    .execute();
  await schema
    .createIndex('comments_by_team')
    .on('comments')
    .columns(['workspace_id', 'post_id', 'is_private', 'created_at'])
    .where(sql<boolean>`is_from_team = 1 and is_deleted = 0`)
    .execute();
}
