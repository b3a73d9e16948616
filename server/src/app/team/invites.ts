// Invites. If mail is set up, the link goes to the address and to no one else; otherwise, or if they ask for it, the
// inviter gets it to share.

import { badField, conflict, notFound } from '../../domain/kernel/failure.ts';
import { emailKey } from '../../domain/people/user.ts';
import { type Account, accountEmail, accountName, checkedPassword } from '../../domain/team/account.ts';
import { type Invite, inviteLastsMs } from '../../domain/team/invite.ts';
import type { Role } from '../../domain/team/membership.ts';
import type { Device } from '../../domain/team/session.ts';
import { hashToken, looksLikeToken, mintToken } from '../../domain/team/token.ts';
import type { Workspace } from '../../domain/team/workspace.ts';
import type { Reader, Writer } from '../../ports/store.ts';
import { type Caller, change, needsRole } from '../kernel/change.ts';
import { type QueuedMail, queueMail } from '../kernel/mail-queue.ts';
import { isInviteValid } from './invite-rights.ts';
import { mayGive } from './members.ts';
import { absorb, type Proven, proveAddress } from './proving.ts';
import type { NewSession } from './sessions.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { TeamDeps } from './team-deps.ts';

export interface Acceptance {
  name?: string | undefined;
  password?: string | undefined;
}

export interface InviteWanted {
  email: string;
  role: Role;
  /** The inviter wants the link itself, to share it in another way. */
  asLink?: boolean | undefined;
}

export interface Invites {
  /** Valid invites, oldest first. */
  list(caller: Caller): Promise<Invite[]>;
  /**
   * Replaces an earlier invite for the same email, whose link stops working. `token` is undefined if the link is sent
   * by mail.
   */
  create(caller: Caller, wanted: InviteWanted): Promise<{ invite: Invite; token: string | undefined }>;
  remove(caller: Caller, id: string): Promise<void>;
  /**
   * `joinsAs` is the signed-in person's name, if the invite is for their email and they can join without a
   * password. Reveals nothing else about accounts.
   */
  look(
    token: string,
    sessionToken: string | undefined,
  ): Promise<{ invite: Invite; workspace: Workspace; joinsAs: string | null }>;
  /**
   * Someone signed in with the email, or who gives its account's password, joins with that account. Anyone else
   * gets an account confined to the workspace, since a link does not prove who owns the email; one that came by mail
   * alone does, for an email that no one has proven before. Neither the result nor the timing reveals whether the
   * email has an account.
   */
  accept(
    token: string,
    given: Acceptance,
    device: Device,
    requestId: string,
    before: string | undefined,
  ): Promise<NewSession>;
}

const mailOf = ({ id, email }: Pick<Invite, 'id' | 'email'>): QueuedMail => ({
  kind: 'invite',
  address: email,
  payload: { inviteId: id },
  key: `invite:${id}`,
});

export function invites(deps: TeamDeps, { sessions, signInLimits }: SignInTools): Invites {
  const { store, clock, mintId, passwords } = deps;

  const found = async (read: Reader | Writer, token: string): Promise<Invite> => {
    const invite = looksLikeToken(token) ? await read.invites.findByHash(hashToken(token)) : undefined;
    if (invite === undefined || invite.expiresAt <= clock.now() || !(await isInviteValid(read, invite)))
      throw notFound('Invite');
    return invite;
  };

  /** The signed-in account with the invited email, unless it is confined to another workspace. */
  const signedInAs = async (
    { email }: Invite,
    sessionToken: string | undefined,
  ): Promise<Account | undefined> => {
    const signedIn = await sessions.find(sessionToken);
    const account = signedIn && (await store.read.accounts.find(signedIn.session.accountId));
    return account?.confinedTo === null && emailKey(account.email) === emailKey(email) ? account : undefined;
  };

  /** The existing account, if the person proves that it is theirs. */
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

  /** Someone removed and invited again keeps their account, with a new password. */
  const insertOrReset = async (write: Writer, account: Account): Promise<Account> => {
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

  /** The account of an address that was proven just now, with this name and password; undefined if it was before. */
  const proveNow = async (write: Writer, wanted: Account): Promise<Proven | undefined> => {
    const [first] = await write.accounts.ofEmail(wanted.email);
    if (first !== undefined && first.provenAt !== null) return undefined;
    const { name, passwordHash } = wanted;
    const proven = await proveAddress(write, wanted.email, { name }, clock.now());
    const account = { ...(proven?.account ?? wanted), passwordHash, confinedTo: null, provenAt: clock.now() };
    await (proven === undefined ? write.accounts.insert(account) : write.accounts.update(account));
    return { account, others: proven?.others ?? [] };
  };

  return {
    async list({ workspaceId }) {
      const now = clock.now();
      const open: Invite[] = [];
      for (const invite of await store.read.invites.list(workspaceId))
        if (invite.expiresAt > now && (await isInviteValid(store.read, invite))) open.push(invite);
      return open;
    },

    async create(caller, { email: given, role, asLink = false }) {
      needsRole(caller, 'admin');
      mayGive(caller, role);
      const { workspaceId, actor } = caller;
      const email = accountEmail(given);
      const token = mintToken();
      const createdAt = clock.now();
      const invite = {
        id: mintId('invite'),
        workspaceId,
        hash: hashToken(token),
        email,
        role,
        createdBy: actor.id,
        createdAt,
        expiresAt: createdAt + inviteLastsMs,
      };
      return change(deps, caller, async (write) => {
        await rejectMembers(write, workspaceId, email);
        for (const older of await write.invites.list(workspaceId))
          if (emailKey(older.email) === emailKey(email)) await write.invites.remove(workspaceId, older.id);
        // Not if mail is not set up, nor to an address that bounces: then the inviter gets the link.
        const isMailed = !asLink && (await queueMail(deps, write, workspaceId, mailOf(invite)));
        const created: Invite = { ...invite, isMailed };
        await write.invites.insert(created);
        write.record('invite.created', invite.id);
        // The mail gets another one, which only its recipient sees.
        return { invite: created, token: isMailed ? undefined : token };
      });
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
      // Someone who joins without a password proves nothing: their session may be anyone's.
      const isProof = invite.isMailed && given.password !== undefined;
      const [first] = isProof ? await store.read.accounts.ofEmail(email) : [];
      const actorId = first?.provenAt === null ? first.id : wanted.id;
      const by = { workspaceId, actor: { type: 'person' as const, id: actorId }, requestId };
      const joined = await change(deps, by, async (write) => {
        const current = await found(write, token);
        if (own === undefined) await rejectMembers(write, workspaceId, email);
        const proven = isProof ? await proveNow(write, wanted) : undefined;
        const account = proven?.account ?? own ?? (await insertOrReset(write, wanted));
        // The address got another account, or another proof, a moment ago.
        if (proven !== undefined && account.id !== actorId) throw conflict('Please try again.');
        if (!(await joinBy(write, current, account.id, clock.now()))) throw notFound('Invite');
        write.record('member.added', account.id);
        return { proven, session: await sessions.begin(write, account, workspaceId, device, before) };
      });
      if (joined.proven !== undefined) await absorb(deps, joined.proven, by);
      return joined.session;
    },
  };
}

async function rejectMembers(write: Writer, workspaceId: string, email: string): Promise<void> {
  for (const { id } of await write.accounts.ofEmail(email))
    if ((await write.memberships.find(workspaceId, id)) !== undefined)
      throw conflict('This person is already a member.');
}

/** Consumes the invite; returns whether it still existed. Existing members keep their role. */
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
