// Storage of what visitors send, of bans and of reports.

import type { Slice } from '../../domain/kernel/page.ts';
import type { Ban, Report, Submission, SubmissionQuery } from '../../domain/site/submission.ts';

/** A post or a comment. */
export interface SentThing {
  postId: string;
  commentId: string | null;
}

export interface SubmissionReader {
  find(workspaceId: string, id: string): Promise<Submission | undefined>;
  /** The sort key is [createdAt, id]. */
  page(workspaceId: string, query: SubmissionQuery): Promise<Submission[]>;
  /**
   * What the person sent: all that was not approved, and of the rest what visitors see, without edits. Paged like
   * `page`.
   */
  sentBy(workspaceId: string, userId: string, slice: Slice): Promise<Submission[]>;
  /** What the person sent that is about this post or these comments, newest first, at most as many. */
  sentTo(
    workspaceId: string,
    userId: string,
    things: { postId: string; commentIds: readonly string[] },
    max: number,
  ): Promise<Submission[]>;
  /** Whether the person sent this post or comment on the site. */
  isSentBy(workspaceId: string, userId: string, thing: SentThing): Promise<boolean>;
  /** The edit of this post or comment by this person that waits. */
  findEdit(workspaceId: string, userId: string, thing: SentThing): Promise<Submission | undefined>;
  /** Whether the team approved anything that the person sent. */
  wasApproved(workspaceId: string, userId: string): Promise<boolean>;
  /** How many wait for a decision. Stops counting at `max`. */
  countWaiting(workspaceId: string, max: number): Promise<number>;
}

export interface SubmissionWriter extends SubmissionReader {
  insert(workspaceId: string, submission: Submission): Promise<void>;
  update(workspaceId: string, submission: Submission): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  /** That the person sent this post or comment, and its edits. */
  removeSent(workspaceId: string, userId: string, thing: SentThing): Promise<void>;
  /** Everything that a person sent. */
  removeOf(workspaceId: string, userId: string): Promise<void>;
}

export interface BanReader {
  find(workspaceId: string, userId: string): Promise<Ban | undefined>;
  /** Newest first; the sort key is [createdAt, userId]. */
  page(workspaceId: string, slice: Slice): Promise<Ban[]>;
}

export interface BanWriter extends BanReader {
  /** Inserts or replaces it. */
  put(workspaceId: string, ban: Ban): Promise<void>;
  /** Whether there was one. */
  remove(workspaceId: string, userId: string): Promise<boolean>;
}

export interface ReportReader {
  find(workspaceId: string, id: string): Promise<Report | undefined>;
  /** How many there are. Stops counting at `max`. */
  count(workspaceId: string, max: number): Promise<number>;
  /** Newest first; the sort key is [createdAt, id]. */
  page(workspaceId: string, slice: Slice): Promise<Report[]>;
  /** By this person; the sort key is `reportedKey`. */
  reportsOf(workspaceId: string, userId: string, slice: Slice): Promise<Report[]>;
}

export interface ReportWriter extends ReportReader {
  /** False if the person reported the same before. */
  insert(workspaceId: string, report: Report): Promise<boolean>;
  remove(workspaceId: string, id: string): Promise<void>;
  /** About a comment that goes. Those about a post go with it. */
  removeAbout(workspaceId: string, commentId: string): Promise<void>;
  removeOf(workspaceId: string, userId: string): Promise<void>;
}
