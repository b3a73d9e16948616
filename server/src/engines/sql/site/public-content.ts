// Reads public rows for visitors.

import { sql } from 'kysely';
import type { PublicContentReader } from '../../../ports/site/public-content-store.ts';
import { commentColumns } from '../feedback/comments.ts';
import { isPublicPost, isUnmergedPost } from '../feedback/post-selection.ts';
import { matchesNothing } from '../kernel/conditions.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db } from '../kernel/tables.ts';

export function publicContentReader(db: Db): PublicContentReader {
  /** Written out, so that every engine knows that the index of public comments has them all. */
  const comments = (workspaceId: string, postId: string) =>
    db
      .selectFrom('comments')
      .select(commentColumns.selected)
      .where('workspace_id', '=', workspaceId)
      .where('post_id', '=', postId)
      .where(sql<boolean>`is_public = 1`);
  return {
    // For each combination, one look into the index: workspaces have few, and may have very many public posts.
    postGroups: (workspaceId) =>
      db
        .selectFrom('statuses')
        .innerJoin('post_types', 'post_types.workspace_id', 'statuses.workspace_id')
        .select(['statuses.id as statusId', 'post_types.id as typeId'])
        .where('statuses.workspace_id', '=', workspaceId)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('posts')
              .select('posts.id')
              .where('posts.workspace_id', '=', workspaceId)
              .whereRef('posts.status_id', '=', 'statuses.id')
              .whereRef('posts.post_type_id', '=', 'post_types.id')
              .where(isPublicPost)
              .where('posts.merged_into_id', 'is', null),
          ),
        )
        .execute(),
    async countPosts(workspaceId, { statusIds, typeIds }, max) {
      if (matchesNothing({ statusIds, typeIds })) return 0;
      const few = db
        .selectFrom('posts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where(isPublicPost)
        .where(isUnmergedPost)
        .$if(statusIds !== undefined, (posts) => posts.where('status_id', 'in', statusIds ?? []))
        .$if(typeIds !== undefined, (posts) => posts.where('post_type_id', 'in', typeIds ?? []))
        .limit(max);
      const { count } = await db
        .selectFrom(few.as('few'))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async comments(workspaceId, postId, slice) {
      const rows = sliced(
        comments(workspaceId, postId).where('is_deleted', '=', 0).where('is_answer', '=', 0),
        ['created_at', 'id'],
        'desc',
        slice,
      );
      return (await rows.execute()).map(commentColumns.read);
    },
    async othersSaid(workspaceId, postId, userId) {
      const row = await db
        .selectFrom('comments')
        .select('is_public')
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', postId)
        .where('is_deleted', '=', 0)
        .where((eb) => eb.or([eb('user_id', '<>', userId), eb('is_from_team', '=', 1)]))
        .orderBy('is_public', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return 'nothing';
      return row.is_public === 1 ? 'publicly' : 'internally';
    },
    async findAnswer(workspaceId, postId) {
      const row = await comments(workspaceId, postId).where('is_answer', '=', 1).executeTakeFirst();
      return row && commentColumns.read(row);
    },
  };
}
