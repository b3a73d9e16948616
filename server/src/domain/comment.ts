// What people say about a post. Replies form a tree of any depth.

import type { Instant } from './clock.ts';
import { boundedText } from './text.ts';

export interface Comment {
  id: string;
  postId: string;
  parentId: string | null;
  /** Null once the comment is a tombstone. */
  userId: string | null;
  content: string;
  isPrivate: boolean;
  isDeleted: boolean;
  createdAt: Instant;
  updatedAt: Instant;
}

export const maxCommentLength = 10_000;

export const commentContent = (text: string): string => boundedText(text, 'content', 1, maxCommentLength);

/** Whether a post's commentsCount counts it: live and public, so that the count agrees with the list. */
export const counts = (comment: Comment): boolean => !comment.isDeleted && !comment.isPrivate;

/** What is left of a deleted comment that others have replied to. */
export const tombstone = (comment: Comment, now: Instant): Comment => ({
  ...comment,
  userId: null,
  content: '',
  isDeleted: true,
  updatedAt: now,
});
