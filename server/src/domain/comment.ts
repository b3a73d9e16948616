// What people say about a post. Replies form a tree of any depth.

import type { Instant } from './clock.ts';
import type { Slice, SortKey } from './page.ts';
import { boundedText } from './text.ts';
import type { User } from './user.ts';
import { edited, firstVersion, type New } from './version.ts';

export interface Comment {
  id: string;
  postId: string;
  parentId: string | null;
  /** Null once the comment is a stub. */
  userId: string | null;
  content: string;
  isPrivate: boolean;
  isDeleted: boolean;
  /** The post it was written on, when that one has been merged into the post it is on now. */
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
  isPrivate: false,
  isDeleted: false,
  mergedFromId: null,
  ...firstVersion(now),
  ...given,
});

/** A comment's place in the tree of its post, and when it changed. */
export type CommentPlace = Pick<Comment, 'id' | 'parentId' | 'updatedAt'>;

/** An absent filter does not restrict; an empty one matches nothing. */
export interface CommentQuery {
  postIds?: string[];
  userIds?: string[];
  /** Team notes and nothing else, instead of what is public. */
  isPrivate: boolean;
  updatedSince?: Instant;
  slice: Slice;
}

export const commentSortKey = ({ createdAt, id }: Comment): SortKey => [createdAt, id];

export const maxCommentLength = 10_000;

export const commentContent = (text: string): string => boundedText(text, 'content', 1, maxCommentLength);

/** Whether a post's commentsCount counts it: live and public, so that the count agrees with the list. */
export const counts = (comment: Comment): boolean => !comment.isDeleted && !comment.isPrivate;

/** What is left of a deleted comment that others have replied to. */
export const stub = (comment: Comment, now: Instant): Comment =>
  edited(comment, { userId: null, content: '', isDeleted: true }, now);

export interface CommentView extends Comment {
  author: User | null;
}

/** One step through a tree of comments: a comment begins, with its replies inside, or ends. */
export type CommentStep<View> = View | 'end';
