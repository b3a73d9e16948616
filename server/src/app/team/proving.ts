// Handles proof, by the sign-in provider or the operator, that an email belongs to a person. Access that others set
// up with that email before, through links anyone could open, ends.

import type { Actor } from '../../domain/kernel/actor.ts';
import type { Account } from '../../domain/team/account.ts';
import type { Writer } from '../../ports/store.ts';
import { handOver } from '../feedback/owners.ts';
import { type Change, type ChangeDeps, change } from '../kernel/change.ts';
import { removeInvalidInvites } from './invite-rights.ts';

export interface Proven {
  /** The email's main account, not confined to a workspace. */
  account: Account;
  /** Other accounts with the email, now locked; their memberships move to the main account. */
  others: Account[];
}

/**
 * Makes one account the person's own. Removes passwords and sessions from before the proof, except those of an
 * account already proven. Undefined if the email has no account.
 */
export async function proveAddress(
  write: Writer,
  email: string,
  profile: Partial<Pick<Account, 'name' | 'email'>>,
  provenAt: number,
): Promise<Proven | undefined> {
  const [first, ...others] = await write.accounts.ofEmail(email);
  if (first === undefined) return undefined;
  for (const other of others) await lock(write, other);
  if (first.provenAt !== null) return { account: first, others };
  const account: Account = { ...first, ...profile, confinedTo: null, provenAt, passwordHash: null };
  await lock(write, first);
  await write.accounts.update(account);
  return { account, others };
}

async function lock(write: Writer, account: Account): Promise<void> {
  if (account.passwordHash !== null) await write.accounts.update({ ...account, passwordHash: null });
  await write.sessions.removeOthers(account.id, undefined);
}

/** Moves the memberships of the others, with their roles and their posts, to the account. Can be rerun if interrupted. */
export async function absorb(
  deps: ChangeDeps,
  { account, others }: Proven,
  by: { actor: Actor; requestId: string | null },
): Promise<void> {
  for (const other of others)
    for (const { workspaceId } of await deps.store.read.memberships.ofAccount(other.id)) {
      const caller = { workspaceId, ...by };
      await change(deps, caller, async (write) => {
        const membership = await write.memberships.find(workspaceId, other.id);
        if (membership === undefined) return;
        await write.memberships.remove(workspaceId, other.id);
        await write.inboxes.removeOf(workspaceId, other.id);
        write.record('member.removed', other.id);
        if ((await write.memberships.find(workspaceId, account.id)) === undefined) {
          const createdAt = deps.clock.now();
          await write.memberships.insert({ ...membership, accountId: account.id, createdAt });
          write.record('member.added', account.id);
        }
        await write.views.handOver(workspaceId, other.id, account.id);
        await removeInvalidInvites(write, workspaceId, other.id);
      });
      const takeOver = (write: Change) => handOver(deps, write, workspaceId, other.id, account.id);
      while (await change(deps, caller, takeOver));
    }
}
