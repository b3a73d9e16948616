// The files of comments.

import type { Comment } from '../../../domain/feedback/comment.ts';
import type { Attachment, UploadLimits } from '../../../domain/files/attachment.ts';
import type { Reader } from '../../../ports/store.ts';
import { attach, detach, ofComment } from '../../files/attachments.ts';
import type { Upload } from '../../files/uploads.ts';
import type { Change, Deps } from '../../kernel/change.ts';

/** Most comments have none, and then nothing is read. */
export async function filesOf(
  read: Pick<Reader, 'attachments'>,
  workspaceId: string,
  comments: readonly Pick<Comment, 'id' | 'attachmentsCount'>[],
): Promise<ReadonlyMap<string, Attachment[]>> {
  const ids = comments.flatMap(({ id, attachmentsCount }) => (attachmentsCount > 0 ? [id] : []));
  return ids.length === 0 ? new Map() : read.attachments.attachmentsOfComments(workspaceId, ids);
}

export const filesOfOne = async (
  read: Pick<Reader, 'attachments'>,
  workspaceId: string,
  comment: Pick<Comment, 'id' | 'attachmentsCount'>,
): Promise<Attachment[] | undefined> => (await filesOf(read, workspaceId, [comment])).get(comment.id);

/** The new files of a comment, and those that it loses. */
export interface FileEdit {
  upload: Upload | undefined;
  limits: UploadLimits;
  detached: readonly Attachment[];
}

/** How many files the comment has afterward. */
export const countAfter = ({ attachmentsCount }: Comment, edit: FileEdit | undefined): number =>
  attachmentsCount - (edit?.detached.length ?? 0) + (edit?.upload?.files.length ?? 0);

export const changesFiles = (edit: FileEdit | undefined): boolean =>
  edit !== undefined && edit.detached.length + (edit.upload?.files.length ?? 0) > 0;

export async function editFiles(
  deps: Deps,
  write: Change,
  workspaceId: string,
  before: Pick<Comment, 'id' | 'attachmentsCount'>,
  edit: FileEdit | undefined,
): Promise<void> {
  if (edit === undefined) return;
  const { upload, limits, detached } = edit;
  await detach(deps, write, workspaceId, detached);
  const present = before.attachmentsCount - detached.length;
  await attach(deps, limits, write, workspaceId, ofComment(before.id), present, upload);
}
