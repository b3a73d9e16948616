// Storage of how far members have come with their inboxes, and of the mail that they want about them.

import type { Instant } from '../../domain/kernel/clock.ts';
import type { InboxEntry, InboxMark } from '../../domain/team/inbox.ts';
import type { TeamMail } from '../../domain/team/team-mail.ts';

export interface Inbox {
  /** Every entry of the ledger up to this one counts as dealt with; null if nothing was noted yet. */
  seenTo: number | null;
  mail: TeamMail;
  /** When the next digest is due; null without one. */
  digestAt: Instant | null;
}

/** A post as an inbox lists it, without its long texts. */
export interface InboxPost {
  id: string;
  title: string;
  authorId: string;
  statusId: string;
  ownerId: string | null;
  votesCount: number;
  commentsCount: number;
  createdAt: Instant;
}

export interface InboxComment {
  id: string;
  userId: string;
  /** The member who wrote it, if one did. */
  accountId: string | null;
  isPrivate: boolean;
  /** Its beginning. */
  excerpt: string;
}

export interface DueDigest {
  workspaceId: string;
  accountId: string;
  digestAt: Instant;
}

export interface InboxReader {
  find(workspaceId: string, accountId: string): Promise<Inbox | undefined>;
  /** What may belong into the member's inbox: the newest entries after one number and before another. */
  entries(
    workspaceId: string,
    accountId: string,
    slice: { after: number; before: number; take: number },
  ): Promise<InboxEntry[]>;
  /** Posts that were put off until then or earlier, the last one first. */
  due(
    workspaceId: string,
    accountId: string,
    at: Instant,
    take: number,
  ): Promise<{ postId: string; until: Instant }[]>;
  /** Those that exist. */
  marksOf(workspaceId: string, accountId: string, postIds: readonly string[]): Promise<InboxMark[]>;
  postsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, InboxPost>>;
  /** Without those that were deleted. */
  commentsOf(workspaceId: string, commentIds: readonly string[]): Promise<Map<string, InboxComment>>;
  /** Digests that are due then or earlier, in all workspaces, the first one first. */
  digestsDue(at: Instant, take: number): Promise<DueDigest[]>;
  /** When the first digest after this time is due. */
  nextDigestAt(after: Instant): Promise<Instant | undefined>;
  /** When the member marked the last post that is still marked as done; undefined if none is. */
  lastDoneAt(workspaceId: string, accountId: string): Promise<Instant | undefined>;
}

export interface InboxWriter extends InboxReader {
  setSeenTo(workspaceId: string, accountId: string, seenTo: number): Promise<void>;
  setMail(workspaceId: string, accountId: string, mail: TeamMail, digestAt: Instant | null): Promise<void>;
  /** Whether the digest was still due at the time given first. */
  moveDigest(due: DueDigest, nextAt: Instant | null): Promise<boolean>;
  mark(workspaceId: string, accountId: string, marks: readonly InboxMark[], at: Instant): Promise<void>;
  unmark(workspaceId: string, accountId: string, postIds: readonly string[]): Promise<void>;
  /** Removes the marks of posts that are done, up to this entry: the inbox says the same without them. */
  unmarkSeen(workspaceId: string, accountId: string, seenTo: number): Promise<void>;
  removeOf(workspaceId: string, accountId: string): Promise<void>;
}
