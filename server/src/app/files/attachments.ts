// Attachments of a post, changelog entry or comment: stored with the write that references them, deleted after the commit that
// drops them.

import type { Attachment, UploadLimits } from '../../domain/files/attachment.ts';
import { badField, Failure } from '../../domain/kernel/failure.ts';
import type { AttachmentOwner } from '../../ports/files/attachment-store.ts';
import type { Change, Deps } from '../kernel/change.ts';
import type { Upload } from './uploads.ts';

/** More than any owner can have. */
const maxDetached = 100;

export const ofPost = (postId: string): AttachmentOwner => ({
  postId,
  changelogId: null,
  commentId: null,
});
export const ofSite: AttachmentOwner = { postId: null, changelogId: null, commentId: null };
export const ofChangelog = (changelogId: string): AttachmentOwner => ({
  postId: null,
  changelogId,
  commentId: null,
});
export const ofComment = (commentId: string): AttachmentOwner => ({
  postId: null,
  changelogId: null,
  commentId,
});

/**
 * Attaches the uploaded files to an owner that already has `present` attachments; they are kept once committed.
 * Returns the new attachments, in the order in which they are listed.
 */
export async function attach(
  { mintId, clock }: Deps,
  limits: UploadLimits,
  write: Change,
  workspaceId: string,
  owner: AttachmentOwner,
  present: number,
  upload: Upload | undefined,
): Promise<Attachment[]> {
  if (upload === undefined) return [];
  if (upload.files.length > 0 && present + upload.files.length > limits.maxFiles) {
    throw new Failure('PAYLOAD_TOO_LARGE', `At most ${limits.maxFiles} attachments are possible.`);
  }
  upload.markPending();
  write.afterwards({ committed: () => upload.markCommitted(), rolledBack: () => upload.markRolledBack() });
  const attachments: Attachment[] = [];
  for (const file of upload.files) {
    const attachment = { ...file, ...owner, id: mintId('attachment'), createdAt: clock.now() };
    await write.attachments.insert(workspaceId, attachment);
    attachments.push(attachment);
  }
  return attachments;
}

/**
 * The upload without the files that the post already has, with the same name and content: sending an identical PUT
 * again adds nothing. The sweeper removes them if other files of the upload are kept.
 */
export async function withoutAttached(
  write: Change,
  workspaceId: string,
  postId: string,
  upload: Upload | undefined,
): Promise<Upload | undefined> {
  if (upload === undefined || upload.files.length === 0) return upload;
  const attached = (await write.attachments.attachmentsOf(workspaceId, [postId])).get(postId) ?? [];
  const isAttached = ({ fileName, sha256 }: Upload['files'][number]) =>
    attached.some((known) => known.fileName === fileName && known.sha256 === sha256);
  return { ...upload, files: upload.files.filter((file) => !isAttached(file)) };
}

/** The attachments of the owner that `removeAttachmentIds` names; fails if one of them does not exist. */
export async function namedAttachments(
  write: Change,
  workspaceId: string,
  owner: AttachmentOwner,
  ids: readonly string[] = [],
): Promise<Attachment[]> {
  if (ids.length > maxDetached) throw badField('removeAttachmentIds', `must name at most ${maxDetached}.`);
  const named: Attachment[] = [];
  for (const id of new Set(ids)) {
    const attachment = await write.attachments.findOf(workspaceId, owner, id);
    if (attachment === undefined)
      throw badField('removeAttachmentIds', `names no attachment that is there: "${id}".`);
    named.push(attachment);
  }
  return named;
}

export async function detach(
  deps: Deps,
  write: Change,
  workspaceId: string,
  attachments: readonly Attachment[],
): Promise<void> {
  for (const { id } of attachments) await write.attachments.remove(workspaceId, id);
  const fileKeys = attachments.map(({ fileKey }) => fileKey);
  removeAfterCommit(deps, write, fileKeys);
}

/** If the process crashes after the commit, the sweeper removes the unreferenced files. */
export function removeAfterCommit({ files }: Deps, write: Change, fileKeys: readonly string[]): void {
  if (fileKeys.length > 0)
    write.afterCommit(async () => void (await Promise.all(fileKeys.map((key) => files.remove(key)))));
}
