// The owners of posts, who are members: an index has the posts of each.

import { sql } from 'kysely';
import { unowned } from '../../../domain/feedback/post.ts';
import type { HandOver } from '../../../ports/feedback/feedback-store.ts';
import type { Db } from '../kernel/tables.ts';
import { ownerOrNone, posts } from './post-selection.ts';

/** Skips from one owner to the next in the index, whatever the number of their posts. */
export async function formerOwners(db: Db, workspaceId: string): Promise<string[]> {
  const next = sql`select ${ownerOrNone} from posts where workspace_id = ${workspaceId}`;
  const { rows } = await sql<{ id: string }>`
    with recursive owners (id) as (
      select (${next} order by ${ownerOrNone} limit 1)
      union all
      select (${next} and ${ownerOrNone} > owners.id order by ${ownerOrNone} limit 1)
      from owners where owners.id is not null)
    select id from owners where id is not null and id <> ${unowned} and not exists (
      select 1 from memberships where workspace_id = ${workspaceId} and account_id = owners.id)`.execute(db);
  return rows.map(({ id }) => id);
}

export async function handOver(
  db: Db,
  workspaceId: string,
  { fromId, toId, take, at }: HandOver,
): Promise<string[]> {
  const rows = await posts(db, workspaceId)
    .where(ownerOrNone, '=', fromId)
    .select('id')
    .orderBy('id')
    .limit(take)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .updateTable('posts')
      .set((eb) => ({ owner_id: toId, version: eb('version', '+', 1), updated_at: at }))
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
  return ids;
}
