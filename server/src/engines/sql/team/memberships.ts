// The memberships table.

import type { MembershipReader, MembershipWriter } from '../../../ports/team/console-store.ts';
import type { Db } from '../kernel/tables.ts';

const columns = [
  'workspace_id as workspaceId',
  'account_id as accountId',
  'role',
  'created_at as createdAt',
] as const;

export function membershipReader(db: Db): MembershipReader {
  const memberships = () => db.selectFrom('memberships').select(columns);
  return {
    find: (workspaceId, accountId) =>
      memberships()
        .where('workspace_id', '=', workspaceId)
        .where('account_id', '=', accountId)
        .executeTakeFirst(),
    list: (workspaceId) =>
      memberships()
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at')
        .orderBy('account_id')
        .execute(),
    ofAccount: (accountId) =>
      memberships()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('workspace_id')
        .execute(),
  };
}

export const membershipWriter = (db: Db): MembershipWriter => ({
  ...membershipReader(db),
  async insert({ workspaceId, accountId, role, createdAt }) {
    await db
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, account_id: accountId, role, created_at: createdAt })
      .execute();
  },
  async setRole(workspaceId, accountId, role) {
    await db
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .execute();
  },
  async remove(workspaceId, accountId) {
    await db
      .deleteFrom('memberships')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .execute();
  },
});
