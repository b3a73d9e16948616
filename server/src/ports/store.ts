// Everything that is remembered. `Reader` only reads; a `Writer` exists only inside a transaction, so that a
// write outside one does not compile. Every question names its workspace first: nothing crosses that line.

import type { ApiKey } from '../domain/api-key.ts';
import type { Attachment } from '../domain/attachment.ts';
import type { Changelog, ChangelogQuery } from '../domain/changelog.ts';
import type { Instant } from '../domain/clock.ts';
import type { Comment, CommentPlace, CommentQuery } from '../domain/comment.ts';
import type { Slice } from '../domain/page.ts';
import type { Post, PostCountFilters, PostMove, PostQuery } from '../domain/post.ts';
import type { Tag, TagQuery } from '../domain/tag.ts';
import type { User, UserQuery } from '../domain/user.ts';
import type { Vote, VoteQuery } from '../domain/vote.ts';
import type { Workspace } from '../domain/workspace.ts';
import type {
  AccountReader,
  AccountWriter,
  InsightReader,
  InviteReader,
  InviteWriter,
  MembershipReader,
  MembershipWriter,
  RequestReader,
  RequestWriter,
  SessionReader,
  SessionWriter,
  SetupLinkReader,
  SetupLinkWriter,
} from './console-store.ts';
import type { PostTypeReader, PostTypeWriter, StatusReader, StatusWriter } from './ordered-store.ts';
import type { IdempotencyReader, IdempotencyWriter, LedgerReader, LedgerWriter } from './records-store.ts';

export interface Store {
  readonly read: Reader;
  /**
   * Either all writes of `work` are durable when this resolves, or none happened and the error of `work` is
   * passed on. Work that begins by raising a workspace's revision runs alone: whoever else begins so waits for
   * it to end. A value that must be unique throws the domain's CONFLICT, after which the transaction is over;
   * an engine that cannot be reached throws UNAVAILABLE, and OutcomeUnknown when it was lost while it committed:
   * then the writes may have happened or not. `work` must not wait for disk or network of its own,
   * and may be run again when others were in its way.
   */
  transaction<T>(work: (write: Writer) => Promise<T>, scope?: Scope): Promise<T>;
  /** The same, but nothing of it ever happens: the writes are undone before this resolves. */
  dryRun<T>(work: (write: Writer) => Promise<T>, scope?: Scope): Promise<T>;
  /** The same store as seen from inside a transaction: whatever is asked of it happens there. */
  within(write: Writer): Store;
  readonly claims: Claims;
  /** The time by the engine's own clock, which is the same for every process at it. */
  now(): Promise<Instant>;
  /** Resolves when the engine answers. */
  ping(): Promise<void>;
  /** Resolves when the engine takes writes, which it finds out by a small one that nobody sees; else UNAVAILABLE. */
  probe(): Promise<void>;
  /** How busy it is, as this process sees it. Asks the engine nothing. */
  figures(): Promise<StoreFigures>;
  close(): Promise<void>;
}

/** Whose transaction it is. With a scope it is a request's, which has a time limit: UNAVAILABLE when it takes longer. */
export interface Scope {
  /**
   * Transactions of one workspace wait for each other in the process, so that they take one connection at a time.
   * UNAVAILABLE when too many wait, or for too long.
   */
  workspaceId: string;
  /** Aborted when nobody waits for the outcome: unless it is being committed, nothing of the work happens. */
  signal?: AbortSignal | undefined;
}

export interface StoreFigures {
  /** Connections by what they are for. */
  connections: { use: string; busy: number; idle: number; waiting: number }[];
  /** What the database takes on this machine's disk; absent when it is elsewhere. */
  diskBytes?: { database: number; log: number };
}

/** Who is at which piece of work, known to every process at the same store. */
export interface Claims {
  /**
   * Undefined when somebody has the name claimed. A claim lasts until it is released. That of a process which died
   * or froze ends by itself within `forMs`.
   */
  take(workspaceId: string, name: string, forMs: number): Promise<Claim | undefined>;
}

export interface Claim {
  release(): Promise<void>;
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
  readonly changelogs: ChangelogReader;
  readonly ledger: LedgerReader;
  readonly idempotency: IdempotencyReader;
  readonly accounts: AccountReader;
  readonly memberships: MembershipReader;
  readonly sessions: SessionReader;
  readonly invites: InviteReader;
  readonly setupLinks: SetupLinkReader;
  readonly requests: RequestReader;
  readonly insights: InsightReader;
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
  readonly changelogs: ChangelogWriter;
  readonly merges: MergeWriter;
  readonly ledger: LedgerWriter;
  readonly idempotency: IdempotencyWriter;
  readonly accounts: AccountWriter;
  readonly memberships: MembershipWriter;
  readonly sessions: SessionWriter;
  readonly invites: InviteWriter;
  readonly setupLinks: SetupLinkWriter;
  readonly requests: RequestWriter;
  readonly insights: InsightReader;
}

export interface WorkspaceReader {
  find(id: string): Promise<Workspace | undefined>;
  findBySlug(slug: string): Promise<Workspace | undefined>;
  /** All of them, oldest first. */
  list(): Promise<Workspace[]>;
  workspacesOf(ids: readonly string[]): Promise<Map<string, Workspace>>;
  /** Raised by every change in the workspace: what was read at a revision is true as long as it stands. */
  revision(id: string): Promise<number>;
  /** The workspace that was changed last, and its revision, which is not less than the time of that change. */
  lastChanged(): Promise<{ id: string; revision: number } | undefined>;
}

export interface WorkspaceWriter extends WorkspaceReader {
  insert(workspace: Workspace): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  /**
   * Also holds the workspace until the transaction ends: the next who raises it waits. To the time, where that is more:
   * after an older copy of the database was put in place, no revision from before comes again with other data.
   */
  raiseRevision(id: string, at: Instant): Promise<void>;
}

export interface ApiKeyReader {
  /**
   * The one question without a workspace: the answer says which workspace the caller is in, and the revision that
   * it is at. Every request begins with it.
   */
  findByHash(hash: string): Promise<{ key: ApiKey; revision: number } | undefined>;
  find(workspaceId: string, id: string): Promise<ApiKey | undefined>;
  /** Oldest first. */
  list(workspaceId: string): Promise<ApiKey[]>;
}

export interface ApiKeyWriter extends ApiKeyReader {
  insert(key: ApiKey): Promise<void>;
  markUsed(workspaceId: string, id: string, at: Instant): Promise<void>;
  revoke(workspaceId: string, id: string, at: Instant): Promise<void>;
  expire(workspaceId: string, id: string, at: Instant): Promise<void>;
}

export interface UserReader {
  /** Somebody who is there: an erased person is found by nothing but `usersOf`, as the author of what is left. */
  find(workspaceId: string, id: string): Promise<User | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<User | undefined>;
  /** Letter case does not count. */
  findByEmail(workspaceId: string, email: string): Promise<User | undefined>;
  usersOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, User>>;
  /** Everyone who has one of these ids, external ids or e-mail addresses, as the three questions above find them. */
  named(workspaceId: string, names: UserNames): Promise<User[]>;
  /** In order of creation, as `query.sort` says; a sort key is createdAt and id. */
  page(workspaceId: string, query: UserQuery): Promise<User[]>;
}

export interface UserNames {
  ids: readonly string[];
  externalIds: readonly string[];
  emails: readonly string[];
}

export interface UserWriter extends UserReader {
  insert(workspaceId: string, user: User): Promise<void>;
  /** As `insert`, of any number at once: bulk loading. */
  insertMany(workspaceId: string, users: readonly User[]): Promise<void>;
  update(workspaceId: string, user: User): Promise<void>;
  /** As `update`, of any number of different people at once. */
  updateMany(workspaceId: string, users: readonly User[]): Promise<void>;
  /** Stores what is left of the person; from now on no search, e-mail address or external id finds them. */
  erase(workspaceId: string, left: User): Promise<void>;
}

export interface TagReader {
  find(workspaceId: string, id: string): Promise<Tag | undefined>;
  /** Letter case does not count. */
  findByName(workspaceId: string, name: string): Promise<Tag | undefined>;
  /** By name, letter case aside; a sort key is the name's key. */
  page(workspaceId: string, query: TagQuery): Promise<Tag[]>;
  /** Tags of each post, in the order they were given. */
  tagsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Tag[]>>;
}

export interface TagWriter extends TagReader {
  insert(workspaceId: string, tag: Tag): Promise<void>;
  /** Everything but the count, which follows the posts' tags by itself. */
  update(workspaceId: string, tag: Tag): Promise<void>;
  /** From all posts that have it, too. */
  remove(workspaceId: string, id: string): Promise<void>;
  /** The post has these tags and no others. */
  replaceTags(workspaceId: string, postId: string, tagIds: readonly string[]): Promise<void>;
}

export interface PostReader {
  find(workspaceId: string, id: string): Promise<Post | undefined>;
  findByExternalId(workspaceId: string, externalId: string): Promise<Post | undefined>;
  postsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, Post>>;
  /** The newest posts whose title matches any of the searches, with the search words of their titles. */
  titleWords(
    workspaceId: string,
    searches: string[][],
    most: number,
  ): Promise<{ id: string; words: string[] }[]>;
  /** In the total order of `query.sort`; at most `query.slice.take` posts. */
  page(workspaceId: string, query: PostQuery): Promise<Post[]>;
  /** How many posts a page's filters match, counted up to `most`. */
  count(workspaceId: string, filters: PostCountFilters, most: number): Promise<number>;
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
  /** The newest votes of each post, newest first, at most `most` a post: who and when, not from where. */
  votesOf(
    workspaceId: string,
    posts: readonly Pick<Post, 'id' | 'votesCount'>[],
    most: number,
  ): Promise<Map<string, Vote[]>>;
  /** Newest first; a sort key is votedAt, postId and userId. */
  page(workspaceId: string, query: VoteQuery): Promise<Vote[]>;
  /** A person's votes on merged posts that do not count, since they have voted for the other post too; as `page`. */
  setAside(workspaceId: string, userId: string, slice: Slice): Promise<Vote[]>;
}

export interface VoteWriter extends VoteReader {
  /** Whether the vote is new. */
  add(workspaceId: string, vote: Vote): Promise<boolean>;
  /** As `add`, of any number of people on one post; answers the ids of those whose vote is new. */
  addMany(workspaceId: string, postId: string, votes: readonly Vote[]): Promise<Set<string>>;
  /** Of any number at once, for bulk loading: none of them may exist yet, unlike with `add`. */
  insertMany(workspaceId: string, votes: readonly Vote[]): Promise<void>;
  /** Answers the vote that was there. */
  remove(workspaceId: string, postId: string, userId: string): Promise<Vote | undefined>;
}

/** What a file belongs to. */
export type AttachmentOwner = { postId: string; changelogId: null } | { postId: null; changelogId: string };

export interface AttachmentReader {
  /** Of each post, oldest first. */
  attachmentsOf(workspaceId: string, postIds: readonly string[]): Promise<Map<string, Attachment[]>>;
  /** Of each changelog, oldest first. */
  attachmentsOfChangelogs(
    workspaceId: string,
    changelogIds: readonly string[],
  ): Promise<Map<string, Attachment[]>>;
  /** An attachment of this very owner. */
  findOf(workspaceId: string, owner: AttachmentOwner, id: string): Promise<Attachment | undefined>;
  /** By the unguessable part of its address, which stands for the workspace too. */
  findByFileKey(fileKey: string): Promise<Attachment | undefined>;
  /** Which of these file keys some attachment still needs. */
  fileKeysInUse(fileKeys: readonly string[]): Promise<Set<string>>;
}

export interface AttachmentWriter extends AttachmentReader {
  insert(workspaceId: string, attachment: Attachment): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}

export interface DueChangelog {
  workspaceId: string;
  id: string;
  publishedAt: Instant;
}

export interface ChangelogReader {
  find(workspaceId: string, id: string): Promise<Changelog | undefined>;
  /** In the total order of `query.sort`; at most `query.slice.take` changelogs. */
  page(workspaceId: string, query: ChangelogQuery): Promise<Changelog[]>;
  /** Of the slugs in use, this one and those that continue it after a hyphen. */
  slugsLike(workspaceId: string, slug: string): Promise<Set<string>>;
  /** The posts that each changelog is linked to, in the order they were given. */
  linkedPostIdsOf(workspaceId: string, ids: readonly string[]): Promise<Map<string, string[]>>;
  /**
   * Scheduled changelogs of all workspaces whose time has come, the longest due first; without those that
   * another process is publishing at this moment.
   */
  due(now: Instant, most: number, after?: DueChangelog): Promise<DueChangelog[]>;
  /** When the next scheduled changelog of any workspace comes due after this time; undefined when none does. */
  nextDueAt(after: Instant): Promise<Instant | undefined>;
}

export interface ChangelogWriter extends ChangelogReader {
  /** Unlike the reader's, holds the changelog still until the transaction ends. */
  find(workspaceId: string, id: string): Promise<Changelog | undefined>;
  insert(workspaceId: string, changelog: Changelog): Promise<void>;
  update(workspaceId: string, changelog: Changelog): Promise<void>;
  /** The changelog is linked to these posts and no others. */
  replaceLinks(workspaceId: string, id: string, postIds: readonly string[]): Promise<void>;
  /** With its links and attachments. */
  remove(workspaceId: string, id: string): Promise<void>;
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
  /** Who takes a vote back means all of them: also those set aside for the sources of this post. */
  forgetSetAside(workspaceId: string, intoId: string, userId: string): Promise<void>;
  /**
   * Moves the comments, marked with their origin and updated at that time, since they name another post now;
   * answers how many of them a post counts.
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
