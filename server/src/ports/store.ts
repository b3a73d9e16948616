// Everything that is remembered. `Reader` only reads; a `Writer` exists only inside a transaction, so that a
// write outside one does not compile. Every question names its workspace first: nothing crosses that line.

import type { ApiKey } from '../domain/api-key.ts';
import type { Attachment } from '../domain/attachment.ts';
import type { Instant } from '../domain/clock.ts';
import type { Comment } from '../domain/comment.ts';
import type { Event } from '../domain/event.ts';
import type { Slice } from '../domain/page.ts';
import type { Post, PostQuery } from '../domain/post.ts';
import type { PostType } from '../domain/post-type.ts';
import type { Status, StatusChange } from '../domain/status.ts';
import type { Tag } from '../domain/tag.ts';
import type { User } from '../domain/user.ts';
import type { Vote } from '../domain/vote.ts';
import type { Workspace } from '../domain/workspace.ts';

export interface Store {
  readonly read: Reader;
  /**
   * Runs `work` alone with what it reads: either all of its writes are durable when this resolves, or none
   * happened and the error of `work` is passed on. A value that must be unique throws the domain's CONFLICT;
   * an engine that cannot be reached throws UNAVAILABLE. `work` must not wait for disk or network of its own.
   */
  transaction<T>(work: (write: Writer) => Promise<T>): Promise<T>;
  /** The same, but nothing of it ever happens: the writes are undone before this resolves. */
  rehearse<T>(work: (write: Writer) => Promise<T>): Promise<T>;
  /** Resolves when the engine can serve. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Reader {
  readonly workspaces: WorkspaceReader;
  readonly apiKeys: ApiKeyReader;
  readonly users: UserReader;
  readonly statuses: StatusReader;
  readonly postTypes: PostTypeReader;
  readonly tags: TagReader;
  readonly posts: PostReader;
  readonly comments: CommentReader;
  readonly votes: VoteReader;
  readonly attachments: AttachmentReader;
}

export interface Writer {
  readonly workspaces: WorkspaceWriter;
  readonly apiKeys: ApiKeyWriter;
  readonly users: UserWriter;
  readonly statuses: StatusWriter;
  readonly postTypes: PostTypeWriter;
  readonly tags: TagWriter;
  readonly posts: PostWriter;
  readonly comments: CommentWriter;
  readonly votes: VoteWriter;
  readonly attachments: AttachmentWriter;
  readonly outbox: OutboxWriter;
}

export interface WorkspaceReader {
  find(id: string): Promise<Workspace | undefined>;
  findBySlug(slug: string): Promise<Workspace | undefined>;
  /** All of them, oldest first. */
  list(): Promise<Workspace[]>;
  /** Raised by every change in the workspace: what was read at a revision is true as long as it stands. */
  revision(id: string): Promise<number>;
}

export interface WorkspaceWriter extends WorkspaceReader {
  insert(workspace: Workspace): Promise<void>;
  raiseRevision(id: string): Promise<void>;
}

export interface ApiKeyReader {
  /** The one question without a workspace: the answer says which workspace the caller is in. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  find(workspaceId: string, id: string): Promise<ApiKey | undefined>;
  /** Oldest first. */
  list(workspaceId: string): Promise<ApiKey[]>;
}

export interface ApiKeyWriter extends ApiKeyReader {
  insert(key: ApiKey): Promise<void>;
  markUsed(workspaceId: string, id: string, at: Instant): Promise<void>;
  revoke(workspaceId: string, id: string, at: Instant): Promise<void>;
}

export interface UserReader {
  find(workspaceId: string, id: string): Promise<User | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<User | undefined>;
  /** Letter case does not count. */
  findByEmail(workspaceId: string, email: string): Promise<User | undefined>;
  usersOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, User>>;
}

export interface UserWriter extends UserReader {
  insert(workspaceId: string, user: User): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. */
  insertMany(workspaceId: string, users: readonly User[]): Promise<void>;
  update(workspaceId: string, user: User): Promise<void>;
}

export interface StatusReader {
  find(workspaceId: string, id: string): Promise<Status | undefined>;
  findDefault(workspaceId: string): Promise<Status | undefined>;
  /** By position, then id; a sort key is both. */
  page(workspaceId: string, slice: Slice): Promise<Status[]>;
}

export interface StatusWriter extends StatusReader {
  insert(workspaceId: string, status: Status): Promise<void>;
  addToPostsCount(workspaceId: string, id: string, difference: number): Promise<void>;
  insertChange(workspaceId: string, change: StatusChange): Promise<void>;
}

export interface PostTypeReader {
  find(workspaceId: string, id: string): Promise<PostType | undefined>;
  findDefault(workspaceId: string): Promise<PostType | undefined>;
  /** By position, then id; a sort key is both. */
  page(workspaceId: string, slice: Slice): Promise<PostType[]>;
}

export interface PostTypeWriter extends PostTypeReader {
  insert(workspaceId: string, postType: PostType): Promise<void>;
  addToPostsCount(workspaceId: string, id: string, difference: number): Promise<void>;
}

export interface TagReader {
  find(workspaceId: string, id: string): Promise<Tag | undefined>;
  /** Letter case does not count. */
  findByName(workspaceId: string, name: string): Promise<Tag | undefined>;
  /** Tags of each post, in the order they were given. */
  tagsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Tag[]>>;
}

export interface TagWriter extends TagReader {
  insert(workspaceId: string, tag: Tag): Promise<void>;
  /** The post has these tags and no others. */
  replaceTags(workspaceId: string, postId: string, tagIds: readonly string[]): Promise<void>;
}

export interface PostReader {
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<Post | undefined>;
  /** In the total order of `query.sort`; at most `query.slice.take` posts. */
  page(workspaceId: string, query: PostQuery): Promise<Post[]>;
}

export interface PostWriter extends PostReader {
  /** Unlike the reader's, holds the post still until the transaction ends. */
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  insert(workspaceId: string, post: Post): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. The counts are taken as they are given. */
  insertMany(workspaceId: string, posts: readonly Post[]): Promise<void>;
  /** Everything but the counts, which change by difference only. */
  update(workspaceId: string, post: Post): Promise<void>;
  addToCounts(
    workspaceId: string,
    id: string,
    difference: { votes?: number; comments?: number },
  ): Promise<void>;
  /** With its comments, votes, tags, attachments and history. */
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface CommentReader {
  find(workspaceId: string, id: string): Promise<Comment | undefined>;
  /** A comment of this very post. */
  findOfPost(workspaceId: string, postId: string, id: string): Promise<Comment | undefined>;
  hasReplies(workspaceId: string, postId: string, id: string): Promise<boolean>;
  /**
   * The public comments of a post, oldest first (createdAt, id), in batches small enough that no batch keeps
   * the process from answering others.
   */
  batches(workspaceId: string, postId: string, which: 'top-level' | 'all'): AsyncIterable<Comment[]>;
}

export interface CommentWriter extends CommentReader {
  insert(workspaceId: string, comment: Comment): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. */
  insertMany(workspaceId: string, comments: readonly Comment[]): Promise<void>;
  update(workspaceId: string, comment: Comment): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface VoteReader {
  /** The newest votes of each post, newest first, at most `most` a post. */
  votesOf(
    workspaceId: string,
    posts: readonly Pick<Post, 'id' | 'votesCount'>[],
    most: number,
  ): Promise<Map<string, Vote[]>>;
  /** Newest first (votedAt, userId descending); a sort key is both. */
  page(workspaceId: string, postId: string, slice: Slice): Promise<Vote[]>;
}

export interface VoteWriter extends VoteReader {
  /** Whether the vote is new. */
  add(workspaceId: string, vote: Vote): Promise<boolean>;
  /** Of any number at once, for bulk loading: none of them may exist yet, unlike with `add`. */
  insertMany(workspaceId: string, votes: readonly Vote[]): Promise<void>;
  /** Whether there was one. */
  remove(workspaceId: string, postId: string, userId: string): Promise<boolean>;
}

export interface AttachmentReader {
  /** Of each post, oldest first. */
  attachmentsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Attachment[]>>;
  /** An attachment of this very post. */
  findOfPost(workspaceId: string, postId: string, id: string): Promise<Attachment | undefined>;
  /** By the unguessable part of its address, which stands for the workspace too. */
  findByFileKey(fileKey: string): Promise<Attachment | undefined>;
  /** Which of these file keys some attachment still needs. */
  fileKeysInUse(fileKeys: readonly string[]): Promise<Set<string>>;
}

export interface AttachmentWriter extends AttachmentReader {
  insert(workspaceId: string, attachment: Attachment): Promise<void>;
  remove(workspaceId: string, postId: string, id: string): Promise<void>;
}

export interface OutboxWriter {
  append(workspaceId: string, events: readonly Event[]): Promise<void>;
  /** Forgets a limited number of older events of all workspaces; returns how many. */
  forgetBefore(instant: Instant): Promise<number>;
}
