// What visitors read, before the allow-lists in `shapes/site` choose the fields that they see.

import type { PostType } from '../catalog/post-type.ts';
import type { Status, StatusCategory } from '../catalog/status.ts';
import type { Changelog } from '../changelog/changelog.ts';
import type { Comment } from '../feedback/comment.ts';
import type { Post, PostSort } from '../feedback/post.ts';
import type { Attachment } from '../files/attachment.ts';
import type { Page, PageRequest } from '../kernel/page.ts';

/** What is read of a post in a list. */
export const listedPostFields = [
  'id',
  'title',
  'descriptionHtml',
  'statusId',
  'postTypeId',
  'votesCount',
  'publicCommentsCount',
  'createdAt',
  'publicUpdatedAt',
] as const satisfies readonly (keyof Post)[];

export interface ListedPost {
  post: Pick<Post, (typeof listedPostFields)[number]>;
  status: Status;
  type: PostType;
}

/** What visitors sort posts by: the order, and the stage that a post must have reached, if any. */
export const feedbackOrders = {
  top: { order: 'votes', stage: undefined },
  new: { order: 'recent', stage: undefined },
  shipped: { order: 'recent', stage: 'completed' },
} as const satisfies Record<string, { order: PostSort; stage: StatusCategory | undefined }>;
export type FeedbackSort = keyof typeof feedbackOrders;
export const feedbackSorts = Object.keys(feedbackOrders) as FeedbackSort[];

export interface FeedbackQuery {
  /** What the visitor searches for. */
  text: string;
  sort: FeedbackSort;
  /** Slugs; empty for all. */
  status: string;
  type: string;
  page: PageRequest;
}

export interface FeedbackView {
  posts: Page<ListedPost>;
  /** Those that a public post has: the names of others are the team's own. */
  statuses: Status[];
  types: PostType[];
}

export interface ShownComment {
  comment: Comment;
  attachments: Attachment[];
  /** The name of the member who wrote it. Null for everyone else, and where an import brought the comment. */
  memberName: string | null;
  /** Of a visitor, if the site names those who have signed in themselves, and this one has. */
  authorName: string | null;
  /** The comment that this one answers, if visitors see that one. */
  parent: Comment | null;
}

export interface PostView {
  post: Post;
  /** As of a comment. */
  authorName: string | null;
  status: Status;
  type: PostType;
  tagNames: string[];
  /** Why the post has its status. */
  reason: string | null;
  attachments: Attachment[];
  answer: ShownComment | null;
  comments: Page<ShownComment>;
}

/** The stages that the roadmap has a column for. */
export const roadmapStages = ['unstarted', 'active', 'completed'] as const;
export type RoadmapStage = (typeof roadmapStages)[number];

export interface RoadmapColumn {
  stage: RoadmapStage;
  posts: Page<ListedPost>;
}

export interface EntryView {
  entry: Changelog;
  attachments: Attachment[];
  /** The public posts that it ships. */
  posts: ListedPost[];
}

export interface SitemapEntry {
  path: string;
  at: number | null;
}
