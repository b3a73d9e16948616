// What is left of deleted things, in the database.

import type { TombstoneReader, TombstoneWriter } from '../../../ports/records-store.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db } from '../kernel/tables.ts';

export const tombstoneReader = (db: Db): TombstoneReader => ({
  page(workspaceId, kind, since, slice) {
    const buried = db
      .selectFrom('tombstones')
      .select(['id', 'deleted_at as deletedAt'])
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind);
    const recent = since === undefined ? buried : buried.where('deleted_at', '>=', since);
    return sliced(recent, ['deleted_at', 'id'], 'asc', slice).execute();
  },
});

export const tombstoneWriter = (db: Db): TombstoneWriter => ({
  ...tombstoneReader(db),
  async bury(workspaceId, kind, tombstones) {
    if (tombstones.length === 0) return;
    await db
      .insertInto('tombstones')
      .values(
        tombstones.map(({ id, deletedAt }) => ({
          workspace_id: workspaceId,
          kind,
          id,
          deleted_at: deletedAt,
        })),
      )
      // A vote can be given and taken back again: the last time counts.
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'kind', 'id'])
          .doUpdateSet((eb) => ({ deleted_at: eb.ref('excluded.deleted_at') })),
      )
      .execute();
  },
});
