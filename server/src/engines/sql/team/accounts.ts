// The accounts table.

import { emailKey } from '../../../domain/people/user.ts';
import { type Account, accountKey } from '../../../domain/team/account.ts';
import type { AccountReader, AccountWriter } from '../../../ports/team/console-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';

const columns = [
  'id',
  'name',
  'email',
  'password_hash as passwordHash',
  'confined_to as confinedTo',
  'proven_at as provenAt',
  'locale',
  'created_at as createdAt',
] as const;

const accounts = (db: Db) => db.selectFrom('accounts').select(columns);
const withId = (db: Db, id: string) => accounts(db).where('id', '=', id);
const unconfined = (db: Db, email: string) =>
  accounts(db).where('account_key', '=', accountKey({ email, confinedTo: null }));
const ofAddress = (db: Db, email: string) =>
  accounts(db).where('email_key', '=', emailKey(email)).orderBy('created_at').orderBy('id');
const unconfinedFirst = (all: readonly Account[]): Account[] => [
  ...all.filter(({ confinedTo }) => confinedTo === null),
  ...all.filter(({ confinedTo }) => confinedTo !== null),
];

export function accountReader(db: Db): AccountReader {
  return {
    find: (id) => withId(db, id).executeTakeFirst(),
    findByEmail: (email) => unconfined(db, email).executeTakeFirst(),
    ofEmail: async (email) => unconfinedFirst(await ofAddress(db, email).execute()),
    async accountsOf(ids) {
      const found = new Map<string, Account>();
      await inChunks(ids, async (chunk) => {
        for (const account of await accounts(db).where('id', 'in', chunk).execute())
          found.set(account.id, account);
      });
      return found;
    },
    async exist() {
      return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
    },
  };
}

export function accountWriter(db: Db, locks: Locks): AccountWriter {
  const fields = ({ name, email, passwordHash, confinedTo, provenAt, locale }: Account) => ({
    name,
    email,
    email_key: emailKey(email),
    account_key: accountKey({ email, confinedTo }),
    password_hash: passwordHash,
    confined_to: confinedTo,
    proven_at: provenAt,
    locale,
  });
  return {
    ...accountReader(db),
    find: (id) => locks.held(withId(db, id)).executeTakeFirst(),
    findByEmail: (email) => locks.held(unconfined(db, email)).executeTakeFirst(),
    ofEmail: async (email) => unconfinedFirst(await locks.held(ofAddress(db, email)).execute()),
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
