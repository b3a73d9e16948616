// Comments on a post. Replies form a tree of any depth.

import type { Attachment } from '../files/attachment.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import { edited, firstVersion, isSame, type New } from '../kernel/version.ts';
import type { User } from '../people/user.ts';
import type { CommentText } from './comment-text.ts';
import { isPublic, type Post } from './post.ts';

export interface Comment extends CommentText {
  id: string;
  postId: string;
  parentId: string | null;
  userId: string;
  attachmentsCount: number;
  /** The caller's own id, unique in the workspace. Null for a stub: deleting a comment frees its external id. */
  externalId: string | null;
  isPrivate: boolean;
  isDeleted: boolean;
  /** Visitors see it while the post is public. Never a private note or a stub. */
  isPublic: boolean;
  /** Written by a member of the team who was signed in to the console. */
  isFromTeam: boolean;
  /** That member's account; null if an import brought the comment. */
  accountId: string | null;
  /** The answer of the team to the post: at most one a post, public and from the team. */
  isAnswer: boolean;
  /** The post the comment was written on, if that post has since been merged into the current one. */
  mergedFromId: string | null;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newComment = (
  given: New<Comment, 'id' | 'postId' | 'userId' | 'content'>,
  now: Instant,
): Comment => ({
  parentId: null,
  document: null,
  attachmentsCount: 0,
  externalId: null,
  isPrivate: false,
  isDeleted: false,
  isPublic: false,
  isFromTeam: false,
  accountId: null,
  isAnswer: false,
  mergedFromId: null,
  ...firstVersion(now),
  ...given,
});

/** A comment's position in the tree, and when it last changed. */
export type CommentNode = Pick<Comment, 'id' | 'parentId' | 'updatedAt'>;

/** A missing filter matches everything; an empty one matches nothing. */
export interface CommentQuery {
  postIds?: string[];
  userIds?: string[];
  externalIds?: string[];
  /** True for private notes only, false for public comments only. */
  isPrivate: boolean;
  updatedSince?: Instant;
  slice: Slice;
}

export const commentSortKey = ({ createdAt, id }: Comment): SortKey => [createdAt, id];

/** How many comments one request can create or update. */
export const maxCommentsAtOnce = 500;

/** Whether a post's commentsCount includes it: not deleted and public, so that the count matches the list. */
export const counts = (comment: Comment): boolean => !comment.isDeleted && !comment.isPrivate;

/** Whether a post's publicCommentsCount includes it. */
export const countsInPublic = (comment: Comment): boolean => !comment.isDeleted && comment.isPublic;

/** What visitors read of a comment, if they see it. */
const shownOf = (comment: Comment | undefined) =>
  comment !== undefined &&
  countsInPublic(comment) && [
    comment.content,
    comment.document,
    comment.attachmentsCount,
    comment.createdAt,
    comment.isAnswer,
    // Of the others, not even the name is shown.
    comment.isFromTeam && [comment.accountId],
  ];

/** Whether visitors notice the difference while the post is public. */
export const looksDifferent = (before: Comment | undefined, after: Comment | undefined): boolean =>
  !isSame(shownOf(before), shownOf(after));

/** The mark of what members of the team write as themselves, signed in to the console. */
export const teamMark = (
  { type, id }: Actor,
  isForSomeone: boolean,
): Pick<Comment, 'isFromTeam' | 'accountId'> =>
  type === 'person' && !isForSomeone ? { isFromTeam: true, accountId: id } : notFromTeam;

export const notFromTeam = { isFromTeam: false, accountId: null } as const;

/**
 * Whether visitors will see a new comment. A reply to what they don't see would tell them of it, and a thread from
 * before its post was public stays with the team.
 */
export const isPublicReply = (
  isPrivate: boolean,
  post: Pick<Post, 'visibility'>,
  parent: Pick<Comment, 'isPublic' | 'isDeleted'> | undefined,
): boolean => !isPrivate && isPublic(post) && (parent === undefined || parent.isDeleted || parent.isPublic);

/** Which replies a comment has: a stub is private while all of them are. */
export type Replies = 'none' | 'private' | 'public';

/**
 * Replaces a deleted comment that has replies. It goes with its last reply, and hides with the last public one: a
 * public stub without a visible reply would tell that there are private notes.
 */
export const stub = (comment: Comment, replies: Replies, now: Instant): Comment =>
  edited(
    comment,
    {
      content: '',
      document: null,
      attachmentsCount: 0,
      externalId: null,
      isDeleted: true,
      isPublic: false,
      isAnswer: false,
      isPrivate: comment.isPrivate || replies === 'private',
    },
    now,
  );

export interface CommentView extends Comment {
  author: User | null;
  /** Undefined if it has none. */
  attachments?: Attachment[] | undefined;
}

/** A token of a comment tree that is written out: the start of a comment, followed by its replies, or its end. */
export type CommentToken<View> = View | 'end';
