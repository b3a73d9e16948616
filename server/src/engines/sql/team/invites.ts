// The invites table: stores hashes, never tokens.

import { emailKey } from '../../../domain/people/user.ts';
import type { InviteReader, InviteWriter } from '../../../ports/team/console-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';

const forgottenAtOnce = 1000;

const columns = [
  'workspace_id as workspaceId',
  'id',
  'hash',
  'email',
  'role',
  'created_by as createdBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

export function inviteReader(db: Db): InviteReader {
  const invites = () => db.selectFrom('invites').select(columns);
  return {
    findByHash: (hash) => invites().where('hash', '=', hash).executeTakeFirst(),
    list: (workspaceId) => invites().where('workspace_id', '=', workspaceId).orderBy('id').execute(),
    ofEmail: (email) =>
      invites().where('email_key', '=', emailKey(email)).orderBy('created_at').orderBy('id').execute(),
  };
}

export const inviteWriter = (db: Db, locks: Locks): InviteWriter => ({
  ...inviteReader(db),
  async insert(invite) {
    await db
      .insertInto('invites')
      .values({
        workspace_id: invite.workspaceId,
        id: invite.id,
        hash: invite.hash,
        email: invite.email,
        email_key: emailKey(invite.email),
        role: invite.role,
        created_by: invite.createdBy,
        created_at: invite.createdAt,
        expires_at: invite.expiresAt,
      })
      .execute();
  },
  async remove(workspaceId, id) {
    const { numDeletedRows } = await db
      .deleteFrom('invites')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  },
  async forgetBefore(instant) {
    const old = locks.unclaimed(
      db.selectFrom('invites').select('id').where('expires_at', '<', instant).limit(forgottenAtOnce),
    );
    const { numDeletedRows } = await db
      .deleteFrom('invites')
      .where('expires_at', '<', instant)
      .where('id', 'in', old)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
