// The bans table.

import type { Ban } from '../../../domain/site/submission.ts';
import type { BanReader, BanWriter } from '../../../ports/site/submission-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import { sliced } from '../kernel/paging.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const banColumns = columnsOf<Tables['bans'], Ban>()({
  userId: 'user_id',
  reason: 'reason',
  createdAt: 'created_at',
});

export function banReader(db: Db): BanReader {
  const bans = (workspaceId: string) =>
    db.selectFrom('bans').select(banColumns.selected).where('workspace_id', '=', workspaceId);
  return {
    find: (workspaceId, userId) => bans(workspaceId).where('user_id', '=', userId).executeTakeFirst(),
    page: (workspaceId, slice) =>
      sliced(bans(workspaceId), ['created_at', 'user_id'], 'desc', slice).execute(),
  };
}

export const banWriter = (db: Db): BanWriter => ({
  ...banReader(db),
  async put(workspaceId, ban) {
    const values = banColumns.valuesOf(ban);
    await db
      .insertInto('bans')
      .values({ workspace_id: workspaceId, ...values })
      .onConflict((taken) => taken.columns(['workspace_id', 'user_id']).doUpdateSet(values))
      .execute();
  },
  async remove(workspaceId, userId) {
    const { numDeletedRows } = await db
      .deleteFrom('bans')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  },
});
