// What is known of attached files, in the database; their bytes lie elsewhere.

import type { Attachment } from '../../../domain/attachment.ts';
import type { AttachmentReader, AttachmentWriter } from '../../../ports/store.ts';
import { grouped } from '../kernel/grouped.ts';
import { inChunks } from '../kernel/in-chunks.ts';
import type { Db } from '../kernel/tables.ts';

const columns = [
  'id',
  'post_id as postId',
  'changelog_id as changelogId',
  'file_key as fileKey',
  'file_name as fileName',
  'mime_type as mimeType',
  'size',
  'width',
  'height',
  'sha256',
  'created_at as createdAt',
] as const;

export function attachmentReader(db: Db): AttachmentReader {
  return {
    async attachmentsOf(workspaceId, postIds) {
      if (postIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('attachments')
        .select(columns)
        .where('workspace_id', '=', workspaceId)
        .where('post_id', 'in', postIds)
        .orderBy('post_id')
        .orderBy('id')
        .execute();
      return grouped(rows as (Attachment & { postId: string })[], 'postId', (attachment) => attachment);
    },
    async attachmentsOfChangelogs(workspaceId, changelogIds) {
      if (changelogIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('attachments')
        .select(columns)
        .where('workspace_id', '=', workspaceId)
        .where('changelog_id', 'in', changelogIds)
        .orderBy('changelog_id')
        .orderBy('id')
        .execute();
      return grouped(rows as (Attachment & { changelogId: string })[], 'changelogId', (file) => file);
    },
    findOf: (workspaceId, { postId, changelogId }, id) =>
      db
        .selectFrom('attachments')
        .select(columns)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where(postId === null ? 'changelog_id' : 'post_id', '=', postId ?? changelogId)
        .executeTakeFirst(),
    findByFileKey: (fileKey) =>
      db.selectFrom('attachments').select(columns).where('file_key', '=', fileKey).executeTakeFirst(),
    async fileKeysInUse(fileKeys) {
      const used = new Set<string>();
      await inChunks(fileKeys, async (chunk) => {
        const rows = await db
          .selectFrom('attachments')
          .select('file_key')
          .where('file_key', 'in', chunk)
          .execute();
        for (const row of rows) used.add(row.file_key);
      });
      return used;
    },
  };
}

export function attachmentWriter(db: Db): AttachmentWriter {
  return {
    ...attachmentReader(db),
    async insert(workspaceId, attachment) {
      await db
        .insertInto('attachments')
        .values({
          workspace_id: workspaceId,
          id: attachment.id,
          post_id: attachment.postId,
          changelog_id: attachment.changelogId,
          file_key: attachment.fileKey,
          file_name: attachment.fileName,
          mime_type: attachment.mimeType,
          size: attachment.size,
          width: attachment.width,
          height: attachment.height,
          sha256: attachment.sha256,
          created_at: attachment.createdAt,
        })
        .execute();
    },
    async remove(workspaceId, id) {
      await db
        .deleteFrom('attachments')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
