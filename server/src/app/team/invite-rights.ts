// An invite is valid only while its inviter may still give its role: it ends when they leave or lose that right.

import type { Invite } from '../../domain/team/invite.ts';
import { mayInvite } from '../../domain/team/membership.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import type { Change } from '../kernel/change.ts';

export async function isInviteValid(
  read: Reader | Writer,
  { workspaceId, createdBy, role }: Invite,
): Promise<boolean> {
  const inviter = await read.memberships.find(workspaceId, createdBy);
  return inviter !== undefined && mayInvite(inviter.role, role);
}

/** Removes an inviter's invites that they could no longer create, after their membership changed. */
export async function removeInvalidInvites(
  write: Change,
  workspaceId: string,
  accountId: string,
): Promise<void> {
  for (const invite of await write.invites.list(workspaceId)) {
    if (invite.createdBy !== accountId || (await isInviteValid(write, invite))) continue;
    await write.invites.remove(workspaceId, invite.id);
    write.record('invite.deleted', invite.id);
  }
}
