// What the store remembers of posts, comments, votes and merges.

import type { Instant } from '../domain/clock.ts';
import type { Comment, CommentPlace, CommentQuery } from '../domain/comment.ts';
import type { Slice } from '../domain/page.ts';
import type { Post, PostCountFilters, PostMove, PostQuery } from '../domain/post.ts';
import type { Vote, VoteQuery } from '../domain/vote.ts';

export interface PostReader {
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<Post | undefined>;
  postsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, Post>>;
  /** The newest posts whose title matches any of the searches, with the search words of their titles. */
  titleWords(
    workspaceId: string,
    searches: string[][],
    max: number,
  ): Promise<{ id: string; words: string[] }[]>;
  /** In the total order of `query.sort`; at most `query.slice.take` posts. */
  page(workspaceId: string, query: PostQuery): Promise<Post[]>;
  /** How many posts a page's filters match, counted up to `max`. */
  count(workspaceId: string, filters: PostCountFilters, max: number): Promise<number>;
}

export interface PostWriter extends PostReader {
  /** Unlike the reader's, holds the post still until the transaction ends. */
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  insert(workspaceId: string, post: Post): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. The counts are taken as they are given. */
  insertMany(workspaceId: string, posts: readonly Post[]): Promise<void>;
  /** Everything but the counts, which change by difference only. */
  update(workspaceId: string, post: Post): Promise<void>;
  /** With `at`, the post counts as updated then: a mirror that asks what changed since sees its new counts. */
  addToCounts(
    workspaceId: string,
    id: string,
    difference: { votes?: number; comments?: number },
    at?: Instant,
  ): Promise<void>;
  countWith(workspaceId: string, field: PostMove['field'], id: string): Promise<number>;
  /**
   * Edits every such post: version, updatedAt, search and, of a status, the history follow; the counts of the
   * two do not. In steps small enough that none keeps the process from answering others; each answers the ids
   * of the posts that it moved.
   */
  moveAll(
    workspaceId: string,
    move: PostMove,
    at: Instant,
    mintChangeId: () => string,
  ): AsyncIterable<string[]>;
  /** With its comments, votes, tags, attachments and history. */
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface CommentReader {
  find(workspaceId: string, id: string): Promise<Comment | undefined>;
  /** Of the whole workspace, newest first (createdAt, id); a sort key is both. */
  page(workspaceId: string, query: CommentQuery): Promise<Comment[]>;
  /** A comment of this very post. */
  findOfPost(workspaceId: string, postId: string, id: string): Promise<Comment | undefined>;
  hasReplies(workspaceId: string, postId: string, id: string): Promise<boolean>;
  /**
   * The places of the public comments of a post, oldest first (createdAt, id), in batches small enough that no
   * batch keeps the process from answering others. What they say is asked for apart, a few at a time.
   */
  outline(workspaceId: string, postId: string, which: 'top-level' | 'all'): AsyncIterable<CommentPlace[]>;
  commentsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, Comment>>;
}

export interface CommentWriter extends CommentReader {
  insert(workspaceId: string, comment: Comment): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. */
  insertMany(workspaceId: string, comments: readonly Comment[]): Promise<void>;
  update(workspaceId: string, comment: Comment): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface VoteReader {
  /** The newest votes of each post, newest first, at most `max` a post, without `mergedFromId`. */
  votesOf(
    workspaceId: string,
    posts: readonly Pick<Post, 'id' | 'votesCount'>[],
    max: number,
  ): Promise<Map<string, Vote[]>>;
  /** Newest first; a sort key is votedAt, postId and userId. */
  page(workspaceId: string, query: VoteQuery): Promise<Vote[]>;
  /** A person's votes on merged posts that do not count, since they have voted for the other post too; as `page`. */
  setAside(workspaceId: string, userId: string, slice: Slice): Promise<Vote[]>;
}

export interface VoteWriter extends VoteReader {
  /** Whether the vote is new. */
  add(workspaceId: string, vote: Vote): Promise<boolean>;
  /** As `add`, for any number of people on one post; returns the ids of those whose vote is new. */
  addMany(workspaceId: string, postId: string, votes: readonly Vote[]): Promise<Set<string>>;
  /** Of any number at once, for bulk loading: none of them may exist yet, unlike with `add`. */
  insertMany(workspaceId: string, votes: readonly Vote[]): Promise<void>;
  /** Returns the vote that was there. */
  remove(workspaceId: string, postId: string, userId: string): Promise<Vote | undefined>;
}

/** Votes and comments of merged posts. The posts themselves and their counts are the caller's to change. */
export interface MergeWriter {
  /** The ids of the posts that are merged into this one. */
  sourcesOf(workspaceId: string, intoId: string): Promise<string[]>;
  /** Moves each vote whose voter has none on the other post, marked with its origin, and sets the others aside. */
  moveVotes(
    workspaceId: string,
    sourceId: string,
    intoId: string,
  ): Promise<{ moved: number; setAside: number }>;
  /**
   * Undoes that: moves back what is marked, and restores what was set aside. Votes of other sources that were
   * set aside for one that leaves are promoted: they count on the other post from now on.
   */
  returnVotes(
    workspaceId: string,
    sourceId: string,
    intoId: string,
  ): Promise<{ returned: number; restored: number; promoted: number }>;
  /** Taking a vote back also takes back those that were set aside for the sources of this post. */
  forgetSetAside(workspaceId: string, intoId: string, userId: string): Promise<void>;
  /**
   * Moves the comments, marked with their origin and updated at that time, since they name another post now;
   * returns how many of them a post counts.
   */
  moveComments(
    workspaceId: string,
    sourceId: string,
    intoId: string,
    at: Instant,
  ): Promise<{ counted: number }>;
  returnComments(
    workspaceId: string,
    sourceId: string,
    intoId: string,
    at: Instant,
  ): Promise<{ counted: number }>;
}
