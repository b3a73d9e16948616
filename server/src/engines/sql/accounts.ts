// Accounts in the database.

import type { Account } from '../../domain/account.ts';
import { emailKey } from '../../domain/user.ts';
import type { AccountReader, AccountWriter } from '../../ports/console-store.ts';
import { inChunks } from './in-chunks.ts';
import type { Db } from './tables.ts';

const columns = [
  'id',
  'name',
  'email',
  'password_hash as passwordHash',
  'locale',
  'created_at as createdAt',
] as const;

export function accountReader(db: Db): AccountReader {
  const accounts = () => db.selectFrom('accounts').select(columns);
  return {
    find: (id) => accounts().where('id', '=', id).executeTakeFirst(),
    findByEmail: (email) => accounts().where('email_key', '=', emailKey(email)).executeTakeFirst(),
    async accountsOf(ids) {
      const found = new Map<string, Account>();
      await inChunks(ids, async (chunk) => {
        for (const account of await accounts().where('id', 'in', chunk).execute())
          found.set(account.id, account);
      });
      return found;
    },
    async exist() {
      return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
    },
  };
}

export function accountWriter(db: Db): AccountWriter {
  const fields = ({ name, email, passwordHash, locale }: Account) => ({
    name,
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    locale,
  });
  return {
    ...accountReader(db),
    async insert(account) {
      await db
        .insertInto('accounts')
        .values({ id: account.id, ...fields(account), created_at: account.createdAt })
        .execute();
    },
    async update(account) {
      await db.updateTable('accounts').set(fields(account)).where('id', '=', account.id).execute();
    },
  };
}
