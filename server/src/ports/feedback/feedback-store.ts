// Storage of posts, comments, votes and merges.

import type { Comment, CommentNode, CommentQuery, Replies } from '../../domain/feedback/comment.ts';
import type { Post, PostMove, PostQuery } from '../../domain/feedback/post.ts';
import type { Vote, VoteQuery, VoteSource } from '../../domain/feedback/vote.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import type { AsJson, JsonSelection } from '../../domain/kernel/json-form.ts';
import type { Slice, SortKey } from '../../domain/kernel/page.ts';

/** At most one of these. */
export interface PublicSuch {
  statusId?: string;
  postTypeId?: string;
  tagId?: string;
}

export interface PostReader {
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<Post | undefined>;
  findIdByExternalId(workspaceId: string, externalId: string): Promise<string | undefined>;
  postsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, Post>>;
  /**
   * In how many titles each word is, or one that it starts: exact below `few`, otherwise an estimate, which is enough
   * to tell rare words from common ones.
   */
  countsOfWords(workspaceId: string, words: readonly string[], few: number): Promise<number[]>;
  /**
   * The posts last added whose title has all of these words, with the search words of their titles. `areShown`: only
   * posts that visitors see.
   */
  titleWords(
    workspaceId: string,
    words: readonly string[],
    options: { max: number; areShown: boolean },
  ): Promise<{ id: string; words: string[] }[]>;
  /** The search words of the titles of these posts. */
  titleWordsOf(workspaceId: string, ids: readonly string[]): Promise<{ id: string; words: string[] }[]>;
  /** Ordered by `query.sort`; at most `query.slice.take` posts. */
  page(workspaceId: string, query: PostQuery): Promise<Post[]>;
  /** Like `page`, but only the sort keys, which an index holds. */
  sortKeys(workspaceId: string, query: PostQuery): Promise<SortKey[]>;
  /** Whether there is a public post, of this status, of this type or with this tag. */
  hasPublic(workspaceId: string, such?: PublicSuch): Promise<boolean>;
  /** Whether visitors find one of these posts. */
  areAnyShown(workspaceId: string, ids: readonly string[]): Promise<boolean>;
  /** The owners of posts who are members no more. */
  formerOwners(workspaceId: string): Promise<string[]>;
  /** Like `page`, with the fields of a form as JSON text. */
  pageAsJson<Key extends keyof Post>(
    workspaceId: string,
    query: PostQuery,
    selection: JsonSelection<Post, Key>,
  ): Promise<AsJson<Post, Key>[]>;
  findAsJson<Key extends keyof Post>(
    workspaceId: string,
    id: string,
    selection: JsonSelection<Post, Key>,
  ): Promise<AsJson<Post, Key> | undefined>;
}

/** Another owner for up to `take` posts of one owner; null for none. */
export interface HandOver {
  fromId: string;
  toId: string | null;
  take: number;
  at: Instant;
}

/** What is added to the counts of a post. */
export interface CountDifference {
  votes?: number;
  comments?: number;
  publicComments?: number;
}

export interface PostWriter extends PostReader {
  /** Unlike the reader's `find`, locks the post until the transaction ends. */
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  insert(workspaceId: string, post: Post): Promise<void>;
  /** Bulk insert. The counts are stored as given. */
  insertMany(workspaceId: string, posts: readonly Post[]): Promise<void>;
  /** Updates everything except the counts, which `addToCounts` maintains. */
  update(workspaceId: string, post: Post): Promise<void>;
  /** `at` also sets updatedAt, so that clients syncing with `updatedSince` see the new counts. */
  addToCounts(workspaceId: string, id: string, difference: CountDifference, at?: Instant): Promise<void>;
  /** Visitors saw the post change. */
  touchPublic(workspaceId: string, id: string, at: Instant): Promise<void>;
  countWith(workspaceId: string, field: PostMove['field'], id: string): Promise<number>;
  /**
   * Edits every matching post, including its version, updatedAt, search index and, for a status, the history. The
   * counts of the two statuses or types are not updated. Runs in small steps that don't block the event loop; each
   * step yields the ids of the posts it moved.
   */
  moveAll(
    workspaceId: string,
    move: PostMove,
    at: Instant,
    mintChangeId: () => string,
  ): AsyncIterable<string[]>;
  /** Edits the posts, and returns their IDs. */
  handOver(workspaceId: string, given: HandOver): Promise<string[]>;
  /** Also removes its comments, votes, tags, attachments and history. */
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface CommentReader {
  find(workspaceId: string, id: string): Promise<Comment | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<Comment | undefined>;
  /** The comments with these external ids, by external id. */
  byExternalIds(workspaceId: string, externalIds: readonly string[]): Promise<Map<string, Comment>>;
  /** All comments of the workspace, newest first; the sort key is [createdAt, id]. */
  page(workspaceId: string, query: CommentQuery): Promise<Comment[]>;
  /** Finds the comment only if it belongs to this post. */
  findOfPost(workspaceId: string, postId: string, id: string): Promise<Comment | undefined>;
  /** Like `findOfPost`, for many ids. */
  commentsOfPost(workspaceId: string, postId: string, ids: readonly string[]): Promise<Map<string, Comment>>;
  /** Which of these comments of a post have replies. */
  withReplies(workspaceId: string, postId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Which replies the comment has, stubs included. */
  repliesOf(workspaceId: string, postId: string, id: string): Promise<Replies>;
  /**
   * The structure of a post's public comments without their contents, oldest first (createdAt, id). The batches are
   * small enough not to block the event loop.
   */
  outline(workspaceId: string, postId: string, which: 'top-level' | 'all'): AsyncIterable<CommentNode[]>;
  commentsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, Comment>>;
}

export interface MentionsOf {
  commentId: string;
  postId: string;
  memberIds: readonly string[];
}

export interface CommentWriter extends CommentReader {
  insert(workspaceId: string, comment: Comment): Promise<void>;
  /** Bulk insert. */
  insertMany(workspaceId: string, comments: readonly Comment[]): Promise<void>;
  update(workspaceId: string, comment: Comment): Promise<void>;
  /** Like `update`, with a constant number of queries. */
  updateMany(workspaceId: string, comments: readonly Comment[]): Promise<void>;
  /**
   * Shows the post's comments to visitors, except private notes and stubs. Sets updatedAt of those that they did not
   * see before, and returns how many there are.
   */
  publish(workspaceId: string, postId: string, at: Instant): Promise<number>;
  /** These comments mention exactly these members. */
  setMentions(workspaceId: string, mentions: readonly MentionsOf[], at: Instant): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface VoteReader {
  /** On which of these posts the person has a vote. */
  votedOf(workspaceId: string, userId: string, postIds: readonly string[]): Promise<Set<string>>;
  /** The newest votes of each post, newest first, at most `max` per post, without `mergedFromId`. */
  votesOf(
    workspaceId: string,
    posts: readonly Pick<Post, 'id' | 'votesCount' | 'importedVotes'>[],
    max: number,
  ): Promise<Map<string, Vote[]>>;
  /**
   * Newest first; the sort key is [votedAt, postId, userId]. `updatedSince` compares when a vote was added, so that it
   * also finds votes that were back-dated.
   */
  page(workspaceId: string, query: VoteQuery): Promise<Vote[]>;
  /** When the post got its vote with this number, counted from 1, of those that it still has. */
  reachedAt(workspaceId: string, postId: string, number: number): Promise<Instant | undefined>;
  /**
   * A user's votes on merged posts that don't count, because the user also voted on the target; paged like `page`.
   */
  setAside(workspaceId: string, userId: string, slice: Slice): Promise<Vote[]>;
}

export interface VoteWriter extends VoteReader {
  /** Whether the vote is new. */
  add(workspaceId: string, vote: Vote): Promise<boolean>;
  /** Like `add`, for many people on one post; returns the user ids whose vote is new. */
  addMany(workspaceId: string, postId: string, votes: readonly Vote[]): Promise<Set<string>>;
  /** Bulk insert. Unlike with `add`, none of the votes may exist yet. */
  insertMany(workspaceId: string, votes: readonly Vote[]): Promise<void>;
  /**
   * Removes up to `take` of the person's votes with this source, set-aside ones included, and the counts of their posts
   * with them. Returns those that counted, and whether there may be more.
   */
  takeBack(
    workspaceId: string,
    userId: string,
    source: VoteSource,
    take: number,
    at: Instant,
  ): Promise<{ votes: Vote[]; hasMore: boolean }>;
  /** Returns the removed vote. */
  remove(workspaceId: string, postId: string, userId: string): Promise<Vote | undefined>;
}

/** How many of the moved comments the counts of posts include. */
export interface MovedComments {
  counted: number;
  /** Before the move. */
  countedInPublic: number;
}

/** Moves votes and comments of merged posts. The caller updates the posts themselves and their counts. */
export interface MergeWriter {
  /** The ids of the posts that are merged into this one. */
  sourcesOf(workspaceId: string, intoId: string): Promise<string[]>;
  /** Moves the votes and marks their origin; votes of people who already voted on the target are set aside. */
  moveVotes(
    workspaceId: string,
    sourceId: string,
    intoId: string,
  ): Promise<{ moved: number; setAside: number }>;
  /**
   * Reverts `moveVotes`: moves marked votes back and restores those that were set aside. If a returned vote had
   * displaced one from another source, that one is promoted and counts on the target.
   */
  returnVotes(
    workspaceId: string,
    sourceId: string,
    intoId: string,
  ): Promise<{ returned: number; restored: number; promoted: number }>;
  /** Also removes the user's set-aside votes from all sources of this post, when the user removes their vote. */
  forgetSetAside(workspaceId: string, intoId: string, userId: string): Promise<void>;
  /**
   * Moves the comments, marks their origin and sets updatedAt, since their post changed. None of them is the answer to
   * the target. `isHidden` takes them from visitors.
   */
  moveComments(
    workspaceId: string,
    sourceId: string,
    intoId: string,
    at: Instant,
    isHidden: boolean,
  ): Promise<MovedComments>;
  returnComments(workspaceId: string, sourceId: string, intoId: string, at: Instant): Promise<MovedComments>;
}
