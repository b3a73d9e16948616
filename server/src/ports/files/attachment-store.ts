// Storage of attachment metadata. The files themselves are behind the `Files` port.

import type { Attachment } from '../../domain/files/attachment.ts';

/** The post, changelog entry or comment that a file belongs to; none for the logo of the site. */
export type AttachmentOwner =
  | { postId: string; changelogId: null; commentId: null }
  | { postId: null; changelogId: string; commentId: null }
  | { postId: null; changelogId: null; commentId: string }
  | { postId: null; changelogId: null; commentId: null };

export interface AttachmentReader {
  /** The attachments of each post, oldest first. */
  attachmentsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Attachment[]>>;
  /** The attachments of each changelog entry, oldest first. */
  attachmentsOfChangelogs(
    workspaceId: string,
    changelogIds: readonly string[],
  ): Promise<Map<string, Attachment[]>>;
  /** The attachments of each comment, oldest first. */
  attachmentsOfComments(
    workspaceId: string,
    commentIds: readonly string[],
  ): Promise<Map<string, Attachment[]>>;
  /** Of the comments of a post. */
  fileKeysOfComments(workspaceId: string, postId: string): Promise<string[]>;
  find(workspaceId: string, id: string): Promise<Attachment | undefined>;
  /** Finds the attachment only if it belongs to this owner. */
  findOf(workspaceId: string, owner: AttachmentOwner, id: string): Promise<Attachment | undefined>;
  /** Needs no workspace: the file key in the URL is unguessable. */
  findByFileKey(fileKey: string): Promise<Attachment | undefined>;
  /** Returns the file keys that an attachment still references. */
  fileKeysInUse(fileKeys: readonly string[]): Promise<Set<string>>;
}

export interface AttachmentWriter extends AttachmentReader {
  insert(workspaceId: string, attachment: Attachment): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}
