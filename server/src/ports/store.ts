// The storage port. A `Reader` only reads; a `Writer` exists only inside a transaction, so a write outside one does
// not compile. Every method takes the workspace first, and no query crosses workspaces.

import type { Instant } from '../domain/kernel/clock.ts';
import type { SortKey } from '../domain/kernel/page.ts';
import type { ApiKey } from '../domain/team/api-key.ts';
import type { Workspace } from '../domain/team/workspace.ts';
import type {
  PostTypeReader,
  PostTypeWriter,
  StatusReader,
  StatusWriter,
  TagReader,
  TagWriter,
} from './catalog/catalog-store.ts';
import type { ChangelogReader, ChangelogWriter } from './changelog/changelog-store.ts';
import type { LedgerReader, LedgerWriter } from './events/ledger-store.ts';
import type { DeliveryReader, DeliveryWriter, WebhookReader, WebhookWriter } from './events/webhook-store.ts';
import type {
  CommentReader,
  CommentWriter,
  MergeWriter,
  PostReader,
  PostWriter,
  VoteReader,
  VoteWriter,
} from './feedback/feedback-store.ts';
import type { FollowerReader, FollowerWriter } from './feedback/follower-store.ts';
import type { ViewReader, ViewWriter } from './feedback/view-store.ts';
import type { AttachmentReader, AttachmentWriter } from './files/attachment-store.ts';
import type { IdempotencyReader, IdempotencyWriter } from './kernel/idempotency-store.ts';
import type { AudienceReader } from './mail/audience-store.ts';
import type { MailSettingsReader, MailSettingsWriter } from './mail/mail-settings-store.ts';
import type { MailReader, MailWriter } from './mail/mail-store.ts';
import type { SuppressionReader, SuppressionWriter } from './mail/suppression-store.ts';
import type { TellingReader, TellingWriter } from './mail/telling-store.ts';
import type { UserReader, UserWriter } from './people/people-store.ts';
import type {
  ExportedRows,
  ExportReader,
  ExportWriter,
  ImportReader,
  ImportWriter,
} from './porting/porting-store.ts';
import type { PublicContentReader } from './site/public-content-store.ts';
import type { SiteReader, SiteWriter } from './site/site-store.ts';
import type {
  BanReader,
  BanWriter,
  ReportReader,
  ReportWriter,
  SubmissionReader,
  SubmissionWriter,
} from './site/submission-store.ts';
import type { VisitorReader, VisitorWriter } from './site/visitor-store.ts';
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
} from './team/console-store.ts';
import type { InboxReader, InboxWriter } from './team/inbox-store.ts';

export interface Store {
  readonly read: Reader;
  /**
   * When this resolves, all writes of `work` are durable; if it rejects with an error of `work`, none of them
   * happened. Raising a workspace's revision first serializes the transaction: others that do the same wait for it to
   * end. A violated unique constraint throws CONFLICT and ends the transaction. An unreachable engine throws
   * UNAVAILABLE. If the connection is lost or the disk fails during the commit, OutcomeUnknown is thrown, and the
   * writes may or may not have happened. Readers may see the writes shortly before they are durable. `work` must not do
   * its own I/O, and may be retried after a conflict with another transaction. It may start several calls together, which
   * take effect in that order, but must wait for all of them; after one that failed, nothing else happens.
   */
  transaction<T>(work: (write: Writer) => Promise<T>, scope?: Scope): Promise<T>;
  /**
   * Runs like `transaction`, but always rolls back before it resolves. Where there is one writer, a transaction doesn't
   * wait for it: it runs again afterward, and after some attempts throws UNAVAILABLE.
   */
  dryRun<T>(work: (write: Writer) => Promise<T>, scope?: Scope): Promise<T>;
  /** A view of the store inside the transaction: everything it does is part of that transaction. */
  within(write: Writer): Store;
  /**
   * Runs the work with a view of the store whose transactions resolve once they are committed, without waiting for
   * the disk. When this resolves or rejects with an error of `work`, all that they did and saw is durable; if that is
   * unknown, it rejects like `transaction`.
   */
  syncedTogether<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Runs the work with a view of the store as it is now: nothing that is committed meanwhile is seen. Holds a
   * connection of its own, and on some engines disk space for what others write, so the work should not wait.
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  readonly claims: Claims;
  /** The time of the engine's own clock, which all processes share. */
  now(): Promise<Instant>;
  /** Resolves if the engine responds. */
  ping(): Promise<void>;
  /** Resolves if the engine accepts writes, tested with a small hidden write; otherwise UNAVAILABLE. */
  probe(): Promise<void>;
  /**
   * One short step of the engine's own housekeeping, which changes no data but keeps reads fast; whether it found
   * anything to do. For a background process.
   */
  tidy(): Promise<boolean>;
  /** Current load as seen by this process; sends no query. */
  metrics(): Promise<StoreMetrics>;
  close(): Promise<void>;
}

/** The request that owns the transaction. Scoped transactions have a time limit: UNAVAILABLE when it is exceeded. */
export interface Scope {
  /**
   * Transactions of one workspace queue up within the process, so that they use one connection at a time. UNAVAILABLE
   * if the queue is too long or the wait takes too long.
   */
  workspaceId: string;
  /** Aborted when the client disconnects: the transaction rolls back unless it is already committing. */
  signal?: AbortSignal | undefined;
}

export interface StoreMetrics {
  /** Connections, grouped by use. */
  connections: { use: string; busy: number; idle: number; waiting: number }[];
  /** Size on the local disk; absent if the database is remote. */
  diskBytes?: { database: number; log: number };
}

/** Locks by name, shared by all processes that use the same store. */
export interface Claims {
  /**
   * Undefined if the name is already claimed. A claim lasts until it is released; if its process dies or hangs, the
   * claim expires within `forMs`.
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
  readonly followers: FollowerReader;
  readonly mailSettings: MailSettingsReader;
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
  readonly webhooks: WebhookReader;
  readonly deliveries: DeliveryReader;
  readonly exports: ExportReader;
  readonly imports: ImportReader;
  readonly sites: SiteReader;
  readonly visitors: VisitorReader;
  readonly submissions: SubmissionReader;
  readonly bans: BanReader;
  readonly reports: ReportReader;
  readonly publicContent: PublicContentReader;
  readonly mails: MailReader;
  readonly audiences: AudienceReader;
  readonly tellings: TellingReader;
  readonly suppressions: SuppressionReader;
  readonly inboxes: InboxReader;
  readonly views: ViewReader;
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
  readonly followers: FollowerWriter;
  readonly mailSettings: MailSettingsWriter;
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
  readonly webhooks: WebhookWriter;
  readonly deliveries: DeliveryWriter;
  readonly exports: ExportWriter;
  readonly imports: ImportWriter;
  readonly sites: SiteWriter;
  readonly visitors: VisitorWriter;
  readonly submissions: SubmissionWriter;
  readonly bans: BanWriter;
  readonly reports: ReportWriter;
  readonly publicContent: PublicContentReader;
  readonly mails: MailWriter;
  readonly audiences: AudienceReader;
  readonly tellings: TellingWriter;
  readonly suppressions: SuppressionWriter;
  readonly inboxes: InboxWriter;
  readonly views: ViewWriter;
}

/** A view of one moment: what others commit meanwhile is not seen. */
export interface Snapshot {
  /** Every query of a reader, in this view. */
  readonly read: Reader;
  /** The name of the last migration. */
  schema(): Promise<string>;
  count(workspaceId: string, name: keyof ExportedRows): Promise<number>;
  /**
   * The next rows in the order of the table's key; `after` is the key of the last row read. Posts come in the order of
   * [createdAt, id], and users of [isErased (0 or 1), createdAt, id]: inserted in this order, search indexes are fast.
   */
  rowsAfter<Name extends keyof ExportedRows>(
    workspaceId: string,
    name: Name,
    after: SortKey | undefined,
    take: number,
  ): Promise<ExportedRows[Name][]>;
}

export interface WorkspaceReader {
  find(id: string): Promise<Workspace | undefined>;
  findBySlug(slug: string): Promise<Workspace | undefined>;
  /** All workspaces, oldest first. */
  list(): Promise<Workspace[]>;
  workspacesOf(ids: readonly string[]): Promise<Map<string, Workspace>>;
  /** Raised by every change in the workspace: data read at a revision is valid until the revision changes. */
  revision(id: string): Promise<number>;
  /** Raised only by changes that visitors of the public site can see. */
  publicRevision(id: string): Promise<number>;
  revisionsOf(ids: readonly string[]): Promise<Map<string, number>>;
  /** The most recently changed workspace and its revision, which is never less than the time of that change. */
  lastChanged(): Promise<{ id: string; revision: number } | undefined>;
}

export interface WorkspaceWriter extends WorkspaceReader {
  insert(workspace: Workspace): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  /**
   * Also locks the workspace until the transaction ends. The new revision is `at`, or the next number if `at` is not
   * greater: after a restore from a backup, no earlier revision is reused for different data.
   */
  raiseRevision(id: string, at: Instant): Promise<void>;
  /** Like `raiseRevision`, once that has locked the workspace. */
  raisePublicRevision(id: string, at: Instant): Promise<void>;
}

/** An API key, and the revision of its workspace. */
export interface KnownKey {
  key: ApiKey;
  revision: number;
}

export interface ApiKeyReader {
  /**
   * The only lookup without a workspace: it returns the caller's workspace and its revision. Every request starts
   * with it.
   */
  findByHash(hash: string): Promise<KnownKey | undefined>;
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
