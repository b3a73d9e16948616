// Members of a workspace. It always keeps at least one owner, even under concurrent requests.

import type { Instant } from '../../domain/kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../domain/kernel/failure.ts';
import type { Member, Membership, Role } from '../../domain/team/membership.ts';
import { handOver } from '../feedback/owners.ts';
import { type Caller, type Change, change, hasRole, needsRole } from '../kernel/change.ts';
import { removeInvalidInvites } from './invite-rights.ts';
import { revokeKeysOf } from './keys.ts';
import type { TeamDeps } from './team-deps.ts';

export interface SeenMember extends Member {
  lastSeenAt: Instant | null;
}

export interface Members {
  /** Oldest first. */
  list(caller: Caller): Promise<SeenMember[]>;
  setRole(caller: Caller, accountId: string, role: Role): Promise<SeenMember>;
  /**
   * Signs the account out if it has no workspace left. Its open invites end; its keys stay, unless `revokeKeys` is
   * set. Posts lose them as owner. Returns the number of revoked keys.
   */
  remove(caller: Caller, accountId: string, choice?: { revokeKeys: boolean }): Promise<number>;
}

/** Only owners may grant or change the owner role. */
export function mayGive(caller: Caller, ...roles: Role[]): void {
  if (roles.includes('owner') && !hasRole(caller, 'owner'))
    throw forbidden('Only an owner of the workspace can do this.');
}

export function members(deps: TeamDeps): Members {
  const { store, clock } = deps;

  const presented = async (memberships: readonly Membership[]): Promise<SeenMember[]> => {
    const ids = memberships.map(({ accountId }) => accountId);
    const accounts = await store.read.accounts.accountsOf(ids);
    const seen = await store.read.sessions.lastSeenOf(ids);
    return memberships.flatMap(({ accountId, role, createdAt }) => {
      const account = accounts.get(accountId);
      if (account === undefined) return [];
      const { id, name, email } = account;
      return [{ id, name, email, role, createdAt, lastSeenAt: seen.get(id) ?? null }];
    });
  };

  const found = async (write: Change, workspaceId: string, accountId: string): Promise<Membership> => {
    const membership = await write.memberships.find(workspaceId, accountId);
    if (membership === undefined) throw notFound('Member');
    return membership;
  };

  const requireAnotherOwner = async (
    write: Change,
    { workspaceId, accountId, role }: Membership,
  ): Promise<void> => {
    if (role !== 'owner') return;
    const others = (await write.memberships.list(workspaceId)).filter(
      (one) => one.role === 'owner' && one.accountId !== accountId,
    );
    if (others.length === 0)
      throw conflict('The workspace must have an owner. Make someone else an owner first.');
  };

  return {
    list: async ({ workspaceId }) => presented(await store.read.memberships.list(workspaceId)),

    async setRole(caller, accountId, role) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const after = await change(deps, caller, async (write) => {
        const before = await found(write, workspaceId, accountId);
        mayGive(caller, before.role, role);
        if (role !== 'owner') await requireAnotherOwner(write, before);
        if (before.role !== role) {
          await write.memberships.setRole(workspaceId, accountId, role);
          write.record('member.updated', accountId);
          await removeInvalidInvites(write, workspaceId, accountId);
        }
        return { ...before, role };
      });
      const [member] = await presented([after]);
      if (member === undefined) throw notFound('Member');
      return member;
    },

    async remove(caller, accountId, { revokeKeys } = { revokeKeys: false }) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const before = await found(write, workspaceId, accountId);
        mayGive(caller, before.role);
        await requireAnotherOwner(write, before);
        await write.memberships.remove(workspaceId, accountId);
        await write.inboxes.removeOf(workspaceId, accountId);
        write.record('member.removed', accountId);
        await write.views.handOver(workspaceId, accountId, null);
        if (await handOver(deps, write, workspaceId, accountId, null))
          write.afterCommit(() => deps.onScheduled?.());
        await removeInvalidInvites(write, workspaceId, accountId);
        const left = await write.memberships.ofAccount(accountId);
        if (left.length === 0) await write.sessions.removeOthers(accountId, undefined);
        return revokeKeys ? revokeKeysOf(write, workspaceId, accountId, clock.now()) : 0;
      });
    },
  };
}
