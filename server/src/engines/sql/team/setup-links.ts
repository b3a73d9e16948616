// The links for creating the first owner of a workspace: stores hashes, never tokens.

import type { SetupLinkReader, SetupLinkWriter } from '../../../ports/team/console-store.ts';
import type { Db } from '../kernel/tables.ts';

export const setupLinkReader = (db: Db): SetupLinkReader => ({
  findByHash: (hash) =>
    db
      .selectFrom('setup_links')
      .select(['workspace_id as workspaceId', 'hash', 'created_at as createdAt', 'expires_at as expiresAt'])
      .where('hash', '=', hash)
      .executeTakeFirst(),
});

export const setupLinkWriter = (db: Db): SetupLinkWriter => ({
  ...setupLinkReader(db),
  async insert({ workspaceId, hash, createdAt, expiresAt }) {
    await db
      .insertInto('setup_links')
      .values({ workspace_id: workspaceId, hash, created_at: createdAt, expires_at: expiresAt })
      .execute();
  },
  async removeAll(workspaceId) {
    const { numDeletedRows } = await db
      .deleteFrom('setup_links')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
