// Statuses and their history in the database.

import type { Status } from '../../domain/status.ts';
import type { StatusReader, StatusWriter } from '../../ports/store.ts';
import { sliced } from './paging.ts';
import { type Db, type Flag, flag } from './tables.ts';

const columns = [
  'id',
  'name',
  'slug',
  'color',
  'category',
  'position',
  'is_default as isDefault',
  'next_status_ids as nextStatusIds',
  'posts_count as postsCount',
  'created_at as createdAt',
] as const;

type Row = Omit<Status, 'isDefault' | 'nextStatusIds'> & { isDefault: Flag; nextStatusIds: string | null };

const toStatus = (row: Row): Status => ({
  ...row,
  isDefault: row.isDefault === 1,
  nextStatusIds: row.nextStatusIds === null ? null : JSON.parse(row.nextStatusIds),
});

export function statusReader(db: Db): StatusReader {
  const statuses = (workspaceId: string) =>
    db.selectFrom('statuses').select(columns).where('workspace_id', '=', workspaceId);
  return {
    async find(workspaceId, id) {
      const row = await statuses(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && toStatus(row);
    },
    async findDefault(workspaceId) {
      const row = await statuses(workspaceId).where('is_default', '=', 1).executeTakeFirst();
      return row && toStatus(row);
    },
    async page(workspaceId, slice) {
      const rows = await sliced(statuses(workspaceId), ['position', 'id'], 'asc', slice).execute();
      return rows.map(toStatus);
    },
  };
}

export function statusWriter(db: Db): StatusWriter {
  return {
    ...statusReader(db),
    async insert(workspaceId, status) {
      await db
        .insertInto('statuses')
        .values({
          workspace_id: workspaceId,
          id: status.id,
          name: status.name,
          slug: status.slug,
          color: status.color,
          category: status.category,
          position: status.position,
          is_default: flag(status.isDefault),
          next_status_ids: status.nextStatusIds === null ? null : JSON.stringify(status.nextStatusIds),
          posts_count: status.postsCount,
          created_at: status.createdAt,
        })
        .execute();
    },
    async addToPostsCount(workspaceId, id, difference) {
      await db
        .updateTable('statuses')
        .set((eb) => ({ posts_count: eb('posts_count', '+', difference) }))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
    async insertChange(workspaceId, change) {
      await db
        .insertInto('status_changes')
        .values({
          workspace_id: workspaceId,
          id: change.id,
          post_id: change.postId,
          from_status_id: change.fromStatusId,
          to_status_id: change.toStatusId,
          comment: change.comment,
          created_at: change.createdAt,
        })
        .execute();
    },
  };
}
