// The tellings table. It holds only what is still to be told, so it stays small.

import type { Telling } from '../../../domain/mail/telling.ts';
import type { TellingReader, TellingWriter } from '../../../ports/mail/telling-store.ts';
import { columnsOf, jsonColumn } from '../kernel/columns.ts';
import type { Locks } from '../kernel/dialect.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const columns = columnsOf<Tables['tellings'], Telling>()({
  workspaceId: 'workspace_id',
  id: 'id',
  kind: 'kind',
  about: 'about',
  key: 'key',
  payload: jsonColumn('payload'),
  place: jsonColumn('place'),
  dueAt: 'due_at',
  createdAt: 'created_at',
});

const tellings = (db: Db, workspaceId: string) =>
  db.selectFrom('tellings').select(columns.selected).where('workspace_id', '=', workspaceId);

export const tellingReader = (db: Db): TellingReader => ({
  due: (at, take) =>
    db
      .selectFrom('tellings')
      .select(['workspace_id as workspaceId', 'id'])
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .limit(take)
      .execute(),
  async nextDueAt(after) {
    const row = await db
      .selectFrom('tellings')
      .select(({ fn }) => fn.min('due_at').as('dueAt'))
      .where('due_at', '>', after)
      .executeTakeFirst();
    return row?.dueAt ?? undefined;
  },
  async findByKey(workspaceId, key) {
    const row = await tellings(db, workspaceId).where('key', '=', key).executeTakeFirst();
    return row && columns.read(row);
  },
});

export const tellingWriter = (db: Db, locks: Locks): TellingWriter => ({
  ...tellingReader(db),
  async take(workspaceId, id) {
    const row = await locks.unclaimed(tellings(db, workspaceId).where('id', '=', id)).executeTakeFirst();
    return row && columns.read(row);
  },
  async insert(telling) {
    await db.insertInto('tellings').values(columns.valuesOf(telling)).execute();
  },
  async move(workspaceId, id, place) {
    await db
      .updateTable('tellings')
      .set({ place: JSON.stringify(place) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  },
  async remove(workspaceId, id) {
    await db.deleteFrom('tellings').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  },
  async removeAll(workspaceId) {
    await db.deleteFrom('tellings').where('workspace_id', '=', workspaceId).execute();
  },
  async removeByKeys(workspaceId, keys) {
    if (keys.length === 0) return;
    await db
      .deleteFrom('tellings')
      .where('workspace_id', '=', workspaceId)
      .where('key', 'in', [...keys])
      .execute();
  },
});
