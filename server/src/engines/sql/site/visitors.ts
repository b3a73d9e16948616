// What visitors sign in with: sessions, links and used tokens by their hashes, and the secrets of host applications.

import { emailKey } from '../../../domain/people/user.ts';
import type {
  IdentitySecret,
  MailedLink,
  SignIns,
  VisitorLink,
  VisitorSession,
} from '../../../domain/site/visitor.ts';
import type { KeyMode } from '../../../domain/team/api-key.ts';
import type { VisitorReader, VisitorWriter } from '../../../ports/site/visitor-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { sliced } from '../kernel/paging.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import { type Db, type Flag, flag } from '../kernel/tables.ts';

const forgottenAtOnce = 1000;

const sessionColumns = [
  'id',
  'user_id as userId',
  'came_by as cameBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

const sessionByHash = prepared((db, { workspaceId, hash }: { workspaceId: string; hash: string }) =>
  db
    .selectFrom('visitor_sessions')
    .select([...sessionColumns, 'hash'])
    .where('workspace_id', '=', workspaceId)
    .where('hash', '=', hash)
    .compile(),
);

const linkColumns = [
  'hash',
  'user_id as userId',
  'return_to as returnTo',
  'expires_at as expiresAt',
] as const;

const mailedLinkColumns = [
  'hash',
  'email',
  'return_to as returnTo',
  'held_post_id as heldPostId',
  'follows',
  'expires_at as expiresAt',
] as const;

const mailedLink = (
  row: (Omit<MailedLink, 'follows'> & { follows: Flag }) | undefined,
): MailedLink | undefined => row && { ...row, follows: row.follows === 1 };

export const visitorReader = (db: Db): VisitorReader => ({
  findSession: (workspaceId, hash) => firstOf(sessionByHash(db, { workspaceId, hash })),
  sessionsOf(workspaceId, userId, slice) {
    const sessions = db
      .selectFrom('visitor_sessions')
      .select(sessionColumns)
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId);
    return sliced(sessions, ['created_at', 'id'], 'desc', slice).execute();
  },
  findLink: (workspaceId, hash) =>
    db
      .selectFrom('visitor_links')
      .select(linkColumns)
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .executeTakeFirst(),
  findMailedLink: async (workspaceId, hash) =>
    mailedLink(
      await db
        .selectFrom('mailed_links')
        .select(mailedLinkColumns)
        .where('workspace_id', '=', workspaceId)
        .where('hash', '=', hash)
        .executeTakeFirst(),
    ),
  findSecret: (workspaceId, mode) =>
    db
      .selectFrom('identity_secrets')
      .select([
        'secret',
        'created_at as createdAt',
        'previous_secret as previousSecret',
        'previous_secret_expires_at as previousSecretExpiresAt',
      ])
      .where('workspace_id', '=', workspaceId)
      .where('mode', '=', mode)
      .executeTakeFirst(),
  async signInsOf(workspaceId, userIds) {
    const found = new Map<string, SignIns>();
    await inChunks([...new Set(userIds)], async (chunk) => {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'email_proven', 'last_signed_in_at as lastSignedInAt', 'came_by as cameBy'])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', chunk)
        .where('is_erased', '=', 0)
        .execute();
      for (const { id, email_proven: isProven, ...rest } of rows)
        found.set(id, { emailProven: isProven === 1, ...rest });
    });
    return found;
  },
  async namesOf(workspaceId, userIds) {
    const found = new Map<string, string>();
    await inChunks([...new Set(userIds)], async (chunk) => {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'name'])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', chunk)
        .where('is_erased', '=', 0)
        .where('last_signed_in_at', 'is not', null)
        .execute();
      for (const { id, name } of rows) if (name !== null) found.set(id, name);
    });
    return found;
  },
});

export const visitorWriter = (db: Db, locks: Locks): VisitorWriter => ({
  ...visitorReader(db),
  async insertSession(workspaceId, { id, hash, userId, cameBy, createdAt, expiresAt }: VisitorSession) {
    await db
      .insertInto('visitor_sessions')
      .values({
        workspace_id: workspaceId,
        id,
        hash,
        user_id: userId,
        came_by: cameBy,
        created_at: createdAt,
        expires_at: expiresAt,
      })
      .execute();
  },
  async removeSession(workspaceId, hash) {
    await db
      .deleteFrom('visitor_sessions')
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .execute();
  },
  async insertLink(workspaceId, { hash, userId, returnTo, expiresAt }: VisitorLink) {
    await db
      .insertInto('visitor_links')
      .values({
        workspace_id: workspaceId,
        hash,
        user_id: userId,
        return_to: returnTo,
        expires_at: expiresAt,
      })
      .execute();
  },
  takeLink: (workspaceId, hash) =>
    db
      .deleteFrom('visitor_links')
      .where('workspace_id', '=', workspaceId)
      .where('hash', '=', hash)
      .returning(linkColumns)
      .executeTakeFirst(),
  async insertMailedLink(workspaceId, { hash, email, returnTo, heldPostId, follows, expiresAt }: MailedLink) {
    await db
      .insertInto('mailed_links')
      .values({
        workspace_id: workspaceId,
        hash,
        email,
        email_key: emailKey(email),
        return_to: returnTo,
        held_post_id: heldPostId,
        follows: flag(follows),
        expires_at: expiresAt,
      })
      .execute();
  },
  takeMailedLink: async (workspaceId, hash) =>
    mailedLink(
      await db
        .deleteFrom('mailed_links')
        .where('workspace_id', '=', workspaceId)
        .where('hash', '=', hash)
        .returning(mailedLinkColumns)
        .executeTakeFirst(),
    ),
  async useToken(workspaceId, digest, expiresAt) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('used_tokens')
      .values({ workspace_id: workspaceId, digest, expires_at: expiresAt })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'digest']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  },
  async endAllOf(workspaceId, userId) {
    const ended = (table: 'visitor_sessions' | 'visitor_links') =>
      db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
    await ended('visitor_links');
    const address = db
      .selectFrom('users')
      .select('email_key')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId);
    await db
      .deleteFrom('mailed_links')
      .where('workspace_id', '=', workspaceId)
      .where('email_key', 'in', address)
      .execute();
    return Number((await ended('visitor_sessions')).numDeletedRows);
  },
  async putSecret(workspaceId: string, mode: KeyMode, given: IdentitySecret) {
    const values = {
      secret: given.secret,
      created_at: given.createdAt,
      previous_secret: given.previousSecret,
      previous_secret_expires_at: given.previousSecretExpiresAt,
    };
    await db
      .insertInto('identity_secrets')
      .values({ workspace_id: workspaceId, mode, ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'mode']).doUpdateSet(values))
      .execute();
  },
  async noteSignIn(workspaceId, userId, { emailProven, lastSignedInAt, cameBy }) {
    await db
      .updateTable('users')
      .set({
        ...(emailProven !== undefined && { email_proven: flag(emailProven) }),
        ...(lastSignedInAt !== undefined && { last_signed_in_at: lastSignedInAt }),
        ...(cameBy !== undefined && { came_by: cameBy }),
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .execute();
  },
  async forgetBefore(instant) {
    let forgotten = 0;
    const forget = async (
      table: 'visitor_sessions' | 'visitor_links' | 'mailed_links',
      column: 'id' | 'hash',
    ) => {
      const old = locks.unclaimed(
        db
          .selectFrom(table)
          .select(column as 'hash')
          .where('expires_at', '<', instant)
          .limit(forgottenAtOnce),
      );
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('expires_at', '<', instant)
        .where(column as 'hash', 'in', old)
        .executeTakeFirstOrThrow();
      forgotten += Number(numDeletedRows);
    };
    await forget('visitor_sessions', 'id');
    await forget('visitor_links', 'hash');
    await forget('mailed_links', 'hash');
    const tokens = locks.unclaimed(
      db.selectFrom('used_tokens').select('digest').where('expires_at', '<', instant).limit(forgottenAtOnce),
    );
    const { numDeletedRows } = await db
      .deleteFrom('used_tokens')
      .where('expires_at', '<', instant)
      .where('digest', 'in', tokens)
      .executeTakeFirstOrThrow();
    return forgotten + Number(numDeletedRows);
  },
});
