// Post types in the database.

import type { PostType } from '../../domain/post-type.ts';
import type { PostTypeReader, PostTypeWriter } from '../../ports/store.ts';
import { sliced } from './paging.ts';
import { type Db, type Flag, flag } from './tables.ts';

const columns = [
  'id',
  'name',
  'slug',
  'color',
  'position',
  'is_default as isDefault',
  'posts_count as postsCount',
  'created_at as createdAt',
] as const;

type Row = Omit<PostType, 'isDefault'> & { isDefault: Flag };

const toPostType = (row: Row): PostType => ({ ...row, isDefault: row.isDefault === 1 });

export function postTypeReader(db: Db): PostTypeReader {
  const postTypes = (workspaceId: string) =>
    db.selectFrom('post_types').select(columns).where('workspace_id', '=', workspaceId);
  return {
    async find(workspaceId, id) {
      const row = await postTypes(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && toPostType(row);
    },
    async findDefault(workspaceId) {
      const row = await postTypes(workspaceId).where('is_default', '=', 1).executeTakeFirst();
      return row && toPostType(row);
    },
    async page(workspaceId, slice) {
      const rows = await sliced(postTypes(workspaceId), ['position', 'id'], 'asc', slice).execute();
      return rows.map(toPostType);
    },
  };
}

export function postTypeWriter(db: Db): PostTypeWriter {
  return {
    ...postTypeReader(db),
    async insert(workspaceId, postType) {
      await db
        .insertInto('post_types')
        .values({
          workspace_id: workspaceId,
          id: postType.id,
          name: postType.name,
          slug: postType.slug,
          color: postType.color,
          position: postType.position,
          is_default: flag(postType.isDefault),
          posts_count: postType.postsCount,
          created_at: postType.createdAt,
        })
        .execute();
    },
    async addToPostsCount(workspaceId, id, difference) {
      await db
        .updateTable('post_types')
        .set((eb) => ({ posts_count: eb('posts_count', '+', difference) }))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
