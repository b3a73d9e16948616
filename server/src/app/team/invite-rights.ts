// An invite is worth what its inviter may give now: it ends when they leave, or may no longer invite to its role.

import type { Invite } from '../../domain/invite.ts';
import { mayInvite } from '../../domain/membership.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import type { Change } from '../kernel/change.ts';

export async function isBacked(
  read: Reader | Writer,
  { workspaceId, createdBy, role }: Invite,
): Promise<boolean> {
  const inviter = await read.memberships.find(workspaceId, createdBy);
  return inviter !== undefined && mayInvite(inviter.role, role);
}

/** Removes those of one inviter that they could not make any more, after a change of their membership. */
export async function endInvitesOf(write: Change, workspaceId: string, accountId: string): Promise<void> {
  for (const invite of await write.invites.list(workspaceId)) {
    if (invite.createdBy !== accountId || (await isBacked(write, invite))) continue;
    await write.invites.remove(workspaceId, invite.id);
    write.record('invite.deleted', invite.id);
  }
}
