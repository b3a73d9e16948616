// The tags table, and the tags of posts.

import type { Tag, TagQuery } from '../../../domain/catalog/tag.ts';
import { nameKey } from '../../../domain/kernel/text.ts';
import type { TagReader, TagWriter } from '../../../ports/catalog/catalog-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import { type Conditions, conditionsOf, isSince, matchesNothing } from '../kernel/conditions.ts';
import { grouped } from '../kernel/grouped.ts';
import { type Order, walk } from '../kernel/paging.ts';
import { indexedWords, matchesAny } from '../kernel/search/indexed-words.ts';
import { inFewLengths } from '../kernel/statements/in-chunks.ts';
import { deleteInSteps } from '../kernel/statements/in-steps.ts';
import { prepared } from '../kernel/statements/prepared.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const tagColumns = columnsOf<Tables['tags'], Tag>()({
  id: 'id',
  name: 'name',
  color: 'color',
  isPublic: flagColumn('is_public'),
  postsCount: 'posts_count',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

const byName: Order = { columns: ['name_key'], names: ['nameKey'], direction: 'asc' };

const conditions: Conditions<TagQuery> = {
  searches: (searches) => matchesAny(searches, 'name_words'),
  updatedSince: isSince('updated_at'),
};

/** The count changes only by increments. */
const editable = tagColumns.without('id', 'postsCount');

const derived = ({ name }: Tag) => ({ name_key: nameKey(name), name_words: indexedWords(name) });

const tagsOfPosts = prepared((db: Db, { workspaceId, postIds }: { workspaceId: string; postIds: string[] }) =>
  db
    .selectFrom('post_tags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.workspace_id', '=', 'post_tags.workspace_id')
        .onRef('tags.id', '=', 'post_tags.tag_id'),
    )
    .where('post_tags.workspace_id', '=', workspaceId)
    .where('post_id', 'in', postIds)
    .select(['post_id as postId', ...tagColumns.selected])
    .orderBy('post_id')
    .orderBy('position')
    .compile(),
);

export function tagReader(db: Db): TagReader {
  const tags = (workspaceId: string) =>
    db.selectFrom('tags').select(tagColumns.selected).where('workspace_id', '=', workspaceId);
  return {
    async find(workspaceId, id) {
      const row = await tags(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && tagColumns.read(row);
    },
    async findByName(workspaceId, name) {
      const row = await tags(workspaceId).where('name_key', '=', nameKey(name)).executeTakeFirst();
      return row && tagColumns.read(row);
    },
    async idsOfNames(workspaceId, names) {
      if (names.length === 0) return [];
      const rows = await tags(workspaceId).where('name_key', 'in', names.map(nameKey)).execute();
      return rows.map(({ id }) => id);
    },
    async page(workspaceId, { slice, ...filters }) {
      if (matchesNothing(filters)) return [];
      const checks = conditionsOf(conditions, workspaceId, filters);
      const rows = await walk(tags(workspaceId).select('name_key as nameKey'), byName, slice, checks);
      return rows.map(tagColumns.pick);
    },
    async tagsOf(workspaceId, postIds) {
      if (postIds.length === 0) return new Map();
      const { rows } = await tagsOfPosts(db, { workspaceId, postIds: inFewLengths(postIds) });
      return grouped(rows, 'postId', tagColumns.pick);
    },
  };
}

export function tagWriter(db: Db): TagWriter {
  return {
    ...tagReader(db),
    async insert(workspaceId, tag) {
      await db
        .insertInto('tags')
        .values({ workspace_id: workspaceId, ...tagColumns.valuesOf(tag), ...derived(tag) })
        .execute();
    },
    async update(workspaceId, tag) {
      await db
        .updateTable('tags')
        .set({ ...editable.valuesOf(tag), ...derived(tag) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', tag.id)
        .execute();
    },
    async remove(workspaceId, id) {
      await deleteInSteps(db, 'post_tags', 'post_id', workspaceId, id, 'tag_id');
      await db.deleteFrom('tags').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
    async replaceTags(workspaceId, postId, tagIds) {
      const ofPost = db.selectFrom('post_tags').select('tag_id').where('workspace_id', '=', workspaceId);
      const present = await ofPost.where('post_id', '=', postId).limit(1).executeTakeFirst();
      if (present !== undefined) {
        await uncountTags(db, workspaceId, postId);
        await db
          .deleteFrom('post_tags')
          .where('workspace_id', '=', workspaceId)
          .where('post_id', '=', postId)
          .execute();
      }
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
      await addToPostsCounts(db, workspaceId, postId, 1);
    },
  };
}

/** Call before removing all tags of the post. */
export const uncountTags = (db: Db, workspaceId: string, postId: string): Promise<void> =>
  addToPostsCounts(db, workspaceId, postId, -1);

/** Adds to the count of every tag that the post currently has. */
async function addToPostsCounts(
  db: Db,
  workspaceId: string,
  postId: string,
  difference: number,
): Promise<void> {
  const ofPost = db
    .selectFrom('post_tags')
    .select('tag_id')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId);
  await db
    .updateTable('tags')
    .set((eb) => ({ posts_count: eb('posts_count', '+', difference) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ofPost)
    .execute();
}
