// The suppressions table, and the keys of its hashes.

import {
  isListed,
  type Suppression,
  suppressionReasons,
  suppressionScopes,
} from '../../../domain/mail/suppression.ts';
import type { SuppressionReader, SuppressionWriter } from '../../../ports/mail/suppression-store.ts';
import { columnsOf, flagColumn } from '../kernel/columns.ts';
import { matchesNothing } from '../kernel/conditions.ts';
import type { Lookups } from '../kernel/dialect.ts';
import { lookUp } from '../kernel/look-up.ts';
import { branchesBy, type Order, pageOfAny, sliced } from '../kernel/paging.ts';
import { type Db, flag, type Tables } from '../kernel/tables.ts';

export const suppressionColumns = columnsOf<Tables['suppressions'], Suppression>()({
  id: 'id',
  hash: 'hash',
  scope: 'scope',
  reason: 'reason',
  address: 'address',
  isImported: flagColumn('is_imported'),
  createdAt: 'created_at',
});

const order: Order = { columns: ['created_at', 'id'], names: ['createdAt', 'id'], direction: 'desc' };

export function suppressionReader(db: Db, lookups: Lookups): SuppressionReader {
  const { selected, read } = suppressionColumns;
  const all = (workspaceId: string) =>
    db.selectFrom('suppressions').select(selected).where('workspace_id', '=', workspaceId);
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
    async ofHashes(workspaceId, hashes) {
      const found: Suppression[] = [];
      // A hash has at most one of each scope.
      for (const scope of suppressionScopes) {
        const rows = all(workspaceId).where('scope', '=', scope);
        for (const row of await lookUp(db, lookups, rows, 'hash', hashes)) found.push(read(row));
      }
      return found;
    },
    async find(workspaceId, id) {
      const row = await all(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },
    async findByHash(workspaceId, hash, scope) {
      const found = all(workspaceId).where('hash', '=', hash).where('scope', '=', scope);
      const row = await found.executeTakeFirst();
      return row && read(row);
    },
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
      return rows.map(read).filter(isListed);
    },
  };
}

export const suppressionWriter = (db: Db, lookups: Lookups): SuppressionWriter => ({
  ...suppressionReader(db, lookups),
  async ensureKey(workspaceId, key) {
    const { keyOf } = suppressionReader(db, lookups);
    const known = await keyOf(workspaceId);
    if (known !== undefined) return known;
    await db
      .insertInto('mail_keys')
      .values({ workspace_id: workspaceId, key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another process may have been faster.
    return (await keyOf(workspaceId)) ?? key;
  },
  async add(workspaceId, suppression) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('suppressions')
      .values({ workspace_id: workspaceId, ...suppressionColumns.valuesOf(suppression) })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'hash', 'scope'])
          .doUpdateSet({ is_imported: flag(false) })
          .where('suppressions.is_imported', '=', flag(true)),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  },
  async update(workspaceId, { id, reason, address, isImported }) {
    await db
      .updateTable('suppressions')
      .set({ reason, address, is_imported: flag(isImported) })
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
      .set({ address: null, is_imported: flag(false) })
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .execute();
  },
});
