// Console sessions: sign-in, lookup by the cookie's token, and sign-out.

import { Failure, notFound } from '../../domain/kernel/failure.ts';
import type { Account } from '../../domain/team/account.ts';
import { deviceToken } from '../../domain/team/known-device.ts';
import type { Membership, Role } from '../../domain/team/membership.ts';
import {
  checkedDevice,
  type Device,
  type Session,
  seenEveryMs,
  sessionLastsMs,
} from '../../domain/team/session.ts';
import { hashToken, looksLikeToken, mintToken } from '../../domain/team/token.ts';
import type { Workspace } from '../../domain/team/workspace.ts';
import type { Writer } from '../../ports/store.ts';
import { inboxes } from './inbox/inbox.ts';
import type { TeamDeps } from './team-deps.ts';

/** A signed-in person in one of their workspaces. */
export interface SignedIn {
  session: Session;
  membership: Membership;
  memberships: Membership[];
  /** The workspace's revision when the request arrived. */
  revision: number;
}

export interface NewSession {
  /** For the cookie only. */
  token: string;
  session: Session;
  /** Device token that identifies the browser at the next sign-in; undefined without a password. */
  knownBy: string | undefined;
}

/** Does not reveal which of the two is wrong, or whether the account exists. */
export const wrongCredentials = (): Failure => new Failure('UNAUTHORIZED', 'Incorrect email or password.');

/** A larger number would be no more useful. */
const countedWaiting = 100;

/** The session as the console shows it. */
export interface SessionView {
  account: Account;
  workspace: Workspace & { role: Role };
  workspaces: (Workspace & { role: Role })[];
  /** Whether the service has disabled a webhook of the workspace. */
  hasDisabledWebhook: boolean;
  isSitePublic: boolean;
  /** How many submissions and reports of visitors the team has to look at. */
  waitingCount: number;
  /** How many posts are in the member's inbox. */
  inboxCount: number;
}

export interface Sessions {
  /**
   * Undefined if the token has no session. `workspaceId` selects a workspace; NOT_FOUND if the person is not a
   * member.
   */
  find(token: string | undefined, workspaceId?: string): Promise<SignedIn | undefined>;
  /**
   * Starts a session and ends the browser's previous one. Fails if the account's password changed since `account`
   * was read.
   */
  begin(
    write: Writer,
    account: Account,
    workspaceId: string,
    device: Device,
    before?: string,
  ): Promise<NewSession>;
  /** Whether it still is a session of a member with the same role. Unlike `find`, asking is no use of the session. */
  isCurrent(signedIn: SignedIn): Promise<boolean>;
  view(signedIn: Pick<SignedIn, 'session' | 'membership'>): Promise<SessionView>;
  /** Remembers the current workspace for the next visit. */
  choose(signedIn: SignedIn): Promise<void>;
  list(accountId: string): Promise<Session[]>;
  end(accountId: string, id: string): Promise<void>;
  endOthers(signedIn: SignedIn): Promise<number>;
  /** Resolves when all pending updates are written. */
  idle(): Promise<void>;
}

export function sessions({ store, clock, mintId, onFault }: TeamDeps): Sessions {
  const pending = new Map<string, Promise<void>>();

  const markSeen = async ({ session, membership }: SignedIn): Promise<void> => {
    const now = clock.now();
    const { workspaceId } = membership;
    const update = { lastSeenAt: now, expiresAt: now + sessionLastsMs, workspaceId };
    await store.transaction((write) => write.sessions.markSeen(session.id, update));
  };

  /** At most once per minute and session, in the background. */
  const recordUse = (signedIn: SignedIn): void => {
    const { id, lastSeenAt } = signedIn.session;
    if (pending.has(id) || clock.now() - lastSeenAt < seenEveryMs) return;
    const update = markSeen(signedIn)
      .catch(onFault)
      .finally(() => pending.delete(id));
    pending.set(id, update);
  };

  return {
    async find(token, workspaceId) {
      if (token === undefined || !looksLikeToken(token)) return undefined;
      const session = await store.read.sessions.findByHash(hashToken(token));
      if (session === undefined || session.expiresAt <= clock.now()) return undefined;
      const memberships = await store.read.memberships.ofAccount(session.accountId);
      const last = memberships.find((one) => one.workspaceId === session.workspaceId) ?? memberships[0];
      if (last === undefined) return undefined;
      const membership =
        workspaceId === undefined ? last : memberships.find((one) => one.workspaceId === workspaceId);
      if (membership === undefined) throw notFound('Workspace');
      const revision = await store.read.workspaces.revision(membership.workspaceId);
      const signedIn = { session, membership, memberships, revision };
      recordUse(signedIn);
      return signedIn;
    },

    async isCurrent({ session: { hash }, membership: { workspaceId, accountId, role } }) {
      const session = await store.read.sessions.findByHash(hash);
      if (session === undefined || session.expiresAt <= clock.now()) return false;
      return (await store.read.memberships.find(workspaceId, accountId))?.role === role;
    },

    async begin(write, account, workspaceId, device, before) {
      const current = await write.accounts.find(account.id);
      if (current?.passwordHash !== account.passwordHash) throw wrongCredentials();
      const now = clock.now();
      const token = mintToken();
      const session: Session = {
        id: mintId('session'),
        hash: hashToken(token),
        accountId: account.id,
        workspaceId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + sessionLastsMs,
        ...checkedDevice(device),
      };
      const old =
        before !== undefined && looksLikeToken(before)
          ? await write.sessions.findByHash(hashToken(before))
          : undefined;
      if (old !== undefined) await write.sessions.remove(old.accountId, old.id);
      await write.sessions.insert(session);
      return { token, session, knownBy: deviceToken(account, now) };
    },

    async view({ session, membership }) {
      const account = await store.read.accounts.find(session.accountId);
      const memberships = await store.read.memberships.ofAccount(session.accountId);
      const known = await store.read.workspaces.workspacesOf(memberships.map((one) => one.workspaceId));
      const workspaces = memberships.flatMap(({ workspaceId, role }) => {
        const workspace = known.get(workspaceId);
        return workspace === undefined ? [] : [{ ...workspace, role }];
      });
      const workspace = workspaces.find(({ id }) => id === membership.workspaceId);
      if (account === undefined || workspace === undefined) throw notFound('Workspace');
      const webhooks = await store.read.webhooks.list(workspace.id);
      const hasDisabledWebhook = webhooks.some(({ disabledReason }) => disabledReason !== null);
      const site = await store.read.sites.find(workspace.id);
      const isSitePublic = site !== undefined && site.visibility !== 'off';
      const submissions = await store.read.submissions.countWaiting(workspace.id, countedWaiting);
      const reports = await store.read.reports.count(workspace.id, countedWaiting);
      const waitingCount = Math.min(submissions + reports, countedWaiting);
      const inboxCount = await inboxes({ store, clock }).count(membership);
      const counts = { waitingCount, inboxCount };
      return { account, workspace, workspaces, hasDisabledWebhook, isSitePublic, ...counts };
    },

    async choose(signedIn) {
      if (signedIn.session.workspaceId !== signedIn.membership.workspaceId) await markSeen(signedIn);
    },

    async list(accountId) {
      const now = clock.now();
      return (await store.read.sessions.list(accountId)).filter(({ expiresAt }) => expiresAt > now);
    },

    async end(accountId, id) {
      const ended = await store.transaction((write) => write.sessions.remove(accountId, id));
      if (!ended) throw notFound('Session');
    },

    endOthers: ({ session }) =>
      store.transaction((write) => write.sessions.removeOthers(session.accountId, session.id)),

    async idle() {
      await Promise.all(pending.values());
    },
  };
}
