// The sessions table: stores hashes, never tokens.

import type { Instant } from '../../../domain/kernel/clock.ts';
import type { SessionReader, SessionWriter } from '../../../ports/team/console-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';

const forgottenAtOnce = 1000;

const columns = [
  'id',
  'hash',
  'account_id as accountId',
  'workspace_id as workspaceId',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
  'expires_at as expiresAt',
  'user_agent as userAgent',
  'address',
] as const;

export function sessionReader(db: Db): SessionReader {
  const sessions = () => db.selectFrom('sessions').select(columns);
  return {
    findByHash: (hash) => sessions().where('hash', '=', hash).executeTakeFirst(),
    list: (accountId) =>
      sessions()
        .where('account_id', '=', accountId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    async lastSeenOf(accountIds) {
      const seen = new Map<string, Instant>();
      await inChunks(accountIds, async (chunk) => {
        const rows = await db
          .selectFrom('sessions')
          .select(({ fn }) => ['account_id', fn.max('last_seen_at').as('at')])
          .where('account_id', 'in', chunk)
          .groupBy('account_id')
          .execute();
        for (const { account_id: accountId, at } of rows) seen.set(accountId, Number(at));
      });
      return seen;
    },
  };
}

export const sessionWriter = (db: Db, locks: Locks): SessionWriter => ({
  ...sessionReader(db),
  async insert(session) {
    await db
      .insertInto('sessions')
      .values({
        id: session.id,
        hash: session.hash,
        account_id: session.accountId,
        workspace_id: session.workspaceId,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        expires_at: session.expiresAt,
        user_agent: session.userAgent,
        address: session.address,
      })
      .execute();
  },
  async markSeen(id, { lastSeenAt, expiresAt, workspaceId }) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: lastSeenAt, expires_at: expiresAt, workspace_id: workspaceId })
      .where('id', '=', id)
      .execute();
  },
  async remove(accountId, id) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  },
  async removeOthers(accountId, keptId) {
    let others = db.deleteFrom('sessions').where('account_id', '=', accountId);
    if (keptId !== undefined) others = others.where('id', '<>', keptId);
    const { numDeletedRows } = await others.executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
  async forgetBefore(instant) {
    const old = locks.unclaimed(
      db.selectFrom('sessions').select('id').where('expires_at', '<', instant).limit(forgottenAtOnce),
    );
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
