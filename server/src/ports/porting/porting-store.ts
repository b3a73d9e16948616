// Storage for exports and imports: whole tables in key order, and bulk writes that skip what is already there.

import type { PostType } from '../../domain/catalog/post-type.ts';
import type { Status, StatusChange } from '../../domain/catalog/status.ts';
import type { Tag } from '../../domain/catalog/tag.ts';
import type { Changelog } from '../../domain/changelog/changelog.ts';
import type { NumberedEntry } from '../../domain/events/ledger.ts';
import type { Comment } from '../../domain/feedback/comment.ts';
import type { Follower } from '../../domain/feedback/follower.ts';
import type { Post } from '../../domain/feedback/post.ts';
import type { Vote } from '../../domain/feedback/vote.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { Slice } from '../../domain/kernel/page.ts';
import type { PersonalMailSettings } from '../../domain/mail/settings.ts';
import type { Suppression } from '../../domain/mail/suppression.ts';
import type { User } from '../../domain/people/user.ts';
import type { Export } from '../../domain/porting/export.ts';
import type { Import, ImportSummary, JournalEntry, JournalKind } from '../../domain/porting/import.ts';
import type { Takeover } from '../../domain/porting/job.ts';
import type { Ban, Submission } from '../../domain/site/submission.ts';
import type { CountDifference } from '../feedback/feedback-store.ts';
import type { UndoWriter } from './undo-store.ts';

export interface ExportedRows {
  postTypes: PostType;
  statuses: Status;
  tags: Tag;
  /** Erased users included. */
  users: User & { isErased: boolean };
  posts: Post;
  comments: Comment;
  votes: Required<Vote>;
  followers: Follower;
  setAsideVotes: Pick<Required<Vote>, 'postId' | 'userId' | 'votedAt' | 'source'>;
  statusChanges: StatusChange;
  changelogs: Changelog;
  submissions: Submission;
  bans: Ban;
  mailSettings: PersonalMailSettings;
  suppressions: Suppression;
  attachments: Attachment;
  ledger: NumberedEntry & { payload: string | null };
}

export type IdentifiedTable =
  | 'postTypes'
  | 'statuses'
  | 'users'
  | 'tags'
  | 'posts'
  | 'comments'
  | 'statusChanges'
  | 'attachments'
  | 'changelogs'
  | 'submissions'
  | 'suppressions';

/** A job of any workspace. */
export interface JobReference {
  workspaceId: string;
  id: string;
}

export interface ExportReader {
  find(workspaceId: string, id: string): Promise<Export | undefined>;
  /** Newest first. */
  page(workspaceId: string, slice: Slice): Promise<Export[]>;
  /** The one that waits or runs. */
  findActive(workspaceId: string): Promise<Export | undefined>;
  /** The oldest one that waits, or that can be taken over. */
  nextJob(takeover: Takeover): Promise<JobReference | undefined>;
  /** Some that have a file although they expired by this time. */
  expired(by: Instant): Promise<JobReference[]>;
}

export interface ExportWriter extends ExportReader {
  insert(workspaceId: string, queued: Export): Promise<void>;
  /**
   * Makes this process its owner, with a new place for the file. False if it neither waits nor can be taken over.
   */
  claim(
    workspaceId: string,
    id: string,
    claim: { owner: string; fileKey: string; at: Instant; takeover: Takeover },
  ): Promise<boolean>;
  /** Stores everything but its identity. False if another process owns it, or it was deleted. */
  save(workspaceId: string, saved: Export, owner: string): Promise<boolean>;
  /** Forgets where its file is. */
  expire(workspaceId: string, id: string): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  /** Forgets some that were made before this time and have no file; returns how many. */
  forgetBefore(before: Instant): Promise<number>;
}

export interface ImportReader {
  find(workspaceId: string, id: string): Promise<Import | undefined>;
  /** Newest first. */
  page(workspaceId: string, slice: Slice): Promise<ImportSummary[]>;
  /** The oldest one that waits for a worker, or that can be taken over. */
  nextJob(takeover: Takeover): Promise<JobReference | undefined>;
  /** Some that expired by this time, and are not active. */
  expired(by: Instant): Promise<JobReference[]>;
  /** The sizes of the uploads that the workspace's imports keep: at most so many. */
  keptUploads(workspaceId: string, take: number): Promise<number[]>;
  /** The import of the next journal in the order of its key, also if the import is gone. */
  nextJournal(after: JobReference): Promise<JobReference | undefined>;
  hasJournal(workspaceId: string, importId: string): Promise<boolean>;
  /** The import that is queued, running or being undone. */
  findActive(workspaceId: string): Promise<Import | undefined>;
  /**
   * Whether the workspace has no posts, tags, changelog entries, or people but its own user, and no import into it was
   * undone: mirrors have seen those objects go, and find them again only by new times of updates.
   */
  isUnused(workspaceId: string): Promise<boolean>;
  /** The journal's entries of these records, by source ID. */
  journalOf(
    workspaceId: string,
    importId: string,
    kind: JournalKind,
    sourceIds: readonly string[],
  ): Promise<Map<string, JournalEntry>>;
  idsByExternalIds(
    workspaceId: string,
    table: 'posts' | 'comments',
    externalIds: readonly string[],
  ): Promise<Map<string, string>>;
  /** Into which post these posts are merged; others are left out. */
  mergedIntoOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, string>>;
  /** Which of these posts have others merged into them. */
  mergeTargets(workspaceId: string, postIds: readonly string[]): Promise<Set<string>>;
  threadsOfComments(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<Map<string, Pick<Comment, 'postId' | 'isPrivate' | 'isPublic'>>>;
  /** Which of these posts visitors may see. */
  publicPosts(workspaceId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Which of these IDs exist in the table. */
  existing(workspaceId: string, table: IdentifiedTable, ids: readonly string[]): Promise<Set<string>>;
}

export interface ImportWriter extends ImportReader, UndoWriter {
  /** `owner` names the process that runs it. */
  insert(workspaceId: string, started: Import, owner: string): Promise<void>;
  /** Stores the progress. False if another process owns the import, or it is no longer active. */
  renew(workspaceId: string, progress: Import, owner: string): Promise<boolean>;
  /** Makes this process its owner. False if it neither waits nor can be taken over. */
  claim(
    workspaceId: string,
    id: string,
    claim: { owner: string; at: Instant; takeover: Takeover },
  ): Promise<boolean>;
  /** Says that the owner is still at work. False if another process owns it, or it is no longer active. */
  touch(workspaceId: string, id: string, owner: string, at: Instant): Promise<boolean>;
  /** Leaves the journal, which `clearJournal` removes. */
  remove(workspaceId: string, id: string): Promise<void>;
  /** Makes another process the owner. */
  take(workspaceId: string, id: string, owner: string, at: Instant): Promise<void>;
  /** Stores the import, regardless of its owner, and makes `owner` its owner: none if empty. */
  replace(workspaceId: string, current: Import, owner: string): Promise<void>;
  note(workspaceId: string, importId: string, entries: readonly JournalEntry[]): Promise<void>;
  /** Inserts erased users, who can't be found by anything. */
  insertErased(workspaceId: string, users: readonly User[]): Promise<void>;
  /** Inserts the votes that are not there yet, of any posts, and returns those. */
  addVotes(workspaceId: string, votes: readonly Vote[]): Promise<Vote[]>;
  /** Like `addVotes`, for votes that a merge has set aside. */
  addSetAsideVotes(workspaceId: string, votes: readonly Vote[]): Promise<Vote[]>;
  /** Like `addVotes`. Whoever follows a post that is merged here may follow its target as well. */
  addFollowers(workspaceId: string, followers: readonly Follower[]): Promise<Follower[]>;
  addStatusChanges(workspaceId: string, changes: readonly StatusChange[]): Promise<void>;
  addSubmissions(workspaceId: string, submissions: readonly Submission[]): Promise<void>;
  /** Like `addVotes`, for the bans of people who have none. */
  addBans(workspaceId: string, bans: readonly Ban[]): Promise<Ban[]>;
  /** Like `addVotes`, by hash and scope. */
  addSuppressions(workspaceId: string, suppressions: readonly Suppression[]): Promise<Suppression[]>;
  /** Makes complaints of these suppressions. */
  markComplaints(workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Tags of new posts, in order; counts them on the tags. */
  tagPosts(workspaceId: string, tagIdsOf: ReadonlyMap<string, readonly string[]>): Promise<void>;
  /** Adds to the counts of many posts with one statement each few hundred. */
  addToCounts(workspaceId: string, counts: ReadonlyMap<string, CountDifference>, at?: Instant): Promise<void>;
  /** Counts files of comments. Returns the posts whose public comments have them. */
  addFilesToComments(workspaceId: string, commentIds: readonly string[]): Promise<string[]>;
  /** Marks posts as merged. Of what they have, only imported votes are counted for the target. */
  markMerged(workspaceId: string, intoIdOf: ReadonlyMap<string, string>): Promise<void>;
  /**
   * Makes the new user the workspace's own. The former one is removed if nothing refers to it.
   */
  adoptOwnUser(workspaceId: string, user: User): Promise<void>;
  /** Removes all statuses and post types of a workspace without posts. */
  clearCatalog(workspaceId: string): Promise<void>;
}
