// Tags, and which posts have them, in the database.

import { type Tag, tagNameKey } from '../../domain/tag.ts';
import type { TagReader, TagWriter } from '../../ports/store.ts';
import { grouped } from './grouped.ts';
import type { Db } from './tables.ts';

const columns = ['id', 'name', 'created_at as createdAt'] as const;

export function tagReader(db: Db): TagReader {
  const tags = (workspaceId: string) =>
    db.selectFrom('tags').select(columns).where('workspace_id', '=', workspaceId);
  return {
    find: (workspaceId, id) => tags(workspaceId).where('id', '=', id).executeTakeFirst(),
    findByName: (workspaceId, name) =>
      tags(workspaceId).where('name_key', '=', tagNameKey(name)).executeTakeFirst(),
    async tagsOf(workspaceId, postIds) {
      if (postIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('post_tags')
        .innerJoin('tags', (join) =>
          join
            .onRef('tags.workspace_id', '=', 'post_tags.workspace_id')
            .onRef('tags.id', '=', 'post_tags.tag_id'),
        )
        .where('post_tags.workspace_id', '=', workspaceId)
        .where('post_id', 'in', postIds)
        .select(['post_id as postId', 'tags.id', 'name', 'created_at as createdAt'])
        .orderBy('post_id')
        .orderBy('position')
        .execute();
      return grouped(rows, 'postId', ({ id, name, createdAt }): Tag => ({ id, name, createdAt }));
    },
  };
}

export function tagWriter(db: Db): TagWriter {
  return {
    ...tagReader(db),
    async insert(workspaceId, tag) {
      await db
        .insertInto('tags')
        .values({
          workspace_id: workspaceId,
          id: tag.id,
          name: tag.name,
          name_key: tagNameKey(tag.name),
          created_at: tag.createdAt,
        })
        .execute();
    },
    async replaceTags(workspaceId, postId, tagIds) {
      await db
        .deleteFrom('post_tags')
        .where('workspace_id', '=', workspaceId)
        .where('post_id', '=', postId)
        .execute();
      if (tagIds.length === 0) return;
      await db
        .insertInto('post_tags')
        .values(
          tagIds.map((tagId, position) => ({
            workspace_id: workspaceId,
            post_id: postId,
            tag_id: tagId,
            position,
          })),
        )
        .execute();
    },
  };
}
