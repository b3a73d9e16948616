// An address that is known to be somebody's own: the provider or the operator says so. Whatever others set at it
// before that, by links that anybody could have opened, ends there.

import type { Account } from '../../domain/account.ts';
import type { Actor } from '../../domain/event.ts';
import type { Writer } from '../../ports/store.ts';
import { type ChangeDeps, change } from '../kernel/change.ts';
import { endInvitesOf } from './invite-rights.ts';

export interface Proven {
  /** The one account of the address, confined to no workspace. */
  account: Account;
  /** Others of the address, which open nothing any more; what they are members of is the account's to have. */
  others: Account[];
}

/**
 * Makes one of the accounts the person's own. Passwords and sessions from before the proof go; an account that was
 * proven before keeps its own. Undefined when the address has no account.
 */
export async function proveAddress(
  write: Writer,
  email: string,
  told: Partial<Pick<Account, 'name' | 'email'>>,
  provenAt: number,
): Promise<Proven | undefined> {
  const [first, ...others] = await write.accounts.ofEmail(email);
  if (first === undefined) return undefined;
  for (const other of others) await close(write, other);
  if (first.provenAt !== null) return { account: first, others };
  const account: Account = { ...first, ...told, confinedTo: null, provenAt, passwordHash: null };
  await close(write, first);
  await write.accounts.update(account);
  return { account, others };
}

async function close(write: Writer, account: Account): Promise<void> {
  if (account.passwordHash !== null) await write.accounts.update({ ...account, passwordHash: null });
  await write.sessions.removeOthers(account.id, undefined);
}

/** Gives the account the memberships of the others, each with its role. Can be repeated when it was cut short. */
export async function absorb(
  deps: ChangeDeps,
  { account, others }: Proven,
  by: { actor: Actor; requestId: string | null },
): Promise<void> {
  for (const other of others)
    for (const { workspaceId } of await deps.store.read.memberships.ofAccount(other.id))
      await change(deps, { workspaceId, ...by }, async (write) => {
        const membership = await write.memberships.find(workspaceId, other.id);
        if (membership === undefined) return;
        await write.memberships.remove(workspaceId, other.id);
        write.record('member.removed', other.id);
        if ((await write.memberships.find(workspaceId, account.id)) === undefined) {
          const createdAt = deps.clock.now();
          await write.memberships.insert({ ...membership, accountId: account.id, createdAt });
          write.record('member.added', account.id);
        }
        await endInvitesOf(write, workspaceId, other.id);
      });
}
