// Who is signed in: how a session begins, is found again by the token in a cookie, and ends.

import type { Account } from '../../domain/account.ts';
import { Failure, notFound } from '../../domain/failure.ts';
import { deviceToken } from '../../domain/known-device.ts';
import type { Membership, Role } from '../../domain/membership.ts';
import {
  checkedDevice,
  type Device,
  type Session,
  seenEveryMs,
  sessionLastsMs,
} from '../../domain/session.ts';
import { hashToken, looksLikeToken, mintToken } from '../../domain/token.ts';
import type { Workspace } from '../../domain/workspace.ts';
import type { Writer } from '../../ports/store.ts';
import type { TeamDeps } from './team-deps.ts';

/** A person at the console, in one of their workspaces. */
export interface SignedIn {
  session: Session;
  membership: Membership;
  memberships: Membership[];
  /** Of the workspace, when the request came in. */
  revision: number;
}

export interface NewSession {
  /** For the cookie, and nowhere else. */
  token: string;
  session: Session;
  /** What the browser keeps to be known by next time; undefined when the account has no password. */
  knownBy: string | undefined;
}

/** Says neither which of the two is wrong nor whether there is such an account. */
export const wrongCredentials = (): Failure =>
  new Failure('UNAUTHORIZED', 'The e-mail address or the password is wrong.');

/** What the pages are told of who is signed in. */
export interface SessionView {
  account: Account;
  workspace: Workspace & { role: Role };
  workspaces: (Workspace & { role: Role })[];
}

export interface Sessions {
  /** Undefined when nobody is signed in by this token. `workspaceId` chooses; NOT_FOUND when it is not theirs. */
  find(token: string | undefined, workspaceId?: string): Promise<SignedIn | undefined>;
  /**
   * Begins one; ends the one that the same browser had before. `account` is what the person was judged by: they are
   * refused when its password has changed or gone since.
   */
  begin(
    write: Writer,
    account: Account,
    workspaceId: string,
    device: Device,
    before?: string,
  ): Promise<NewSession>;
  view(signedIn: Pick<SignedIn, 'session' | 'membership'>): Promise<SessionView>;
  /** Remembers the workspace that the person looks at, for the next time. */
  choose(signedIn: SignedIn): Promise<void>;
  list(accountId: string): Promise<Session[]>;
  end(accountId: string, id: string): Promise<void>;
  endOthers(signedIn: SignedIn): Promise<number>;
  /** Resolves when no note of a session is still being written. */
  idle(): Promise<void>;
}

export function sessions({ store, clock, mintId, onFault }: TeamDeps): Sessions {
  const notes = new Map<string, Promise<void>>();

  const seen = async ({ session, membership }: SignedIn): Promise<void> => {
    const now = clock.now();
    const { workspaceId } = membership;
    const note = { lastSeenAt: now, expiresAt: now + sessionLastsMs, workspaceId };
    await store.transaction((write) => write.sessions.markSeen(session.id, note));
  };

  /** At most once a minute a session, and without making the request wait. */
  const noteUse = (signedIn: SignedIn): void => {
    const { id, lastSeenAt } = signedIn.session;
    if (notes.has(id) || clock.now() - lastSeenAt < seenEveryMs) return;
    const note = seen(signedIn)
      .catch(onFault)
      .finally(() => notes.delete(id));
    notes.set(id, note);
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
      noteUse(signedIn);
      return signedIn;
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
      return { account, workspace, workspaces };
    },

    async choose(signedIn) {
      if (signedIn.session.workspaceId !== signedIn.membership.workspaceId) await seen(signedIn);
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
      await Promise.all(notes.values());
    },
  };
}
