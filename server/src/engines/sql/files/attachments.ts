// The attachments table: metadata only. The files themselves are stored by the file engine.

import { sql } from 'kysely';
import type { Attachment } from '../../../domain/files/attachment.ts';
import type {
  AttachmentOwner,
  AttachmentReader,
  AttachmentWriter,
} from '../../../ports/files/attachment-store.ts';
import { columnsOf } from '../kernel/columns.ts';
import { grouped } from '../kernel/grouped.ts';
import { inChunks } from '../kernel/statements/in-chunks.ts';
import type { Db, Tables } from '../kernel/tables.ts';

export const attachmentColumns = columnsOf<Tables['attachments'], Attachment>()({
  id: 'id',
  postId: 'post_id',
  changelogId: 'changelog_id',
  commentId: 'comment_id',
  fileKey: 'file_key',
  fileName: 'file_name',
  mimeType: 'mime_type',
  size: 'size',
  width: 'width',
  height: 'height',
  sha256: 'sha256',
  createdAt: 'created_at',
});

const ownerColumns = { postId: 'post_id', changelogId: 'changelog_id', commentId: 'comment_id' } as const;

/** The fields that name the owner: one, or none for the logo of the site. */
const ownersOf = (owner: AttachmentOwner) =>
  (Object.keys(ownerColumns) as (keyof AttachmentOwner)[]).flatMap((field) => {
    const id = owner[field];
    return id === null ? [] : [{ field, id }];
  });

/** An index has them all. */
export const commentsWithFiles = (db: Db, workspaceId: string, postIds: readonly string[]) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', 'in', postIds)
    .where(sql<boolean>`attachments_count > 0`);

export function attachmentReader(db: Db): AttachmentReader {
  const ofOwners = async <Owner extends keyof AttachmentOwner>(
    workspaceId: string,
    owner: Owner,
    ids: readonly string[],
  ): Promise<Map<string, Attachment[]>> => {
    if (ids.length === 0) return new Map();
    const column = ownerColumns[owner];
    const rows = await db
      .selectFrom('attachments')
      .select(attachmentColumns.selected)
      .where('workspace_id', '=', workspaceId)
      .where(sql.ref<string>(column), 'in', ids)
      .orderBy(column)
      .orderBy('id')
      .execute();
    return grouped(rows as (Attachment & Record<Owner, string>)[], owner, (attachment) => attachment);
  };
  return {
    attachmentsOf: (workspaceId, postIds) => ofOwners(workspaceId, 'postId', postIds),
    attachmentsOfChangelogs: (workspaceId, changelogIds) =>
      ofOwners(workspaceId, 'changelogId', changelogIds),
    attachmentsOfComments: (workspaceId, commentIds) => ofOwners(workspaceId, 'commentId', commentIds),
    async fileKeysOfComments(workspaceId, postId) {
      const rows = await db
        .selectFrom('attachments')
        .select('file_key')
        .where('workspace_id', '=', workspaceId)
        .where('comment_id', 'in', commentsWithFiles(db, workspaceId, [postId]))
        .execute();
      return rows.map((row) => row.file_key);
    },
    find: (workspaceId, id) =>
      db
        .selectFrom('attachments')
        .select(attachmentColumns.selected)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),
    findOf: async (workspaceId, owner, id) => {
      const [found] = ownersOf(owner);
      if (found === undefined) return undefined;
      return db
        .selectFrom('attachments')
        .select(attachmentColumns.selected)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where(ownerColumns[found.field], '=', found.id)
        .executeTakeFirst();
    },
    findByFileKey: (fileKey) =>
      db
        .selectFrom('attachments')
        .select(attachmentColumns.selected)
        .where('file_key', '=', fileKey)
        .executeTakeFirst(),
    async fileKeysInUse(fileKeys) {
      const used = new Set<string>();
      await inChunks(fileKeys, async (chunk) => {
        for (const table of ['attachments', 'exports'] as const) {
          const rows = await db.selectFrom(table).select('file_key').where('file_key', 'in', chunk).execute();
          for (const { file_key: key } of rows) if (key !== null) used.add(key);
        }
        for (const key of await uploadedKeys(db)) if (chunk.includes(key)) used.add(key);
      });
      return used;
    },
  };
}

/** The files of all imports. They are few, because they expire. */
async function uploadedKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('imports').select('files').where('files', '<>', '[]').execute();
  return rows.flatMap(({ files }) => (JSON.parse(files) as { key: string }[]).map(({ key }) => key));
}

export function attachmentWriter(db: Db): AttachmentWriter {
  return {
    ...attachmentReader(db),
    async insert(workspaceId, attachment) {
      await db
        .insertInto('attachments')
        .values({ workspace_id: workspaceId, ...attachmentColumns.valuesOf(attachment) })
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
