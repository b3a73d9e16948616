// Sign-in with email and password.

import { isStorable } from '../../domain/kernel/text.ts';
import type { Account } from '../../domain/team/account.ts';
import type { Device } from '../../domain/team/session.ts';
import { type NewSession, wrongCredentials } from './sessions.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { TeamDeps } from './team-deps.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface SignIn {
  /** `before` is the browser's previous session token, which is revoked. */
  withPassword(credentials: Credentials, device: Device, before: string | undefined): Promise<NewSession>;
}

export function signIn({ store }: TeamDeps, { sessions, signInLimits }: SignInTools): SignIn {
  /** Accounts with this email: the unconfined one first, then by last use. */
  const accountsOf = async (email: string): Promise<Account[]> => {
    // Text that cannot be stored matches no account, and a database would reject it.
    const all = isStorable(email) ? await store.read.accounts.ofEmail(email) : [];
    const ids = all.map(({ id }) => id);
    const seen = ids.length > 1 ? await store.read.sessions.lastSeenOf(ids) : new Map<string, number>();
    const seenAt = ({ id, confinedTo }: Account) =>
      confinedTo === null ? Number.POSITIVE_INFINITY : (seen.get(id) ?? 0);
    return all.sort((a, b) => (seenAt(a) === seenAt(b) ? 0 : seenAt(b) - seenAt(a)));
  };

  return {
    async withPassword({ email: given, password }, device, before) {
      const email = given.trim();
      const account = await signInLimits.authenticate({ email, password, device }, () => accountsOf(email));
      if (account === undefined) throw wrongCredentials();
      const [membership] = await store.read.memberships.ofAccount(account.id);
      if (membership === undefined) throw wrongCredentials();
      const latest = (await store.read.sessions.list(account.id))[0]?.workspaceId;
      return store.transaction((write) =>
        sessions.begin(write, account, latest ?? membership.workspaceId, device, before),
      );
    },
  };
}
