// Stubs of deleted comments keep their user. Those that lost it get the workspace's own user: the API promises one.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update comments
    set user_id = (select workspaces.user_id from workspaces where workspaces.id = comments.workspace_id)
    where user_id is null`.execute(db);
}
