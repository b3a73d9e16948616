// The invites table: stores hashes, never tokens.

import { emailKey } from '../../../domain/people/user.ts';
import type { Invite } from '../../../domain/team/invite.ts';
import type { InviteReader, InviteWriter } from '../../../ports/team/console-store.ts';
import type { Locks } from '../kernel/dialect.ts';
import { type Db, type Flag, flag } from '../kernel/tables.ts';

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
  'is_mailed',
] as const;

type InviteRow = Omit<Invite, 'isMailed'> & { is_mailed: Flag };

const inviteFrom = ({ is_mailed: isMailed, ...invite }: InviteRow): Invite => ({
  ...invite,
  isMailed: isMailed === 1,
});

export function inviteReader(db: Db): InviteReader {
  const invites = () => db.selectFrom('invites').select(columns);
  return {
    async findByHash(hash) {
      const found = await invites().where('hash', '=', hash).executeTakeFirst();
      return found && inviteFrom(found);
    },
    async list(workspaceId) {
      const rows = await invites().where('workspace_id', '=', workspaceId).orderBy('id').execute();
      return rows.map(inviteFrom);
    },
    async ofEmail(email) {
      const key = emailKey(email);
      const rows = await invites().where('email_key', '=', key).orderBy('created_at').orderBy('id').execute();
      return rows.map(inviteFrom);
    },
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
        is_mailed: flag(invite.isMailed),
      })
      .execute();
  },
  async setHash(workspaceId, id, hash) {
    const { numUpdatedRows } = await db
      .updateTable('invites')
      .set({ hash })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
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
