// The mentions table: which members a note names.

import { sql } from 'kysely';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { MentionsOf } from '../../../ports/feedback/feedback-store.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import type { Db } from '../kernel/tables.ts';

/** Each comment may mention many. */
const commentsAtOnce = 100;

/** Those that stay keep their time. */
export const setMentions = (
  db: Db,
  workspaceId: string,
  all: readonly MentionsOf[],
  at: Instant,
): Promise<void> =>
  inChunks(
    all,
    async (some) => {
      const ids = some.map(({ commentId }) => commentId);
      const named = some.flatMap(({ commentId, postId, memberIds }) =>
        memberIds.map((memberId) => ({
          ...{ workspace_id: workspaceId, comment_id: commentId, member_id: memberId },
          ...{ post_id: postId, created_at: at },
        })),
      );
      const known = await db
        .selectFrom('mentions')
        .select(['comment_id', 'member_id'])
        .where('workspace_id', '=', workspaceId)
        .where('comment_id', 'in', ids)
        .execute();
      const keyOf = (row: { comment_id: string; member_id: string }) => `${row.comment_id} ${row.member_id}`;
      const before = new Set(known.map(keyOf));
      const after = new Set(named.map(keyOf));
      await inChunks(
        known.filter((row) => !after.has(keyOf(row))),
        async (gone) => {
          const keys = gone.map((row) => sql`(${row.comment_id}, ${row.member_id})`);
          await sql`
            delete from mentions where workspace_id = ${workspaceId}
              and (comment_id, member_id) in (values ${sql.join(keys)})`.execute(db);
        },
      );
      await insertMany(
        db,
        'mentions',
        named.filter((row) => !before.has(keyOf(row))),
      );
    },
    commentsAtOnce,
  );

/** Their comments now belong to another post. */
export async function moveMentions(
  db: Db,
  workspaceId: string,
  commentIds: readonly string[],
  postId: string,
): Promise<void> {
  await db
    .updateTable('mentions')
    .set({ post_id: postId })
    .where('workspace_id', '=', workspaceId)
    .where('comment_id', 'in', commentIds)
    .execute();
}
