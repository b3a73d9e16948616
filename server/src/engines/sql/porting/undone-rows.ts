// Bulk removals of what an import added, and the journal that lists it.

import { sql } from 'kysely';
import type { JournalEntry } from '../../../domain/porting/import.ts';
import type { RemovedVote, UndoWriter } from '../../../ports/porting/undo-store.ts';
import { promoteSetAside } from '../feedback/merged-votes.ts';
import { textWriter } from '../feedback/texts.ts';
import type { Searches } from '../kernel/dialect.ts';
import { inChunks, inFewLengths } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';
import { removeUneditedChangelogs } from './undone-changelogs.ts';
import { removePosts } from './undone-posts.ts';

export function undoneRows(db: Db, search: Searches): UndoWriter {
  const journal = (workspaceId: string, importId: string) =>
    db.selectFrom('import_objects').where('workspace_id', '=', workspaceId).where('import_id', '=', importId);
  return {
    async addedAfter(workspaceId, importId, kind, after, take) {
      const rows = await journal(workspaceId, importId)
        .select(['source_id as sourceId', 'object_id as objectId'])
        .where('kind', '=', kind)
        .where('source_id', '>', after)
        .where('is_new', '=', 1)
        .orderBy('source_id')
        .limit(take)
        .execute();
      return rows.map((row): JournalEntry => ({ kind, ...row, isNew: true }));
    },
    unnote: (workspaceId, importId, kind, sourceIds) =>
      inChunks(sourceIds, async (chunk) => {
        await db
          .deleteFrom('import_objects')
          .where('workspace_id', '=', workspaceId)
          .where('import_id', '=', importId)
          .where('kind', '=', kind)
          .where('source_id', 'in', chunk)
          .execute();
      }),
    async clearJournal(workspaceId, importId, take) {
      const some = await journal(workspaceId, importId)
        .select(['kind', 'source_id as sourceId'])
        .orderBy('kind')
        .orderBy('source_id')
        .limit(take)
        .execute();
      for (const kind of new Set(some.map((row) => row.kind)))
        await this.unnote(
          workspaceId,
          importId,
          kind,
          some.flatMap((row) => (row.kind === kind ? row.sourceId : [])),
        );
      return some.length;
    },
    async postSizes(workspaceId, ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('posts')
        .select([
          'id',
          'votes_count as votesCount',
          'imported_votes as importedVotes',
          'comments_count as commentsCount',
          'merged_into_id as mergedIntoId',
        ])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', inFewLengths(ids))
        .execute();
      const sizes = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => sizes.get(id) ?? []);
    },
    async mergedIntoAny(workspaceId, ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('posts')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('merged_into_id', 'in', inFewLengths(ids))
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    removeUneditedChangelogs: (workspaceId, ids, unedited) =>
      removeUneditedChangelogs(db, workspaceId, ids, unedited),
    removePosts: (workspaceId, ids) => removePosts(db, search, workspaceId, ids),
    async removeVotes(workspaceId, given, until) {
      const shown: RemovedVote[] = [];
      let setAside = 0;
      await inChunks(given, async (chunk) => {
        const pairs = sql.join(chunk.map(({ postId, userId }) => sql`(${postId}, ${userId})`));
        const removed = (table: 'votes' | 'merged_votes', origin: string, also = sql``) =>
          sql<RemovedVote>`
            delete from ${sql.table(table)} where workspace_id = ${workspaceId}
              and (${sql.ref(origin)}, user_id) in (values ${pairs}) ${also}
            returning ${table === 'votes' ? sql.ref('post_id') : sql.ref('source_id')} as "postId",
              user_id as "userId"`.execute(db);
        const imported = sql`and coalesce(recorded_at, created_at) <= ${until}`;
        shown.push(...(await removed('votes', 'post_id', sql`and merged_from_id is null ${imported}`)).rows);
        shown.push(...(await removed('votes', 'merged_from_id', imported)).rows);
        setAside += (await removed('merged_votes', 'source_id')).rows.length;
      });
      return { shown, setAside, promoted: await promoteSetAside(db, workspaceId, shown) };
    },
    async removeFollowers(workspaceId, given, until) {
      let removed = 0;
      await inChunks(given, async (chunk) => {
        const pairs = sql.join(chunk.map(({ postId, userId }) => sql`(${postId}, ${userId})`));
        const { numAffectedRows = 0n } = await sql`
          delete from followers where workspace_id = ${workspaceId}
            and (origin_id, user_id) in (values ${pairs}) and created_at <= ${until}`.execute(db);
        removed += Number(numAffectedRows);
      });
      return removed;
    },
    async repliesTo(workspaceId, comments) {
      const rows: { id: string; parentId: string | null; is_private: 0 | 1 }[] = [];
      await inChunks(comments, async (chunk) => {
        const found = await db
          .selectFrom('comments')
          .select(['id', 'parent_id as parentId', 'is_private'])
          .where('workspace_id', '=', workspaceId)
          .where('post_id', 'in', [...new Set(chunk.map(({ postId }) => postId))])
          .where(
            'parent_id',
            'in',
            chunk.map(({ id }) => id),
          )
          .execute();
        rows.push(...found);
      });
      return rows.flatMap(({ id, parentId, is_private: isPrivate }) =>
        parentId === null ? [] : { id, parentId, isPrivate: isPrivate === 1 },
      );
    },
    async removeFilesOfComments(workspaceId, ids) {
      const keys: string[] = [];
      await inChunks(ids, async (chunk) => {
        const rows = await db
          .deleteFrom('attachments')
          .where('workspace_id', '=', workspaceId)
          .where('comment_id', 'in', chunk)
          .returning('file_key')
          .execute();
        keys.push(...rows.map((row) => row.file_key));
      });
      return keys;
    },
    removeComments: (workspaceId, ids) =>
      inChunks(ids, async (chunk) => {
        await textWriter(db, search.texts).removeComments(workspaceId, chunk);
        await db
          .deleteFrom('comments')
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', chunk)
          .execute();
      }),
    async removeStatusChanges(workspaceId, ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .deleteFrom('status_changes')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .returning('post_id as postId')
        .execute();
      return rows.map(({ postId }) => postId);
    },
    async removeUndecidedSubmissions(workspaceId, ids, unedited) {
      if (ids.length === 0) return 0;
      const { numDeletedRows } = await db
        .deleteFrom('submissions')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('version', '<=', unedited.version)
        .where('updated_at', '<=', unedited.updatedAt)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async removeBans(workspaceId, userIds, until) {
      if (userIds.length === 0) return 0;
      const { numDeletedRows } = await db
        .deleteFrom('bans')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', 'in', userIds)
        .where('created_at', '<=', until)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async removeImportedSuppressions(workspaceId, ids) {
      if (ids.length === 0) return 0;
      const { numDeletedRows } = await db
        .deleteFrom('suppressions')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('is_imported', '=', 1)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async removeAttachments(workspaceId, ids) {
      if (ids.length === 0) return [];
      return (
        db
          .deleteFrom('attachments')
          .where('workspace_id', '=', workspaceId)
          .where('id', 'in', ids)
          // What is left of the changelogs and comments was edited, and may show them.
          .where('changelog_id', 'is', null)
          .where('comment_id', 'is', null)
          .returning(['file_key as fileKey', 'post_id as postId'])
          .execute()
      );
    },
    async removeUnusedTags(workspaceId, ids, unedited) {
      if (ids.length === 0) return [];
      const rows = await db
        .deleteFrom('tags')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('posts_count', '=', 0)
        .where('version', '<=', unedited.version)
        .where('updated_at', '<=', unedited.updatedAt)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    async removeUnusedUsers(workspaceId, ids, unedited) {
      if (ids.length === 0) return [];
      const used = await referencedUsers(db, workspaceId, ids);
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('version', '<=', unedited.version)
        .where('updated_at', '<=', unedited.updatedAt)
        .where('id', 'not in', db.selectFrom('workspaces').select('user_id').where('id', '=', workspaceId))
        .execute();
      const unusedIds = rows.map(({ id }) => id).filter((id) => !used.has(id));
      await search.users.remove(db, workspaceId, unusedIds);
      if (unusedIds.length > 0)
        for (const [table, column] of [
          ['mail_settings', 'user_id'],
          ['users', 'id'],
        ] as const)
          await sql`
            delete from ${sql.table(table)} where workspace_id = ${workspaceId}
              and ${sql.ref(column)} in (${sql.join(unusedIds)})`.execute(db);
      return unusedIds;
    },
  };
}

/** Which of these users something belongs to. */
export async function referencedUsers(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [table, column] of [
    ['posts', 'author_id'],
    ['comments', 'user_id'],
    ['votes', 'user_id'],
    ['merged_votes', 'user_id'],
    ['followers', 'user_id'],
    ['submissions', 'user_id'],
    ['bans', 'user_id'],
    ['reports', 'user_id'],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as "id" from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${sql.ref(column)} in (${sql.join([...ids])})`.execute(db);
    for (const { id } of rows) found.add(id);
  }
  return found;
}
