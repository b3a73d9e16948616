// The views table.

import { sql } from 'kysely';
import type { View, ViewQuery } from '../../../domain/feedback/view.ts';
import { nameKey } from '../../../domain/kernel/text.ts';
import type { ViewReader, ViewWriter } from '../../../ports/feedback/view-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import { type Conditions, conditionsOf, isSince } from '../kernel/conditions.ts';
import { type Order, walk } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const columns = columnsOf<Tables['views'], View>()({
  id: 'id',
  name: 'name',
  filters: 'filters',
  sortBy: 'sort_by',
  shared: flagColumn('is_shared'),
  memberId: 'member_id',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
});

const byName: Order = { columns: ['name_key', 'id'], names: ['nameKey', 'id'], direction: 'asc' };

const conditions: Conditions<ViewQuery> = {
  seenBy: (memberId) => sql`(is_shared = 1 or member_id = ${memberId})`,
  updatedSince: isSince('updated_at'),
};

const derived = ({ name }: View) => ({ name_key: nameKey(name) });

export function viewReader(db: Db): ViewReader {
  const views = (workspaceId: string) =>
    db.selectFrom('views').select(columns.selected).where('workspace_id', '=', workspaceId);
  return {
    async find(workspaceId, id) {
      const row = await views(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && columns.read(row);
    },
    async page(workspaceId, { slice, ...filters }) {
      const checks = conditionsOf(conditions, workspaceId, filters);
      const rows = await walk(views(workspaceId).select('name_key as nameKey'), byName, slice, checks);
      return rows.map(columns.pick);
    },
  };
}

export function viewWriter(db: Db): ViewWriter {
  return {
    ...viewReader(db),
    async count(workspaceId) {
      const { count } = await db
        .selectFrom('views')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async insert(workspaceId, view) {
      await db
        .insertInto('views')
        .values({ workspace_id: workspaceId, ...columns.valuesOf(view), ...derived(view) })
        .execute();
    },
    async update(workspaceId, view) {
      await db
        .updateTable('views')
        .set({ ...columns.without('id').valuesOf(view), ...derived(view) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', view.id)
        .execute();
    },
    async remove(workspaceId, id) {
      await db.deleteFrom('views').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    },
    async handOver(workspaceId, fromId, toId) {
      const left = db
        .deleteFrom('views')
        .where('workspace_id', '=', workspaceId)
        .where('member_id', '=', fromId)
        .where('is_shared', '=', 0);
      if (toId === null) await left.execute();
      await db
        .updateTable('views')
        .set({ member_id: toId })
        .where('workspace_id', '=', workspaceId)
        .where('member_id', '=', fromId)
        .execute();
    },
  };
}
