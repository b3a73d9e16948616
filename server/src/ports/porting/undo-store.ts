// Storage for undoing an import: its journal, and bulk removals of what it added.

import type { Changelog } from '../../domain/changelog/changelog.ts';
import type { Post } from '../../domain/feedback/post.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { JournalEntry, JournalKind, Unedited } from '../../domain/porting/import.ts';

export type PostSize = Pick<Post, 'id' | 'votesCount' | 'importedVotes' | 'commentsCount' | 'mergedIntoId'>;

export interface RemovedPosts {
  posts: Pick<Post, 'id' | 'statusId' | 'postTypeId' | 'visibility'>[];
  votes: number;
  comments: number;
  followers: number;
  statusChanges: number;
  attachments: number;
  fileKeys: string[];
}

/** Entries that were removed, and the files that were attached to them. */
export interface RemovedChangelogs {
  entries: Pick<Changelog, 'id' | 'state'>[];
  fileKeys: string[];
}

/** A vote that was removed from the post that showed it. */
export interface RemovedVote {
  postId: string;
  userId: string;
}

export interface UndoWriter {
  /** The next new objects of an import, by source ID. */
  addedAfter(
    workspaceId: string,
    importId: string,
    kind: JournalKind,
    after: string,
    take: number,
  ): Promise<JournalEntry[]>;
  /** Removes entries from the journal. */
  unnote(
    workspaceId: string,
    importId: string,
    kind: JournalKind,
    sourceIds: readonly string[],
  ): Promise<void>;
  /** Removes up to `take` entries of the journal, of any kind; returns how many. */
  clearJournal(workspaceId: string, importId: string, take: number): Promise<number>;
  /** The sizes of those that exist, in the order of the IDs. */
  postSizes(workspaceId: string, ids: readonly string[]): Promise<PostSize[]>;
  /** The posts that are merged into any of these. */
  mergedIntoAny(workspaceId: string, ids: readonly string[]): Promise<string[]>;
  /** Like `PostWriter.remove`, for posts that take no part in a merge. The counts of tags are updated. */
  removePosts(workspaceId: string, ids: readonly string[]): Promise<RemovedPosts>;
  /**
   * Removes votes by the posts that they were given to, also if those are merged now. `shown` are those that counted;
   * `promoted` counts, per post, the votes that count instead. Votes recorded after `until` are people's own: they
   * were withdrawn and given again.
   */
  removeVotes(
    workspaceId: string,
    given: readonly RemovedVote[],
    until: Instant,
  ): Promise<{ shown: RemovedVote[]; setAside: number; promoted: Map<string, number> }>;
  /** Removes followers by the posts that they were said to follow. Who followed after `until` did so here. */
  removeFollowers(workspaceId: string, given: readonly RemovedVote[], until: Instant): Promise<number>;
  /** The direct replies to these comments, stubs included. */
  repliesTo(
    workspaceId: string,
    comments: readonly { id: string; postId: string }[],
  ): Promise<{ id: string; parentId: string; isPrivate: boolean }[]>;
  removeComments(workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Returns the post of each that was there. */
  removeStatusChanges(workspaceId: string, ids: readonly string[]): Promise<string[]>;
  /** Removes the entries that were not edited, with everything that belongs to them. */
  removeUneditedChangelogs(
    workspaceId: string,
    ids: readonly string[],
    unedited: Unedited,
  ): Promise<RemovedChangelogs>;
  /** Removes those that no one has decided about since; returns how many. */
  removeUndecidedSubmissions(
    workspaceId: string,
    ids: readonly string[],
    unedited: Unedited,
  ): Promise<number>;
  /** Returns how many. One that was made after `until` is the team's own. */
  removeBans(workspaceId: string, userIds: readonly string[], until: Instant): Promise<number>;
  /** Removes those that nothing here has confirmed since; returns how many. */
  removeImportedSuppressions(workspaceId: string, ids: readonly string[]): Promise<number>;
  /** Those of changelogs that still exist are left. Returns the others. */
  /** Returns the keys of the files. */
  removeFilesOfComments(workspaceId: string, commentIds: readonly string[]): Promise<string[]>;
  removeAttachments(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<Pick<Attachment, 'fileKey' | 'postId'>[]>;
  /** Removes the tags without posts that were not edited; returns their IDs. */
  removeUnusedTags(workspaceId: string, ids: readonly string[], unedited: Unedited): Promise<string[]>;
  /** Like `removeUnusedTags`, for people who wrote and voted for nothing. Never the workspace's own user. */
  removeUnusedUsers(workspaceId: string, ids: readonly string[], unedited: Unedited): Promise<string[]>;
}
