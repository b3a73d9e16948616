// Posts, and the queries for lists of posts.

import type { Tag } from '../catalog/tag.ts';
import type { Attachment } from '../files/attachment.ts';
import type { Actor } from '../kernel/actor.ts';
import { type Instant, pastInstant } from '../kernel/clock.ts';
import { grouped } from '../kernel/count.ts';
import { badField } from '../kernel/failure.ts';
import { type Faults, throwAtOnce } from '../kernel/faults.ts';
import type { JsonForm } from '../kernel/json-form.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import { boundedText, httpUrl } from '../kernel/text.ts';
import { firstVersion, isSame, type New } from '../kernel/version.ts';
import type { User } from '../people/user.ts';
import { emptyRichText, type RichText } from '../rich-text/rich-text.ts';
import type { Voter } from './vote.ts';

export const visibilities = ['internal', 'public'] as const;
/** Whether visitors of the public site see the post. */
export type Visibility = (typeof visibilities)[number];

export interface Post {
  id: string;
  title: string;
  description: RichText;
  /** Rendered from `description` on write, so that reads are cheap. */
  descriptionHtml: string;
  postTypeId: string;
  statusId: string;
  authorId: string;
  /** The member who looks after the post: an account's ID. Null for no one. */
  ownerId: string | null;
  votesCount: number;
  commentsCount: number;
  /** Votes from a service that did not say whose they are. Part of `votesCount`, of the target once merged. */
  importedVotes: number;
  externalId: string | null;
  sourceUrl: string | null;
  mergedIntoId: string | null;
  visibility: Visibility;
  /** The comments that visitors see once the post is public. */
  publicCommentsCount: number;
  /** The last change that visitors could see, votes aside. Null if the post was never public. */
  publicUpdatedAt: Instant | null;
  /** Raised by every edit of the post itself, but not by votes or comments. */
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
  ownerId: null,
  votesCount: 0,
  commentsCount: 0,
  importedVotes: 0,
  externalId: null,
  sourceUrl: null,
  mergedIntoId: null,
  visibility: 'internal',
  publicCommentsCount: 0,
  publicUpdatedAt: null,
  ...firstVersion(now),
  ...given,
});

type Seen = Pick<Post, 'visibility' | 'mergedIntoId'>;

export const isPublic = ({ visibility }: Pick<Post, 'visibility'>): boolean => visibility === 'public';

/** Whether visitors find the post. A merged one only leads them to its target. */
export const isShown = (post: Seen): boolean => isPublic(post) && post.mergedIntoId === null;

const shownFields = ['title', 'description', 'postTypeId', 'statusId', 'createdAt'] as const;

/** Whether visitors notice the difference, votes aside. */
export function looksDifferent(before: Post, after: Post): boolean {
  if (!isPublic(before) && !isPublic(after)) return false;
  if (before.visibility !== after.visibility || before.mergedIntoId !== after.mergedIntoId) return true;
  return isShown(after) && shownFields.some((field) => !isSame(before[field], after[field]));
}

/** The post after a change of its own fields, with the time of the change if visitors notice it. */
export const asSeen = (before: Post, after: Post): Post =>
  looksDifferent(before, after) ? { ...after, publicUpdatedAt: after.updatedAt } : after;

export const maxTitleLength = 200;

export const postTitle = (text: string): string => boundedText(text, 'title', 1, maxTitleLength);

export const maxImportedVotes = 1_000_000_000;

export function importedVotes(votes: number, field = 'importedVotes'): number {
  if (!Number.isInteger(votes) || votes < 0 || votes > maxImportedVotes)
    throw badField(field, `must be an integer from 0 to ${grouped(maxImportedVotes)}.`);
  return votes;
}

/** The fields a caller sets directly, each with the rule that validates and normalizes it. */
const rules = {
  title: postTitle,
  createdAt: (text: string, now: Instant) => pastInstant(text, 'createdAt', now),
  sourceUrl: (text: string | null) => (text === null ? null : httpUrl(text, 'sourceUrl')),
  importedVotes: (votes: number) => importedVotes(votes),
  visibility: (visibility: Visibility) => visibility,
} satisfies { [Field in keyof Post]?: (input: never, now: Instant) => Post[Field] };

type Rules = typeof rules;

/** The input for those fields; undefined keeps the current value. */
export type PostInput = { [Field in keyof Rules]?: Parameters<Rules[Field]>[0] | undefined };

/** Validates the given fields. */
export function checkedPost(input: PostInput, now: Instant, faults: Faults = throwAtOnce): Partial<Post> {
  const checked: Partial<Record<keyof PostInput, unknown>> = {};
  for (const name of Object.keys(rules) as (keyof PostInput)[]) {
    const rule = rules[name] as (input: unknown, now: Instant) => unknown;
    if (input[name] !== undefined) checked[name] = faults.check(() => rule(input[name], now), undefined);
  }
  return checked as Partial<Post>;
}

/** Moves every post of one status or type to another. */
export interface PostMove {
  field: 'statusId' | 'postTypeId';
  fromId: string;
  toId: string;
  actor: Actor;
}

/** The values that each order compares; the id makes the order total (contract §4). */
const sortFields = {
  recent: ['createdAt', 'id'],
  oldest: ['createdAt', 'id'],
  votes: ['votesCount', 'createdAt', 'id'],
} as const satisfies Record<string, readonly (keyof Post)[]>;

export type PostSort = keyof typeof sortFields;
export const postSorts = Object.keys(sortFields) as PostSort[];

/** In place of the owner's ID in a filter: posts that no one looks after. */
export const unowned = 'none';

export interface TextQuery {
  searches: string[][];
  /** Private notes are texts, too. */
  withNotes: boolean;
}

/** A missing filter matches everything; an empty one matches nothing. */
export interface PostQuery {
  typeIds?: string[];
  statusIds?: string[];
  /** Matches if the title contains all words of any of these searches. */
  searches?: string[][];
  /** Matches if one text of the post, the title with the description or a comment, contains all words of any search. */
  texts?: TextQuery;
  updatedSince?: Instant;
  /** Only posts created at or after this time. */
  createdSince?: Instant;
  /** Only posts created before this time. */
  createdBefore?: Instant;
  /** Only posts by any of these authors. */
  authorIds?: string[];
  /** Only posts with any of these owners; `unowned` for posts without one. */
  ownerIds?: string[];
  externalIds?: string[];
  /** Only posts with any of these tags. */
  tagIds?: string[];
  /** Only posts that any of these users voted for. */
  voterIds?: string[];
  /** Only posts that any of these users follow. */
  followerIds?: string[];
  /** Only merged posts, or only posts that are not merged. */
  isMerged?: boolean;
  /** Only posts merged into any of these. */
  mergedIntoIds?: string[];
  visibilities?: Visibility[];
  /** Only posts that count a comment, or only posts that count none. */
  hasComments?: boolean;
  /** Only posts from before this time or at it, to which the team has said nothing after it. */
  unansweredSince?: Instant;
  sort: PostSort;
  slice: Slice;
}

/** Of the filter by days without an answer. */
export const maxUnansweredDays = 3650;

/** The fields that orders compare. */
export type SortField = (typeof sortFields)[PostSort][number];

export const postSortKey = (post: Pick<Post, SortField>, sort: PostSort): SortKey =>
  sortFields[sort].map((field) => post[field]);

/** A member, as far as a post shows them. */
export interface PostOwner {
  id: string;
  name: string;
}

/** Optional relations of a post. */
export interface PostRelations {
  author?: User;
  /** Null if the post has none. */
  owner?: PostOwner | null;
  tags?: Tag[];
  attachments?: Attachment[];
  voters?: Voter[];
  /** True if there are more voters than listed. */
  votersTruncated?: boolean;
  /** The merge target; null if the post is not merged. */
  mergedInto?: Pick<Post, 'id' | 'title'> | null;
}

export type PostView = Post & PostRelations;

/** The forms of a post's own fields. */
export interface PostForms {
  /** In a list. */
  listed: JsonForm<Post>;
  /** A single post, and in a list with details. */
  detailed: JsonForm<Post>;
}

/** A post with its own fields as JSON text. */
export type PostJson = Pick<Post, 'id'> & PostRelations & { json: string };

export interface SimilarPost {
  post: Post;
  /** From 0 (nothing in common) to 1 (the same words). */
  similarity: number;
}
