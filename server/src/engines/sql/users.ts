// People in the database.

import { emailKey, type User } from '../../domain/user.ts';
import type { UserReader, UserWriter } from '../../ports/store.ts';
import { inChunks } from './in-chunks.ts';
import { insertMany } from './insert-many.ts';
import type { Db } from './tables.ts';

const columns = [
  'id',
  'external_id as externalId',
  'name',
  'email',
  'avatar_url as avatarUrl',
  'created_at as createdAt',
] as const;

export function userReader(db: Db): UserReader {
  const users = (workspaceId: string) =>
    db.selectFrom('users').select(columns).where('workspace_id', '=', workspaceId);
  return {
    find: (workspaceId, id) => users(workspaceId).where('id', '=', id).executeTakeFirst(),
    findByExternalId: (workspaceId, externalId) =>
      users(workspaceId).where('external_id', '=', externalId).executeTakeFirst(),
    findByEmail: (workspaceId, email) =>
      users(workspaceId).where('email_key', '=', emailKey(email)).executeTakeFirst(),
    async usersOf(workspaceId, ids) {
      const found = new Map<string, User>();
      await inChunks([...new Set(ids)], async (chunk) => {
        for (const user of await users(workspaceId).where('id', 'in', chunk).execute())
          found.set(user.id, user);
      });
      return found;
    },
  };
}

export function userWriter(db: Db): UserWriter {
  const values = (user: User) => ({
    external_id: user.externalId,
    name: user.name,
    email: user.email,
    email_key: user.email === null ? null : emailKey(user.email),
    avatar_url: user.avatarUrl,
  });
  const row = (workspaceId: string, user: User) => ({
    workspace_id: workspaceId,
    id: user.id,
    created_at: user.createdAt,
    ...values(user),
  });
  return {
    ...userReader(db),
    async insert(workspaceId, user) {
      await db.insertInto('users').values(row(workspaceId, user)).execute();
    },
    async insertMany(workspaceId, users) {
      await insertMany(
        db,
        'users',
        users.map((user) => row(workspaceId, user)),
      );
    },
    async update(workspaceId, user) {
      await db
        .updateTable('users')
        .set(values(user))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', user.id)
        .execute();
    },
  };
}
