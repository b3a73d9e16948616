// The suppressions table, and the keys of its hashes.

import type { Suppression } from '../../../domain/mail/suppression.ts';
import type { SuppressionReader, SuppressionWriter } from '../../../ports/mail/suppression-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const columns = columnsOf<Tables['suppressions'], Suppression>()({
  id: 'id',
  hash: 'hash',
  scope: 'scope',
  reason: 'reason',
  address: 'address',
  createdAt: 'created_at',
});

export function suppressionReader(db: Db): SuppressionReader {
  const all = (workspaceId: string) =>
    db.selectFrom('suppressions').select(columns.selected).where('workspace_id', '=', workspaceId);
  return {
    async keyOf(workspaceId) {
      const row = await db
        .selectFrom('mail_keys')
        .select('key')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return row?.key;
    },
    async scopesOf(workspaceId, hashes) {
      if (hashes.length === 0) return [];
      const rows = await db
        .selectFrom('suppressions')
        .select('scope')
        .distinct()
        .where('workspace_id', '=', workspaceId)
        .where('hash', 'in', hashes)
        .execute();
      return rows.map(({ scope }) => scope);
    },
    find: (workspaceId, id) => all(workspaceId).where('id', '=', id).executeTakeFirst(),
    page: (workspaceId, slice) => sliced(all(workspaceId), ['created_at', 'id'], 'desc', slice).execute(),
  };
}

export const suppressionWriter = (db: Db): SuppressionWriter => ({
  ...suppressionReader(db),
  async ensureKey(workspaceId, key) {
    const known = await suppressionReader(db).keyOf(workspaceId);
    if (known !== undefined) return known;
    await db
      .insertInto('mail_keys')
      .values({ workspace_id: workspaceId, key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another process may have been faster.
    return (await suppressionReader(db).keyOf(workspaceId)) ?? key;
  },
  async add(workspaceId, suppression) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('suppressions')
      .values({ workspace_id: workspaceId, ...columns.valuesOf(suppression) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  },
  async remove(workspaceId, id) {
    await db
      .deleteFrom('suppressions')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  },
  async forgetAddress(workspaceId, hash) {
    await db
      .updateTable('suppressions')
      .set({ address: null })
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .execute();
  },
});
