// Changes to one's own account.

import type { Instant } from '../../domain/kernel/clock.ts';
import { badField, notFound } from '../../domain/kernel/failure.ts';
import { type Account, accountLocale, accountName, checkedPassword } from '../../domain/team/account.ts';
import { deviceToken } from '../../domain/team/known-device.ts';
import type { Device } from '../../domain/team/session.ts';
import type { Writer } from '../../ports/store.ts';
import type { SignedIn } from './sessions.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { TeamDeps } from './team-deps.ts';

export interface AccountEdit {
  name?: string | undefined;
  /** Null for the browser's locale. */
  locale?: string | null | undefined;
  password?: { current: string; next: string } | undefined;
}

export interface Accounts {
  /** A new password ends all other sessions. Returns the browser's new device token; undefined if unchanged. */
  update(signedIn: SignedIn, edit: AccountEdit, device: Device): Promise<string | undefined>;
}

export function accounts(
  { store, clock, passwords }: TeamDeps,
  { signInLimits }: Pick<SignInTools, 'signInLimits'>,
): Accounts {
  const newHash = async (
    account: Account,
    { current, next }: { current: string; next: string },
    device: Device,
  ): Promise<string> => {
    const { email } = account;
    const checked = checkedPassword(next, email, 'password.next');
    const authenticated = await signInLimits.authenticate({ email, password: current, device }, async () => [
      account,
    ]);
    if (authenticated === undefined) throw wrongPassword();
    return passwords.hash(checked);
  };

  return {
    async update({ session }, { name, locale, password }, device) {
      const account = await store.read.accounts.find(session.accountId);
      if (account === undefined) throw notFound('Account');
      const passwordHash = password && (await newHash(account, password, device));
      const edit = {
        ...(name !== undefined && { name: accountName(name) }),
        ...(locale !== undefined && { locale: locale === null ? null : accountLocale(locale) }),
        ...(passwordHash !== undefined && { passwordHash }),
      };
      return store.transaction(async (write) => {
        if (name !== undefined) await showRenamed(write, account.id, clock.now());
        const before = await write.accounts.find(account.id);
        if (before === undefined) throw notFound('Account');
        // The password may have been cleared meanwhile, when someone else proved that they own the email.
        if (passwordHash !== undefined && before.passwordHash !== account.passwordHash) throw wrongPassword();
        const after = { ...before, ...edit };
        await write.accounts.update(after);
        if (passwordHash === undefined) return undefined;
        await write.sessions.removeOthers(account.id, session.id);
        return deviceToken(after, clock.now());
      });
    },
  };
}

const wrongPassword = () => badField('password.current', 'is not your password.');

/** Posts show their owners, and public sites the members who answer. Workspaces are locked before the account, as everywhere. */
export async function showRenamed(write: Writer, accountId: string, at: Instant): Promise<void> {
  const memberships = await write.memberships.ofAccount(accountId);
  for (const { workspaceId } of memberships) {
    await write.workspaces.raiseRevision(workspaceId, at);
    await write.workspaces.raisePublicRevision(workspaceId, at);
  }
}
