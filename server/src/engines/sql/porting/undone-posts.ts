// Removes many posts in one call, with everything on them.

import { sql } from 'kysely';
import type { RemovedPosts } from '../../../ports/porting/undo-store.ts';
import { textWriter } from '../feedback/texts.ts';
import { commentsWithFiles } from '../files/attachments.ts';
import type { Searches } from '../kernel/dialect.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';

export async function removePosts(
  db: Db,
  search: Searches,
  workspaceId: string,
  postIds: readonly string[],
): Promise<RemovedPosts> {
  const removed: RemovedPosts = {
    posts: [],
    votes: 0,
    comments: 0,
    followers: 0,
    statusChanges: 0,
    attachments: 0,
    fileKeys: [],
  };
  await inChunks(postIds, async (ids) => {
    await search.posts.remove(db, workspaceId, ids);
    await textWriter(db, search.texts).removeOfPosts(workspaceId, ids);
    await uncountTags(db, workspaceId, ids);
    for (const [owner, values] of [
      ['post_id', ids],
      ['comment_id', commentsWithFiles(db, workspaceId, ids)],
    ] as const) {
      const fileKeys = await db
        .deleteFrom('attachments')
        .where('workspace_id', '=', workspaceId)
        .where(owner, 'in', values)
        .returning('file_key')
        .execute();
      removed.fileKeys.push(...fileKeys.map((row) => row.file_key));
      removed.attachments += fileKeys.length;
    }
    const deleteOf = async (
      table:
        | 'votes'
        | 'comments'
        | 'status_changes'
        | 'post_tags'
        | 'followers'
        | 'changelog_posts'
        | 'submissions'
        | 'reports'
        | 'mentions',
    ): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('post_id', 'in', ids)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    };
    removed.votes += await deleteOf('votes');
    removed.comments += await deleteOf('comments');
    removed.statusChanges += await deleteOf('status_changes');
    await deleteOf('post_tags');
    removed.followers += await deleteOf('followers');
    await deleteOf('changelog_posts');
    await deleteOf('submissions');
    await deleteOf('reports');
    await deleteOf('mentions');
    await db
      .deleteFrom('merged_votes')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', 'in', ids)
      .execute();
    removed.posts.push(
      ...(await db
        .deleteFrom('posts')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .returning(['id', 'status_id as statusId', 'post_type_id as postTypeId', 'visibility'])
        .execute()),
    );
  });
  return removed;
}

/** Call before the tags of these posts are removed. */
async function uncountTags(db: Db, workspaceId: string, postIds: readonly string[]): Promise<void> {
  const ofPosts = sql`workspace_id = ${workspaceId} and post_id in (${sql.join([...postIds])})`;
  await sql`
    update tags set posts_count = posts_count - (
      select count(*) from post_tags where ${ofPosts} and tag_id = tags.id
    )
    where workspace_id = ${workspaceId} and id in (
      select tag_id from post_tags where ${ofPosts}
    )`.execute(db);
}
