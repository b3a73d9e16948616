// Signing in through a provider that is believed: by the e-mail address it vouches for.

import { type Account, accountEmail, accountName } from '../domain/account.ts';
import { Failure } from '../domain/failure.ts';
import type { Invite } from '../domain/invite.ts';
import type { Device } from '../domain/session.ts';
import { emailKey } from '../domain/user.ts';
import type { Identity, PendingSignIn } from '../ports/sign-in-provider.ts';
import type { ConsoleDeps, FederationSettings } from './console-deps.ts';
import type { ConsoleParts } from './console-parts.ts';
import { change } from './deps.ts';
import { joinBy } from './invites.ts';
import type { NewSession } from './sessions.ts';

/** What the person's browser keeps while they are away. */
export type PendingFederation = PendingSignIn;

export interface Federation {
  label: string;
  start(redirectUrl: string): Promise<{ url: string; pending: PendingSignIn }>;
  finish(
    cameBackTo: URL,
    pending: PendingSignIn,
    device: Device,
    requestId: string,
    before: string | undefined,
  ): Promise<NewSession>;
}

interface WayIn {
  workspaceId: string;
  /** Undefined for somebody whose domain is enough. */
  invite: Invite | undefined;
}

const unverified = (): Failure =>
  new Failure('FORBIDDEN', 'The sign-in provider does not vouch for your e-mail address.');
const notInvited = (): Failure => new Failure('FORBIDDEN', 'Nobody has invited you to a workspace here.');

export function federation(
  deps: ConsoleDeps,
  { sessions }: ConsoleParts,
  { label, provider, allowedDomains }: FederationSettings,
): Federation {
  const { store, clock, mintId } = deps;

  const isAllowed = (email: string): boolean =>
    allowedDomains.includes(emailKey(email).slice(email.lastIndexOf('@') + 1));

  /** The workspaces that somebody may join: by an invite or, when they are in none yet, by their domain. */
  const openTo = async (email: string, isMember: boolean): Promise<WayIn[]> => {
    const now = clock.now();
    const invites = (await store.read.invites.ofEmail(email)).filter(({ expiresAt }) => expiresAt > now);
    if (invites.length > 0 || isMember || !isAllowed(email))
      return invites.map((invite) => ({ workspaceId: invite.workspaceId, invite }));
    const [oldest] = await store.read.workspaces.list();
    return oldest === undefined ? [] : [{ workspaceId: oldest.id, invite: undefined }];
  };

  const join = (
    { workspaceId, invite }: WayIn,
    account: Account,
    isNew: boolean,
    requestId: string,
  ): Promise<void> => {
    const caller = { workspaceId, actor: { type: 'person' as const, id: account.id }, requestId };
    return change(deps, caller, async (write) => {
      const createdAt = clock.now();
      if (isNew) await write.accounts.insert(account);
      if (invite !== undefined) await joinBy(write, invite, account.id, createdAt);
      else await write.memberships.insert({ workspaceId, accountId: account.id, role: 'member', createdAt });
      write.record('member.added', account.id);
    });
  };

  const accountOf = ({ email, name }: Identity): Account => ({
    id: mintId('account'),
    name: accountName((name ?? '').trim().slice(0, 100) || (email.split('@', 1)[0] ?? email)),
    email,
    passwordHash: null,
    locale: null,
    createdAt: clock.now(),
  });

  return {
    label,
    start: (redirectUrl) => provider.start(redirectUrl),

    async finish(cameBackTo, pending, device, requestId, before) {
      const told = await provider.finish(cameBackTo, pending);
      if (!told.isEmailVerified) throw unverified();
      const identity = { ...told, email: accountEmail(told.email) };
      const known = await store.read.accounts.findByEmail(identity.email);
      const account = known ?? accountOf(identity);
      const memberships = await store.read.memberships.ofAccount(account.id);
      const open = await openTo(identity.email, memberships.length > 0);
      const latest = (await store.read.sessions.list(account.id))[0]?.workspaceId;
      const workspaceId = latest ?? memberships[0]?.workspaceId ?? open[0]?.workspaceId;
      if (workspaceId === undefined) throw notInvited();
      for (const [index, way] of open.entries())
        await join(way, account, known === undefined && index === 0, requestId);
      return store.transaction((write) => sessions.begin(write, account.id, workspaceId, device, before));
    },
  };
}
