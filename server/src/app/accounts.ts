// What a person changes of their own account.

import { accountLocale, accountName, checkedPassword } from '../domain/account.ts';
import { badField, notFound } from '../domain/failure.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { ConsoleParts } from './console-parts.ts';
import type { SignedIn } from './sessions.ts';

export interface AccountEdit {
  name?: string | undefined;
  /** Null for the browser's own. */
  locale?: string | null | undefined;
  password?: { current: string; next: string } | undefined;
}

export interface Accounts {
  /** A new password ends all other sessions. */
  update(signedIn: SignedIn, edit: AccountEdit, address: string): Promise<void>;
}

export const accounts = (
  { store, passwords }: ConsoleDeps,
  { attempts }: Pick<ConsoleParts, 'attempts'>,
): Accounts => ({
  async update({ session }, { name, locale, password }, address) {
    const account = await store.read.accounts.find(session.accountId);
    if (account === undefined) throw notFound('Account');
    const edit = {
      ...(name !== undefined && { name: accountName(name) }),
      ...(locale !== undefined && { locale: locale === null ? null : accountLocale(locale) }),
      ...(password !== undefined && { passwordHash: await newHash(password) }),
    };
    await store.transaction(async (write) => {
      const before = await write.accounts.find(account.id);
      if (before === undefined) throw notFound('Account');
      await write.accounts.update({ ...before, ...edit });
      if (password !== undefined) await write.sessions.removeOthers(account.id, session.id);
    });

    async function newHash({ current, next }: { current: string; next: string }): Promise<string> {
      const { email } = account ?? { email: '' };
      const checked = checkedPassword(next, email, 'password.next');
      const isRight = await attempts.isRight({ email, password: current, address }, account);
      if (!isRight) throw badField('password.current', 'is not your password.');
      return passwords.hash(checked);
    }
  },
});
