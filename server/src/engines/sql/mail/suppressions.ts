// The suppressions table, and the keys of its hashes.

import { isListed, type Suppression, suppressionReasons } from '../../../domain/mail/suppression.ts';
import type { SuppressionReader, SuppressionWriter } from '../../../ports/mail/suppression-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import { matchesNothing } from '../kernel/conditions.ts';
import { branchesBy, type Order, pageOfAny, sliced } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

const columns = columnsOf<Tables['suppressions'], Suppression>()({
  id: 'id',
  hash: 'hash',
  scope: 'scope',
  reason: 'reason',
  address: 'address',
  createdAt: 'created_at',
});

const order: Order = { columns: ['created_at', 'id'], names: ['createdAt', 'id'], direction: 'desc' };

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
    findByHash: (workspaceId, hash, scope) =>
      all(workspaceId).where('hash', '=', hash).where('scope', '=', scope).executeTakeFirst(),
    async page(workspaceId, { reasons = suppressionReasons, hashes, slice }) {
      if (matchesNothing({ reasons, hashes })) return [];
      const listed = all(workspaceId).where('address', 'is not', null);
      const rows =
        hashes === undefined
          ? // The index has the listed ones by reason.
            await pageOfAny(branchesBy(listed, 'reason', reasons), order, slice)
          : await sliced(
              listed.where('hash', 'in', hashes).where('reason', 'in', reasons),
              order.columns,
              order.direction,
              slice,
              'sort',
            ).execute();
      return rows.filter(isListed);
    },
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
  async update(workspaceId, { id, reason, address }) {
    await db
      .updateTable('suppressions')
      .set({ reason, address })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
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
