// Accounts that are confined to one workspace or proven, and e-mail addresses compared by ASCII letters alone.

import { type Kysely, sql } from 'kysely';

/** What the tables look like between the two steps; later migrations may change them. */
interface Tables {
  accounts: {
    id: string;
    email: string;
    email_key: string;
    account_key: string;
    password_hash: string | null;
    confined_to: string | null;
    proven_at: number | null;
    created_at: number;
  };
  memberships: { account_id: string; workspace_id: string };
  users: { workspace_id: string; id: string; email: string | null; email_key: string | null };
  invites: { workspace_id: string; id: string; email: string; email_key: string };
}

const usersAtOnce = 1000;

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('accounts').renameColumn('email_key', 'account_key').execute();
  await schema
    .alterTable('accounts')
    .addColumn('email_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('accounts').addColumn('confined_to', 'text').execute();
  await schema.alterTable('accounts').addColumn('proven_at', 'bigint').execute();
  await schema
    .createIndex('accounts_by_email')
    .on('accounts')
    .columns(['email_key', 'created_at', 'id'])
    .execute();
  const rows = db as Kysely<Tables>;
  await confineAccounts(rows);
  await rekeyInvites(rows);
  // The first pass may free a key that the second one needs.
  await rekeyUsers(rows);
  await rekeyUsers(rows);
}

/**
 * How an account was made was not recorded. One without a password came through the provider, and the oldest one is
 * the operator's own: both are proven. Any other with a single membership may come from an invite link, and is
 * confined to that workspace. The rest keep what they reach, until the provider or the operator proves the address.
 */
async function confineAccounts(db: Kysely<Tables>): Promise<void> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'password_hash', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const memberships = await db.selectFrom('memberships').select(['account_id', 'workspace_id']).execute();
  // Old keys must not be in the way of new ones.
  await db
    .updateTable('accounts')
    .set(({ ref }) => ({ account_key: ref('id') }))
    .execute();
  const taken = new Set<string>();
  for (const [index, { id, email, password_hash, created_at }] of accounts.entries()) {
    const own = memberships.filter(({ account_id }) => account_id === id);
    const isProven = index === 0 || password_hash === null;
    const confinedTo = !isProven && own.length === 1 ? (own[0]?.workspace_id ?? null) : null;
    const key = emailKey(email);
    const accountKey = confinedTo === null ? key : `${confinedTo}:${key}`;
    await db
      .updateTable('accounts')
      .set({
        email_key: key,
        // Of two that have become one address, the older is found by it.
        account_key: taken.has(accountKey) ? `${id}:${key}` : accountKey,
        confined_to: confinedTo,
        proven_at: isProven ? created_at : null,
      })
      .where('id', '=', id)
      .execute();
    taken.add(accountKey);
  }
}

async function rekeyInvites(db: Kysely<Tables>): Promise<void> {
  const invites = await db
    .selectFrom('invites')
    .select(['workspace_id', 'id', 'email'])
    .where(isNotAscii)
    .execute();
  for (const { workspace_id, id, email } of invites)
    await db
      .updateTable('invites')
      .set({ email_key: emailKey(email) })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute();
}

/**
 * ASCII addresses have the key that they had. Of two people whose addresses differ only in how an accented letter is
 * composed, the one with the lower id is found by the address from now on; both keep their ids.
 */
async function rekeyUsers(db: Kysely<Tables>): Promise<void> {
  let last = { workspace_id: '', id: '' };
  for (;;) {
    const users = await db
      .selectFrom('users')
      .select(['workspace_id', 'id', 'email', 'email_key'])
      .where(isNotAscii)
      .where((eb) =>
        eb.or([
          eb('workspace_id', '>', last.workspace_id),
          eb.and([eb('workspace_id', '=', last.workspace_id), eb('id', '>', last.id)]),
        ]),
      )
      .orderBy('workspace_id')
      .orderBy('id')
      .limit(usersAtOnce)
      .execute();
    for (const user of users) await rekeyUser(db, user);
    const end = users.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

async function rekeyUser(
  db: Kysely<Tables>,
  { workspace_id, id, email, email_key }: Tables['users'],
): Promise<void> {
  const key = emailKey(email ?? '');
  if (key === email_key) return;
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('email_key', '=', key)
    .executeTakeFirst();
  if (taken !== undefined) return;
  await db
    .updateTable('users')
    .set({ email_key: key })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute();
}

/** Only such addresses can have another key than before. */
const isNotAscii = sql<boolean>`octet_length(email) <> length(email)`;

/** As `domain/people/user` has it at the time of this migration. */
const lookalikes = /([\u037e\u1fef\u212a])/;
const emailKey = (email: string): string =>
  email
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .split(lookalikes)
    .map((part) => (lookalikes.test(part) ? part : part.normalize('NFC')))
    .join('');
