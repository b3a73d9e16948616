// Giving every post of one status, or of one type, another, without keeping the process from answering others
// meanwhile: a step is small, and between two steps the event loop turns.

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../domain/clock.ts';
import type { PostMove } from '../../domain/post.ts';
import type { TextSearch } from './dialect.ts';
import { insertStatusChanges } from './status-changes.ts';
import type { Db } from './tables.ts';

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
  { field, fromId, toId }: PostMove,
  at: Instant,
  mintChangeId: () => string,
): AsyncIterable<string[]> {
  const column = columnOf[field];
  for (;;) {
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where(column, '=', fromId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(postsAStep)
      .execute();
    if (posts.length === 0) return;
    const ids = posts.map(({ id }) => id);
    await db
      .updateTable('posts')
      .set((eb) => ({ [column]: toId, version: eb('version', '+', 1), updated_at: at }))
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
    if (field === 'statusId') {
      const moved = { fromStatusId: fromId, toStatusId: toId, comment: null, createdAt: at };
      const changes = ids.map((id) => ({ id: mintChangeId(), postId: id, ...moved }));
      await insertStatusChanges(db, workspaceId, changes);
    }
    await search.refresh(db, workspaceId, ids);
    yield ids;
    await setImmediate();
  }
}
