// The exports table.

import { sql } from 'kysely';
import type { Export } from '../../../domain/porting/export.ts';
import type { ExportReader, ExportWriter } from '../../../ports/porting/porting-store.ts';
import { sliced } from '../kernel/paging.ts';
import { type Db, flag, type Tables } from '../kernel/tables.ts';
import { canBeTaken } from './takeover.ts';

/** How many the sweep handles in one step. */
const batchSize = 100;

/** As in the partial index: with a parameter, SQLite would not use it. */
const isActive = sql<boolean>`state in ('queued', 'running')`;

export function exportReader(db: Db): ExportReader {
  const exports = (workspaceId: string) =>
    db.selectFrom('exports').selectAll().where('workspace_id', '=', workspaceId);
  const references = () => db.selectFrom('exports').select(['workspace_id as workspaceId', 'id']);
  return {
    async find(workspaceId, id) {
      const row = await exports(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && toExport(row);
    },
    async page(workspaceId, slice) {
      const rows = await sliced(exports(workspaceId), ['id'], 'desc', slice).execute();
      return rows.map(toExport);
    },
    async findActive(workspaceId) {
      const row = await exports(workspaceId).where(isActive).executeTakeFirst();
      return row && toExport(row);
    },
    nextJob: (takeover) =>
      references()
        .where(isActive)
        .where((eb) => eb.or([eb('state', '=', 'queued'), canBeTaken(takeover)]))
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    expired: (by) =>
      references()
        .where('file_key', 'is not', null)
        .where('expires_at', '<=', by)
        .orderBy('expires_at')
        .limit(batchSize)
        .execute(),
  };
}

export function exportWriter(db: Db): ExportWriter {
  const one = (workspaceId: string, id: string) =>
    db.updateTable('exports').where('workspace_id', '=', workspaceId).where('id', '=', id);
  return {
    ...exportReader(db),
    async insert(workspaceId, queued) {
      const { id, format, includesLedger, actor, createdAt } = queued;
      await db
        .insertInto('exports')
        .values({
          workspace_id: workspaceId,
          id,
          format,
          includes_ledger: flag(includesLedger),
          actor_type: actor.type,
          actor_id: actor.id,
          created_at: createdAt,
          ...progressOf(queued),
        })
        .execute();
    },
    async claim(workspaceId, id, { owner, fileKey, at, takeover }) {
      const { numUpdatedRows } = await one(workspaceId, id)
        .set((eb) => ({
          state: 'running',
          owner,
          file_key: fileKey,
          attempts: eb('attempts', '+', 1),
          done: 0,
          total: null,
          updated_at: at,
        }))
        .where(isActive)
        .where((eb) => eb.or([eb('state', '=', 'queued'), canBeTaken(takeover)]))
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async save(workspaceId, saved, owner) {
      const { numUpdatedRows } = await one(workspaceId, saved.id)
        .set(progressOf(saved))
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async expire(workspaceId, id) {
      await one(workspaceId, id).set({ state: 'expired', file_key: null }).execute();
    },
    async remove(workspaceId, id) {
      await db.deleteFrom('exports').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
    async forgetBefore(before) {
      const old = await db
        .selectFrom('exports')
        .select(['workspace_id as workspaceId', 'id'])
        .where('created_at', '<', before)
        .where('file_key', 'is', null)
        .where('state', 'in', ['failed', 'expired'])
        .limit(batchSize)
        .execute();
      for (const { workspaceId, id } of old)
        await db.deleteFrom('exports').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
      return old.length;
    },
  };
}

const progressOf = (progress: Export) => ({
  state: progress.state,
  attempts: progress.attempts,
  done: progress.done,
  total: progress.total,
  file_key: progress.fileKey,
  size: progress.size,
  error: progress.error,
  updated_at: progress.updatedAt,
  finished_at: progress.finishedAt,
  expires_at: progress.expiresAt,
});

const toExport = (row: Tables['exports']): Export => ({
  id: row.id,
  format: row.format,
  includesLedger: row.includes_ledger === 1,
  state: row.state,
  actor: { type: row.actor_type as Export['actor']['type'], id: row.actor_id },
  attempts: row.attempts,
  done: row.done,
  total: row.total,
  fileKey: row.file_key,
  size: row.size,
  error: row.error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
});
