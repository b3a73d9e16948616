// A piece of feedback, and the ways lists of them are asked for.

import type { Attachment } from './attachment.ts';
import { givenInstant, type Instant } from './clock.ts';
import type { Slice, SortKey } from './page.ts';
import { emptyRichText, type RichText } from './rich-text/rich-text.ts';
import type { Tag } from './tag.ts';
import { boundedText, httpUrl } from './text.ts';
import type { User } from './user.ts';
import { firstVersion, type New } from './version.ts';
import type { Voter } from './vote.ts';

export interface Post {
  id: string;
  title: string;
  description: RichText;
  /** Rendered from `description` alone when it is written, so that reading costs nothing. */
  descriptionHtml: string;
  postTypeId: string;
  statusId: string;
  authorId: string;
  votesCount: number;
  commentsCount: number;
  externalId: string | null;
  sourceUrl: string | null;
  mergedIntoId: string | null;
  /** Raised by every edit of the post itself; votes and comments leave it alone. */
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newPost = (
  given: New<Post, 'id' | 'title' | 'postTypeId' | 'statusId' | 'authorId'>,
  now: Instant,
): Post => ({
  description: emptyRichText,
  descriptionHtml: '',
  votesCount: 0,
  commentsCount: 0,
  externalId: null,
  sourceUrl: null,
  mergedIntoId: null,
  ...firstVersion(now),
  ...given,
});

export const maxTitleLength = 200;

export const postTitle = (text: string): string => boundedText(text, 'title', 1, maxTitleLength);

/** The fields that a caller sets directly, each with the rule that turns the input into what is stored. */
const rules = {
  title: postTitle,
  createdAt: (text: string) => givenInstant(text, 'createdAt'),
  sourceUrl: (text: string | null) => (text === null ? null : httpUrl(text, 'sourceUrl')),
} satisfies { [Field in keyof Post]?: (input: never) => Post[Field] };

type Rules = typeof rules;

/** What a caller may say of those fields; absent leaves a field alone. */
export type PostInput = { [Field in keyof Rules]?: Parameters<Rules[Field]>[0] | undefined };

/** The fields that are given, as they are stored. */
export function checkedPost(input: PostInput): Partial<Post> {
  const checked: Partial<Record<keyof PostInput, unknown>> = {};
  for (const name of Object.keys(rules) as (keyof PostInput)[]) {
    const rule = rules[name] as (input: unknown) => unknown;
    if (input[name] !== undefined) checked[name] = rule(input[name]);
  }
  return checked as Partial<Post>;
}

/** Every post that has one status, or one type, gets another. */
export interface PostMove {
  field: 'statusId' | 'postTypeId';
  fromId: string;
  toId: string;
}

export const postSorts = ['recent', 'oldest', 'votes'] as const;
export type PostSort = (typeof postSorts)[number];

/** An absent filter does not restrict; an empty one matches nothing. */
export interface PostQuery {
  typeIds?: string[];
  statusIds?: string[];
  /** Any of these searches; a title must have all words of one. */
  searches?: string[][];
  updatedSince?: Instant;
  /** Posts by this person. */
  authorId?: string;
  /** Posts that any of these people voted for. */
  voterIds?: string[];
  /** Only posts that are, or that are not, merged into another. */
  isMerged?: boolean;
  /** Only posts that are merged into any of these. */
  mergedIntoIds?: string[];
  sort: PostSort;
  slice: Slice;
}

/** What posts are counted by. */
export type PostCountFilters = Pick<PostQuery, 'typeIds' | 'statusIds' | 'searches' | 'isMerged'>;

/** The values each order compares, which make it total (contract §4). */
export const postSortKey = (post: Post, sort: PostSort): SortKey =>
  sort === 'votes' ? [post.votesCount, post.createdAt, post.id] : [post.createdAt, post.id];

/** What a post is shown with, where a caller asks for it. */
export interface PostRelations {
  author?: User;
  tags?: Tag[];
  attachments?: Attachment[];
  voters?: Voter[];
  /** There are more voters than `voters` holds. */
  votersTruncated?: boolean;
  /** The post that this one was merged into; null when it stands on its own. */
  mergedInto?: Pick<Post, 'id' | 'title'> | null;
}

export type PostView = Post & PostRelations;

export interface SimilarPost {
  post: Post;
  /** From 0, nothing in common, to 1, the same words. */
  similarity: number;
}
