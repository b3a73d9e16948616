// Removes many changelog entries in one call, with everything that belongs to them.

import type { Unedited } from '../../../domain/porting/import.ts';
import type { RemovedChangelogs } from '../../../ports/porting/undo-store.ts';
import type { Db } from '../kernel/tables.ts';

export async function removeUneditedChangelogs(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  unedited: Unedited,
): Promise<RemovedChangelogs> {
  if (ids.length === 0) return { entries: [], fileKeys: [] };
  const entries = await db
    .selectFrom('changelogs')
    .select(['id', 'state'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .where('version', '<=', unedited.version)
    .where('updated_at', '<=', unedited.updatedAt)
    .execute();
  const removed = entries.map(({ id }) => id);
  if (removed.length === 0) return { entries: [], fileKeys: [] };
  const files = await db
    .deleteFrom('attachments')
    .where('workspace_id', '=', workspaceId)
    .where('changelog_id', 'in', removed)
    .returning('file_key as fileKey')
    .execute();
  for (const table of ['changelog_labels', 'changelog_posts'] as const)
    await db
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('changelog_id', 'in', removed)
      .execute();
  await db
    .deleteFrom('changelogs')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', removed)
    .execute();
  return { entries, fileKeys: files.map(({ fileKey }) => fileKey) };
}
