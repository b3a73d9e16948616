// Moves every post of one status or type to another, in small steps that yield to the event loop in between.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PostMove } from '../../../domain/feedback/post.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Slice } from '../../../domain/kernel/page.ts';
import { insertStatusChanges } from '../catalog/status-changes.ts';
import type { TextSearch } from '../kernel/dialect.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db } from '../kernel/tables.ts';
import { isPublicPost } from './post-selection.ts';

const postsAStep = 64;

const columnOf = { statusId: 'status_id', postTypeId: 'post_type_id' } as const;

export async function countPostsWith(
  db: Db,
  workspaceId: string,
  field: PostMove['field'],
  id: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(columnOf[field], '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function* movePosts(
  db: Db,
  search: TextSearch,
  workspaceId: string,
  { field, fromId, toId, actor }: PostMove,
  at: Instant,
  mintChangeId: () => string,
): AsyncIterable<string[]> {
  const column = columnOf[field];
  const toMove = db
    .selectFrom('posts')
    .select(['id', 'created_at as createdAt', 'visibility'])
    .where('workspace_id', '=', workspaceId)
    .where(column, '=', fromId);
  // Each step continues after the previous one: until the commit, a query from the start would have to skip over all
  // rows moved so far.
  let after: Slice['after'];
  for (;;) {
    const step = { take: postsAStep, skip: 0, after };
    const posts = await sliced(toMove, ['created_at', 'id'], 'asc', step).execute();
    const last = posts.at(-1);
    if (last === undefined) return;
    after = [last.createdAt, last.id];
    const ids = posts.map(({ id }) => id);
    await db
      .updateTable('posts')
      .set((eb) => ({
        [column]: toId,
        version: eb('version', '+', 1),
        updated_at: at,
        public_updated_at: sql<
          number | null
        >`case when ${isPublicPost} then ${at} else public_updated_at end`,
      }))
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
    if (field === 'statusId') {
      const moved = {
        fromStatusId: fromId,
        toStatusId: toId,
        comment: null,
        actorType: actor.type,
        actorId: actor.id,
        createdAt: at,
      };
      const changes = posts.map(({ id, visibility }) => ({
        id: mintChangeId(),
        postId: id,
        isPublic: visibility === 'public',
        ...moved,
      }));
      await insertStatusChanges(db, workspaceId, changes);
    }
    await search.put(db, workspaceId, ids);
    yield ids;
    await setImmediate();
  }
}
