// What visitors send from the public site. While it waits for approval it is a submission and nothing else: there is no
// post or comment that a list, a count or a search could show.

import type { Comment } from '../feedback/comment.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Page, PageRequest, Slice, SortKey } from '../kernel/page.ts';
import { boundedText } from '../kernel/text.ts';
import { firstVersion, type New } from '../kernel/version.ts';
import type { User } from '../people/user.ts';
import type { ListedPost } from './reading.ts';

export const submissionKinds = ['post', 'comment', 'post_edit', 'comment_edit'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

export const submissionStates = ['waiting', 'approved', 'rejected'] as const;
export type SubmissionState = (typeof submissionStates)[number];

export interface Submission {
  id: string;
  kind: SubmissionKind;
  state: SubmissionState;
  /** The visitor who sent it; null if they did not sign in. */
  userId: string | null;
  /** The post that it is about; of a new post, the one that it became. */
  postId: string | null;
  /** The comment that is edited; of a new comment, the one that it became. */
  commentId: string | null;
  /** The comment that a new comment replies to. */
  parentId: string | null;
  /** Of a post. Null once approved, like the text: it is in the post then. */
  title: string | null;
  /** Markdown. */
  content: string | null;
  /** Why it was rejected. Its author reads it. */
  reason: string | null;
  /** Who decided; null if no one has, or no one had to. */
  decidedBy: string | null;
  decidedAt: Instant | null;
  /** Whether the author follows a new post once it is published. */
  follows: boolean;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newSubmission = (
  given: New<Submission, 'id' | 'kind' | 'userId' | 'content'>,
  now: Instant,
): Submission => ({
  state: 'waiting',
  postId: null,
  commentId: null,
  parentId: null,
  title: null,
  reason: null,
  decidedBy: null,
  decidedAt: null,
  follows: false,
  ...firstVersion(now),
  ...given,
});

export interface SubmissionView extends Submission {
  /** Null if the visitor did not sign in. */
  author: User | null;
}

/** A queue is worked from the oldest. */
export type SubmissionSort = 'recent' | 'oldest';

/** A missing filter matches everything; an empty one matches nothing. */
export interface SubmissionQuery {
  states?: SubmissionState[];
  kinds?: SubmissionKind[];
  userIds?: string[];
  sort: SubmissionSort;
  slice: Slice;
}

export const createdSortKey = ({ createdAt, id }: { createdAt: Instant; id: string }): SortKey => [
  createdAt,
  id,
];

/** Someone who may not write on the public site. */
export interface Ban {
  userId: string;
  reason: string | null;
  createdAt: Instant;
}

export interface BanView extends Ban {
  user: User;
}

export const banSortKey = ({ createdAt, userId }: Ban): SortKey => [createdAt, userId];

/** A visitor's notice to the team about a public post or comment. */
export interface Report {
  id: string;
  postId: string;
  /** Null if the report is about the post. */
  commentId: string | null;
  userId: string;
  reason: string | null;
  createdAt: Instant;
}

/** One person reports a thing once. */
export const reportedKey = ({ postId, commentId }: Report): SortKey => [commentId ?? postId];

export interface ReportView extends Report {
  user: User;
}

/** Which texts of visitors wait for approval. */
export const moderations = ['none', 'first', 'links', 'all'] as const;
export type ModerationRule = (typeof moderations)[number];

export const mustWait = (rule: ModerationRule, texts: readonly string[], wasApproved: boolean): boolean => {
  switch (rule) {
    case 'none':
      return false;
    case 'first':
      return !wasApproved;
    case 'links':
      return texts.some(mayHoldLink);
    case 'all':
      return true;
  }
};

/**
 * Addresses, with or without a scheme, and what only looks like one ("end.Next"): waiting for nothing costs less than
 * an advertisement.
 */
const address = /:\/\/|mailto:|\]\(|[\p{L}\p{N}-][.\uff0e]\p{L}{2,}/iu;
export const mayHoldLink = (text: string): boolean => address.test(text);

export const maxSubmittedLength = 10_000;
export const maxReasonLength = 500;

export const submittedText = (text: string, least: 0 | 1): string =>
  boundedText(text, 'text', least, maxSubmittedLength);

/** Null if nothing is given. */
export const givenReason = (text: string | null | undefined): string | null =>
  text == null ? null : boundedText(text, 'reason', 0, maxReasonLength) || null;

/** What became of something that a visitor sent. */
export type Submitted =
  | { state: 'published'; postId: string; commentId?: string }
  | { state: 'waiting'; submissionId: string };

/** Something that a visitor sent, as they see it: what is public, and what they wrote themselves. */
export interface MineItem {
  submission: Submission;
  /** The public post that it is about, or that it became. */
  post: ListedPost | null;
  /** The public comment that it became, or that it edits. */
  comment: Comment | null;
}

export interface MineQuery {
  sent: PageRequest;
  votes: PageRequest;
  follows: PageRequest;
}

export interface MineView {
  /** Newest first. */
  sent: Page<MineItem>;
  /** The public posts that they voted for, newest first. */
  votes: Page<ListedPost>;
  /** The public posts that they follow, newest first. */
  follows: Page<ListedPost>;
}
