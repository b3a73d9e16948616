// Inviting somebody by a link. No mail is sent: whoever invites hands the link over.

import { type Account, accountEmail, accountName, checkedPassword } from '../domain/account.ts';
import { badField, conflict, notFound } from '../domain/failure.ts';
import { type Invite, inviteLastsMs } from '../domain/invite.ts';
import type { Role } from '../domain/membership.ts';
import type { Device } from '../domain/session.ts';
import { hashToken, looksLikeToken, mintToken } from '../domain/token.ts';
import { emailKey } from '../domain/user.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Reader, Writer } from '../ports/store.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { ConsoleParts } from './console-parts.ts';
import { type Caller, change, needsRole } from './deps.ts';
import { mayGive } from './members.ts';
import type { NewSession } from './sessions.ts';
import { wrongCredentials } from './sign-in.ts';

export interface Invites {
  /** Those that still work, oldest first. */
  list(caller: Caller): Promise<Invite[]>;
  /** An earlier one to the same address goes: its link works no more. */
  create(caller: Caller, wanted: { email: string; role: Role }): Promise<{ invite: Invite; token: string }>;
  remove(caller: Caller, id: string): Promise<void>;
  /** Whether the address has an account already, whose password is asked for then. */
  look(token: string): Promise<{ invite: Invite; workspace: Workspace; isKnown: boolean }>;
  accept(
    token: string,
    given: { name?: string | undefined; password: string },
    device: Device,
    requestId: string,
    before: string | undefined,
  ): Promise<NewSession>;
}

export function invites(deps: ConsoleDeps, { sessions, attempts }: ConsoleParts): Invites {
  const { store, clock, mintId, passwords } = deps;

  const found = async (read: Reader | Writer, token: string): Promise<Invite> => {
    const invite = looksLikeToken(token) ? await read.invites.findByHash(hashToken(token)) : undefined;
    if (invite === undefined || invite.expiresAt <= clock.now()) throw notFound('Invite');
    return invite;
  };

  /** The account that comes in: the one of that address, by its password, or a new one. */
  const accountFor = async (
    { email }: Invite,
    { name, password }: { name?: string | undefined; password: string },
    address: string,
  ): Promise<{ account: Account; isNew: boolean }> => {
    const known = await store.read.accounts.findByEmail(email);
    if (known !== undefined) {
      if (!(await attempts.isRight({ email, password, address }, known))) throw wrongCredentials();
      return { account: known, isNew: false };
    }
    if (name === undefined) throw badField('name', 'is required.');
    const account = {
      id: mintId('account'),
      name: accountName(name),
      email,
      passwordHash: await passwords.hash(checkedPassword(password, email)),
      locale: null,
      createdAt: clock.now(),
    };
    return { account, isNew: true };
  };

  return {
    async list({ workspaceId }) {
      const now = clock.now();
      return (await store.read.invites.list(workspaceId)).filter(({ expiresAt }) => expiresAt > now);
    },

    async create(caller, { email: given, role }) {
      needsRole(caller, 'admin');
      mayGive(caller, role);
      const { workspaceId, actor } = caller;
      const email = accountEmail(given);
      const token = mintToken();
      const createdAt = clock.now();
      const invite: Invite = {
        id: mintId('invite'),
        workspaceId,
        hash: hashToken(token),
        email,
        role,
        createdBy: actor.id,
        createdAt,
        expiresAt: createdAt + inviteLastsMs,
      };
      await change(deps, caller, async (write) => {
        const account = await write.accounts.findByEmail(email);
        if (account !== undefined && (await write.memberships.find(workspaceId, account.id)) !== undefined)
          throw conflict('This person is a member already.');
        for (const older of await write.invites.list(workspaceId))
          if (emailKey(older.email) === emailKey(email)) await write.invites.remove(workspaceId, older.id);
        await write.invites.insert(invite);
        write.record('invite.created', invite.id);
      });
      return { invite, token };
    },

    async remove(caller, id) {
      needsRole(caller, 'admin');
      await change(deps, caller, async (write) => {
        if (!(await write.invites.remove(caller.workspaceId, id))) throw notFound('Invite');
        write.record('invite.deleted', id);
      });
    },

    async look(token) {
      const invite = await found(store.read, token);
      const workspace = await store.read.workspaces.find(invite.workspaceId);
      if (workspace === undefined) throw notFound('Invite');
      const isKnown = (await store.read.accounts.findByEmail(invite.email)) !== undefined;
      return { invite, workspace, isKnown };
    },

    async accept(token, given, device, requestId, before) {
      const invite = await found(store.read, token);
      const { workspaceId } = invite;
      const { account, isNew } = await accountFor(invite, given, device.address);
      const actor = { type: 'person' as const, id: account.id };
      return change(deps, { workspaceId, actor, requestId }, async (write) => {
        if (isNew) await write.accounts.insert(account);
        if (!(await joinBy(write, await found(write, token), account.id, clock.now())))
          throw notFound('Invite');
        write.record('member.added', account.id);
        return sessions.begin(write, account.id, workspaceId, device, before);
      });
    },
  };
}

/** Uses the invite up; whether it was still there. Whoever is a member by now keeps the role they have. */
export async function joinBy(
  write: Writer,
  { workspaceId, id, role }: Invite,
  accountId: string,
  createdAt: number,
): Promise<boolean> {
  if (!(await write.invites.remove(workspaceId, id))) return false;
  if ((await write.memberships.find(workspaceId, accountId)) === undefined)
    await write.memberships.insert({ workspaceId, accountId, role, createdAt });
  return true;
}
