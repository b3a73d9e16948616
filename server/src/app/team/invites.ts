// Inviting somebody by a link. No mail is sent: whoever invites hands the link over.

import { type Account, accountEmail, accountName, checkedPassword } from '../../domain/account.ts';
import { badField, conflict, notFound } from '../../domain/failure.ts';
import { type Invite, inviteLastsMs } from '../../domain/invite.ts';
import type { Role } from '../../domain/membership.ts';
import type { Device } from '../../domain/session.ts';
import { hashToken, looksLikeToken, mintToken } from '../../domain/token.ts';
import { emailKey } from '../../domain/user.ts';
import type { Workspace } from '../../domain/workspace.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import { type Caller, change, needsRole } from '../kernel/change.ts';
import { isBacked } from './invite-rights.ts';
import { mayGive } from './members.ts';
import type { NewSession } from './sessions.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { TeamDeps } from './team-deps.ts';

export interface Acceptance {
  name?: string | undefined;
  password?: string | undefined;
}

export interface Invites {
  /** Those that still work, oldest first. */
  list(caller: Caller): Promise<Invite[]>;
  /** An earlier one to the same address goes: its link works no more. */
  create(caller: Caller, wanted: { email: string; role: Role }): Promise<{ invite: Invite; token: string }>;
  remove(caller: Caller, id: string): Promise<void>;
  /**
   * `joinsAs` is the name of whoever is signed in in this browser, when the invite is to their address and they need
   * no password to join. Nothing else is said of who has an account.
   */
  look(
    token: string,
    sessionToken: string | undefined,
  ): Promise<{ invite: Invite; workspace: Workspace; joinsAs: string | null }>;
  /**
   * Whoever is signed in with the address joins, as does whoever gives the password of its account. Anybody else gets
   * an account that is confined to the workspace: a link says nothing of whose the address is. Which of these it was,
   * and how long it took, tells nobody whether the address has an account.
   */
  accept(
    token: string,
    given: Acceptance,
    device: Device,
    requestId: string,
    before: string | undefined,
  ): Promise<NewSession>;
}

export function invites(deps: TeamDeps, { sessions, signInLimits }: SignInTools): Invites {
  const { store, clock, mintId, passwords } = deps;

  const found = async (read: Reader | Writer, token: string): Promise<Invite> => {
    const invite = looksLikeToken(token) ? await read.invites.findByHash(hashToken(token)) : undefined;
    if (invite === undefined || invite.expiresAt <= clock.now() || !(await isBacked(read, invite)))
      throw notFound('Invite');
    return invite;
  };

  /** Whoever is signed in with the invited address, unless their account can be in no other workspace. */
  const signedInAs = async (
    { email }: Invite,
    sessionToken: string | undefined,
  ): Promise<Account | undefined> => {
    const signedIn = await sessions.find(sessionToken);
    const account = signedIn && (await store.read.accounts.find(signedIn.session.accountId));
    return account?.confinedTo === null && emailKey(account.email) === emailKey(email) ? account : undefined;
  };

  /** The account that is there already, as far as the person shows that it is theirs. */
  const ownAccount = async (
    invite: Invite,
    { password }: Acceptance,
    device: Device,
    sessionToken: string | undefined,
  ): Promise<Account | undefined> => {
    if (password === undefined) return signedInAs(invite, sessionToken);
    const { email } = invite;
    return signInLimits.authenticate({ email, password, device }, async () => {
      const account = await store.read.accounts.findByEmail(email);
      return account === undefined ? [] : [account];
    });
  };

  const confinedAccount = async (
    { email, workspaceId }: Invite,
    { name, password }: Acceptance,
  ): Promise<Account> => {
    if (password === undefined) throw badField('password', 'is required.');
    if (name === undefined) throw badField('name', 'is required.');
    return {
      id: mintId('account'),
      name: accountName(name),
      email,
      passwordHash: await passwords.hash(checkedPassword(password, email)),
      confinedTo: workspaceId,
      provenAt: null,
      locale: null,
      createdAt: clock.now(),
    };
  };

  /** Somebody who was removed from the workspace, and is invited again, is the same person with a new password. */
  const insertOrReturn = async (write: Writer, account: Account): Promise<Account> => {
    const all = await write.accounts.ofEmail(account.email);
    const earlier = all.find(({ confinedTo }) => confinedTo === account.confinedTo);
    if (earlier === undefined) {
      await write.accounts.insert(account);
      return account;
    }
    const { id, createdAt, locale } = earlier;
    const again = { ...account, id, createdAt, locale };
    await write.accounts.update(again);
    await write.sessions.removeOthers(id, undefined);
    return again;
  };

  return {
    async list({ workspaceId }) {
      const now = clock.now();
      const open: Invite[] = [];
      for (const invite of await store.read.invites.list(workspaceId))
        if (invite.expiresAt > now && (await isBacked(store.read, invite))) open.push(invite);
      return open;
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
        await refuseMembers(write, workspaceId, email);
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

    async look(token, sessionToken) {
      const invite = await found(store.read, token);
      const workspace = await store.read.workspaces.find(invite.workspaceId);
      if (workspace === undefined) throw notFound('Invite');
      const account = await signedInAs(invite, sessionToken);
      return { invite, workspace, joinsAs: account?.name ?? null };
    },

    async accept(token, given, device, requestId, before) {
      const invite = await found(store.read, token);
      const { workspaceId, email } = invite;
      const own = await ownAccount(invite, given, device, before);
      const wanted = own ?? (await confinedAccount(invite, given));
      const by = { workspaceId, actor: { type: 'person' as const, id: wanted.id }, requestId };
      return change(deps, by, async (write) => {
        const current = await found(write, token);
        if (own === undefined) await refuseMembers(write, workspaceId, email);
        const account = own ?? (await insertOrReturn(write, wanted));
        if (!(await joinBy(write, current, account.id, clock.now()))) throw notFound('Invite');
        write.record('member.added', account.id);
        return sessions.begin(write, account, workspaceId, device, before);
      });
    },
  };
}

async function refuseMembers(write: Writer, workspaceId: string, email: string): Promise<void> {
  for (const { id } of await write.accounts.ofEmail(email))
    if ((await write.memberships.find(workspaceId, id)) !== undefined)
      throw conflict('This person is a member already.');
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
