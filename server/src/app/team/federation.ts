// Sign-in through a trusted provider, by the email it has verified.

import { Failure } from '../../domain/kernel/failure.ts';
import { emailKey } from '../../domain/people/user.ts';
import { type Account, accountEmail, accountName } from '../../domain/team/account.ts';
import type { Invite } from '../../domain/team/invite.ts';
import type { Device } from '../../domain/team/session.ts';
import type { Identity, PendingSignIn } from '../../ports/team/sign-in-provider.ts';
import { change } from '../kernel/change.ts';
import { showRenamed } from './accounts.ts';
import { isInviteValid } from './invite-rights.ts';
import { joinBy } from './invites.ts';
import { absorb, proveAddress } from './proving.ts';
import type { NewSession } from './sessions.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { FederationSettings, TeamDeps } from './team-deps.ts';

export interface Federation {
  label: string;
  start(redirectUrl: string): Promise<{ url: string; pending: PendingSignIn }>;
  finish(
    callbackUrl: URL,
    pending: PendingSignIn,
    device: Device,
    requestId: string,
    before: string | undefined,
  ): Promise<NewSession>;
}

interface JoinOption {
  workspaceId: string;
  /** Undefined if the person joins by their email domain. */
  invite: Invite | undefined;
}

const unverified = (): Failure =>
  new Failure('FORBIDDEN', 'The sign-in provider has not verified your email.');
const notInvited = (): Failure => new Failure('FORBIDDEN', 'You have not been invited to a workspace.');

export function federation(
  deps: TeamDeps,
  { sessions }: SignInTools,
  { label, provider, allowedDomains }: FederationSettings,
): Federation {
  const { store, clock, mintId } = deps;

  const isAllowed = (email: string): boolean => {
    const key = emailKey(email);
    return allowedDomains.includes(key.slice(key.lastIndexOf('@') + 1));
  };

  /** The workspaces someone may join: by invite or, if they have none yet, by email domain. */
  const joinOptionsFor = async (email: string, isMember: boolean): Promise<JoinOption[]> => {
    const now = clock.now();
    const invites: Invite[] = [];
    for (const invite of await store.read.invites.ofEmail(email))
      if (invite.expiresAt > now && (await isInviteValid(store.read, invite))) invites.push(invite);
    if (invites.length > 0 || isMember || !isAllowed(email))
      return invites.map((invite) => ({ workspaceId: invite.workspaceId, invite }));
    const [oldest] = await store.read.workspaces.list();
    return oldest === undefined ? [] : [{ workspaceId: oldest.id, invite: undefined }];
  };

  const join = ({ workspaceId, invite }: JoinOption, account: Account, requestId: string): Promise<void> => {
    const caller = { workspaceId, actor: { type: 'person' as const, id: account.id }, requestId };
    return change(deps, caller, async (write) => {
      const createdAt = clock.now();
      if (invite === undefined) {
        if ((await write.memberships.find(workspaceId, account.id)) !== undefined) return;
        await write.memberships.insert({ workspaceId, accountId: account.id, role: 'member', createdAt });
      }
      // Used or revoked meanwhile.
      else if (!(await isInviteValid(write, invite)) || !(await joinBy(write, invite, account.id, createdAt)))
        return;
      write.record('member.added', account.id);
    });
  };

  const nameOf = ({ email, name }: Identity): string =>
    accountName((name ?? '').trim().slice(0, 100) || (email.split('@', 1)[0] ?? email));

  const accountOf = (identity: Identity): Account => ({
    id: mintId('account'),
    name: nameOf(identity),
    email: identity.email,
    passwordHash: null,
    confinedTo: null,
    provenAt: clock.now(),
    locale: null,
    createdAt: clock.now(),
  });

  /** The workspace to open: the last one used, or the first one to join. */
  const firstWorkspaceOf = async (
    account: Account,
    options: readonly JoinOption[],
  ): Promise<string | undefined> => {
    const [latest] = await store.read.sessions.list(account.id);
    if (latest !== undefined) return latest.workspaceId;
    const [membership] = await store.read.memberships.ofAccount(account.id);
    return options[0]?.workspaceId ?? membership?.workspaceId;
  };

  return {
    label,
    start: (redirectUrl) => provider.start(redirectUrl),

    async finish(callbackUrl, pending, device, requestId, before) {
      const received = await provider.finish(callbackUrl, pending);
      if (!received.isEmailVerified) throw unverified();
      const email = accountEmail(received.email);
      const identity = { ...received, email };
      const known = await store.read.accounts.findByEmail(email);
      const isMember = known !== undefined && (await store.read.memberships.ofAccount(known.id)).length > 0;
      const options = await joinOptionsFor(email, isMember);
      const profile = { name: nameOf(identity), email };
      const proven = await store.transaction(async (write) => {
        if (known?.provenAt === null) await showRenamed(write, known.id, clock.now());
        return proveAddress(write, email, profile, clock.now());
      });
      const account = proven?.account ?? accountOf(identity);
      const by = { actor: { type: 'person' as const, id: account.id }, requestId };
      if (proven !== undefined) await absorb(deps, proven, by);
      const workspaceId = await firstWorkspaceOf(account, options);
      if (workspaceId === undefined) throw notInvited();
      if (proven === undefined) await store.transaction((write) => write.accounts.insert(account));
      for (const option of options) await join(option, account, requestId);
      return store.transaction((write) => sessions.begin(write, account, workspaceId, device, before));
    },
  };
}
