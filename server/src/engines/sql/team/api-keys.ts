// The API keys table: stores hashes, never secrets.

import type { ApiKeyReader, ApiKeyWriter } from '../../../ports/store.ts';
import { firstOf, prepared } from '../kernel/statements/prepared.ts';
import type { Db } from '../kernel/tables.ts';

const columns = [
  'api_keys.workspace_id as workspaceId',
  'api_keys.id',
  'api_keys.hash',
  'api_keys.mode',
  'api_keys.last4',
  'api_keys.name',
  'api_keys.created_at as createdAt',
  'api_keys.last_used_at as lastUsedAt',
  'api_keys.expires_at as expiresAt',
  'api_keys.revoked_at as revokedAt',
  'api_keys.created_by as createdBy',
] as const;

const keyByHash = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('hash', '=', hash)
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select('workspaces.revision')
    .compile(),
);

export function apiKeyReader(db: Db): ApiKeyReader {
  const keys = () => db.selectFrom('api_keys').select(columns);
  return {
    async findByHash(hash) {
      const row = await firstOf(keyByHash(db, { hash }));
      if (row === undefined) return undefined;
      const { revision, ...key } = row;
      return { key, revision };
    },
    find: (workspaceId, id) =>
      keys().where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst(),
    list: (workspaceId) => keys().where('workspace_id', '=', workspaceId).orderBy('id').execute(),
  };
}

export function apiKeyWriter(db: Db): ApiKeyWriter {
  const set = async (
    workspaceId: string,
    id: string,
    values: { last_used_at: number } | { revoked_at: number } | { expires_at: number },
  ) => {
    await db
      .updateTable('api_keys')
      .set(values)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  };
  return {
    ...apiKeyReader(db),
    async insert(key) {
      await db
        .insertInto('api_keys')
        .values({
          workspace_id: key.workspaceId,
          id: key.id,
          hash: key.hash,
          mode: key.mode,
          last4: key.last4,
          name: key.name,
          created_at: key.createdAt,
          last_used_at: key.lastUsedAt,
          expires_at: key.expiresAt,
          revoked_at: key.revokedAt,
          created_by: key.createdBy,
        })
        .execute();
    },
    markUsed: (workspaceId, id, at) => set(workspaceId, id, { last_used_at: at }),
    revoke: (workspaceId, id, at) => set(workspaceId, id, { revoked_at: at }),
    expire: (workspaceId, id, at) => set(workspaceId, id, { expires_at: at }),
  };
}
