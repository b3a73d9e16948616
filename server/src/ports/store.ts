// Everything that is remembered. `Reader` only reads; a `Writer` exists only inside a transaction, so that a
// write outside one does not compile. Every question names its workspace first: nothing crosses that line.

import type { ApiKey } from '../domain/api-key.ts';
import type { Instant } from '../domain/clock.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { AttachmentReader, AttachmentWriter } from './attachment-store.ts';
import type {
  PostTypeReader,
  PostTypeWriter,
  StatusReader,
  StatusWriter,
  TagReader,
  TagWriter,
} from './catalog-store.ts';
import type { ChangelogReader, ChangelogWriter } from './changelog-store.ts';
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
import type {
  CommentReader,
  CommentWriter,
  MergeWriter,
  PostReader,
  PostWriter,
  VoteReader,
  VoteWriter,
} from './feedback-store.ts';
import type { UserReader, UserWriter } from './people-store.ts';
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
  metrics(): Promise<StoreMetrics>;
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

export interface StoreMetrics {
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
