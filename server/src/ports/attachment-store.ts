// What the store remembers of attached files; their bytes are elsewhere.

import type { Attachment } from '../domain/attachment.ts';

/** What a file belongs to. */
export type AttachmentOwner = { postId: string; changelogId: null } | { postId: null; changelogId: string };

export interface AttachmentReader {
  /** Of each post, oldest first. */
  attachmentsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Attachment[]>>;
  /** Of each changelog, oldest first. */
  attachmentsOfChangelogs(
    workspaceId: string,
    changelogIds: readonly string[],
  ): Promise<Map<string, Attachment[]>>;
  /** An attachment of this very owner. */
  findOf(workspaceId: string, owner: AttachmentOwner, id: string): Promise<Attachment | undefined>;
  /** By the unguessable part of its address, which stands for the workspace too. */
  findByFileKey(fileKey: string): Promise<Attachment | undefined>;
  /** Which of these file keys some attachment still needs. */
  fileKeysInUse(fileKeys: readonly string[]): Promise<Set<string>>;
}

export interface AttachmentWriter extends AttachmentReader {
  insert(workspaceId: string, attachment: Attachment): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}
