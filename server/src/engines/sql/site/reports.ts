// The reports table.

import type { Report } from '../../../domain/site/submission.ts';
import type { ReportReader, ReportWriter } from '../../../ports/site/submission-store.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const selected = [
  'id',
  'post_id as postId',
  'object_id as objectId',
  'user_id as userId',
  'reason',
  'created_at as createdAt',
] as const;

const fromRow = ({ objectId, ...row }: Omit<Report, 'commentId'> & { objectId: string }): Report => ({
  ...row,
  commentId: objectId === row.postId ? null : objectId,
});

export function reportReader(db: Db): ReportReader {
  const reports = (workspaceId: string) =>
    db.selectFrom('reports').select(selected).where('workspace_id', '=', workspaceId);
  return {
    async find(workspaceId, id) {
      const row = await reports(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && fromRow(row);
    },
    async count(workspaceId, max) {
      const few = db.selectFrom('reports').select('id').where('workspace_id', '=', workspaceId).limit(max);
      return (await few.execute()).length;
    },
    page: async (workspaceId, slice) =>
      (await sliced(reports(workspaceId), ['created_at', 'id'], 'desc', slice).execute()).map(fromRow),
    async reportsOf(workspaceId, userId, slice) {
      const rows = reports(workspaceId).where('user_id', '=', userId);
      return (await sliced(rows, ['object_id'], 'asc', slice).execute()).map(fromRow);
    },
  };
}

export function reportWriter(db: Db): ReportWriter {
  const removed = (workspaceId: string, column: keyof Tables['reports'], value: string) =>
    db.deleteFrom('reports').where('workspace_id', '=', workspaceId).where(column, '=', value).execute();
  return {
    ...reportReader(db),
    async insert(workspaceId, { id, postId, commentId, userId, reason, createdAt }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('reports')
        .values({
          workspace_id: workspaceId,
          id,
          post_id: postId,
          object_id: commentId ?? postId,
          user_id: userId,
          reason,
          created_at: createdAt,
        })
        .onConflict((same) => same.columns(['workspace_id', 'user_id', 'object_id']).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async remove(workspaceId, id) {
      await removed(workspaceId, 'id', id);
    },
    async removeAbout(workspaceId, commentId) {
      await removed(workspaceId, 'object_id', commentId);
    },
    async removeOf(workspaceId, userId) {
      await removed(workspaceId, 'user_id', userId);
    },
  };
}
