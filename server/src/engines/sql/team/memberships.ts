// The memberships table.

import { emailKey } from '../../../domain/people/user.ts';
import type { Member } from '../../../domain/team/membership.ts';
import type { MembershipReader, MembershipWriter } from '../../../ports/team/console-store.ts';
import { matchesNothing } from '../kernel/conditions.ts';
import { sliced } from '../kernel/paging.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';

const columns = [
  'workspace_id as workspaceId',
  'account_id as accountId',
  'role',
  'created_at as createdAt',
] as const;

const members = (db: Db, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.email',
      'memberships.role',
      'memberships.created_at as createdAt',
    ]);

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
    async page(workspaceId, { emails, roles, slice }) {
      if (matchesNothing({ emails, roles })) return [];
      let some = members(db, workspaceId);
      if (emails !== undefined) some = some.where('accounts.email_key', 'in', emails.map(emailKey));
      if (roles !== undefined) some = some.where('memberships.role', 'in', roles);
      return sliced(some, ['memberships.created_at', 'memberships.account_id'], 'asc', slice).execute();
    },
    async membersOf(workspaceId, accountIds) {
      const found = new Map<string, Member>();
      await inChunks([...new Set(accountIds)], async (chunk) => {
        const rows = await members(db, workspaceId).where('memberships.account_id', 'in', chunk).execute();
        for (const member of rows) found.set(member.id, member);
      });
      return found;
    },
    async idsByProvenEmail(workspaceId, emails) {
      const found = new Map<string, string>();
      await inChunks([...new Set(emails.map(emailKey))], async (chunk) => {
        const rows = await members(db, workspaceId)
          .where('accounts.email_key', 'in', chunk)
          .where('accounts.proven_at', 'is not', null)
          .execute();
        for (const { id, email } of rows) found.set(emailKey(email), id);
      });
      return found;
    },
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
