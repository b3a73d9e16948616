// The database schema, for the query builder. Instants are milliseconds, flags are 0 or 1, structured values are JSON
// text: the same on every engine, so that no query needs a codec.

import type { Generated, Kysely } from 'kysely';
import type { StatusCategory } from '../../../domain/catalog/status.ts';
import type { ChangelogState } from '../../../domain/changelog/changelog.ts';
import type { DeliveryState } from '../../../domain/events/delivery.ts';
import type { DisabledReason, Metric, WebhookFormat } from '../../../domain/events/webhook.ts';
import type { PostSort, Visibility } from '../../../domain/feedback/post.ts';
import type { VoteSource } from '../../../domain/feedback/vote.ts';
import type { Actor } from '../../../domain/kernel/actor.ts';
import type { FailureCode } from '../../../domain/kernel/failure.ts';
import type { Choice } from '../../../domain/kernel/notify.ts';
import type { HeldFor, MailKind, MailState, NoticeKind } from '../../../domain/mail/mail.ts';
import type { SuppressionReason, SuppressionScope } from '../../../domain/mail/suppression.ts';
import type { ExportFormat, ExportState } from '../../../domain/porting/export.ts';
import type { ImportSource, ImportState, JournalKind } from '../../../domain/porting/import.ts';
import type { SiteLanguage, SiteVisibility } from '../../../domain/site/site.ts';
import type { SubmissionKind, SubmissionState } from '../../../domain/site/submission.ts';
import type { CameBy } from '../../../domain/site/visitor.ts';
import type { KeyMode } from '../../../domain/team/api-key.ts';
import type { Role } from '../../../domain/team/membership.ts';
import type { Outcome } from '../../../domain/team/request-record.ts';
import type { Digest } from '../../../domain/team/team-mail.ts';

export type Flag = 0 | 1;
export const flag = (value: boolean): Flag => (value ? 1 : 0);

export interface Tables {
  workspaces: WorkspacesTable;
  api_keys: ApiKeysTable;
  users: UsersTable;
  statuses: StatusesTable;
  status_changes: StatusChangesTable;
  post_types: PostTypesTable;
  tags: TagsTable;
  post_tags: PostTagsTable;
  posts: PostsTable;
  comments: CommentsTable;
  mentions: MentionsTable;
  texts: TextsTable;
  votes: VotesTable;
  followers: FollowersTable;
  mail_settings: MailSettingsTable;
  attachments: AttachmentsTable;
  changelogs: ChangelogsTable;
  changelog_posts: ChangelogPostsTable;
  changelog_labels: ChangelogLabelsTable;
  merged_votes: MergedVotesTable;
  ledger: LedgerTable;
  idempotency_keys: IdempotencyTable;
  moves: MovesTable;
  move_progress: MoveProgressTable;
  accounts: AccountsTable;
  memberships: MembershipsTable;
  sessions: SessionsTable;
  invites: InvitesTable;
  setup_links: SetupLinksTable;
  request_log: RequestLogTable;
  request_counts: RequestCountsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  reached_thresholds: ReachedThresholdsTable;
  exports: ExportsTable;
  imports: ImportsTable;
  import_objects: ImportObjectsTable;
  sites: SitesTable;
  visitor_sessions: VisitorSessionsTable;
  visitor_links: VisitorLinksTable;
  mailed_links: MailedLinksTable;
  used_tokens: UsedTokensTable;
  identity_secrets: IdentitySecretsTable;
  submissions: SubmissionsTable;
  bans: BansTable;
  reports: ReportsTable;
  mail_queues: MailQueuesTable;
  mails: MailsTable;
  tellings: TellingsTable;
  mail_keys: MailKeysTable;
  suppressions: SuppressionsTable;
  inboxes: InboxesTable;
  inbox_marks: InboxMarksTable;
  views: ViewsTable;
}

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>;

interface WorkspacesTable {
  id: string;
  slug: string;
  name: string;
  user_id: string;
  revision: number;
  public_revision: Generated<number>;
  created_at: number;
}

interface ApiKeysTable {
  workspace_id: string;
  id: string;
  hash: string;
  mode: KeyMode;
  last4: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  created_by: string | null;
}

interface UsersTable {
  workspace_id: string;
  id: string;
  external_id: string | null;
  name: string | null;
  email: string | null;
  email_key: string | null;
  avatar_url: string | null;
  created_at: number;
  /** The search words of the name, email and external id, each with a leading space. */
  name_words: string;
  /** The row remains, anonymized, because posts, comments and votes reference it. */
  is_erased: Generated<Flag>;
  version: number;
  updated_at: number;
  email_proven: Generated<Flag>;
  last_signed_in_at: Generated<number | null>;
  came_by: Generated<CameBy | null>;
}

interface StatusesTable {
  workspace_id: string;
  id: string;
  name: string;
  slug: string;
  color: string;
  category: StatusCategory;
  position: number;
  is_default: Flag;
  next_status_ids: string | null;
  notify_followers: Flag;
  posts_count: number;
  created_at: number;
  version: number;
  updated_at: number;
}

interface StatusChangesTable {
  workspace_id: string;
  id: string;
  post_id: string;
  from_status_id: string | null;
  to_status_id: string;
  comment: string | null;
  is_public: Flag;
  created_at: number;
  actor_type: Actor['type'] | null;
  actor_id: string | null;
}

interface PostTypesTable {
  workspace_id: string;
  id: string;
  name: string;
  slug: string;
  color: string;
  position: number;
  is_default: Flag;
  posts_count: number;
  created_at: number;
  version: number;
  updated_at: number;
}

interface ViewsTable {
  workspace_id: string;
  id: string;
  name: string;
  name_key: string;
  filters: string;
  sort_by: PostSort | null;
  is_shared: Flag;
  member_id: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

interface TagsTable {
  workspace_id: string;
  id: string;
  name: string;
  name_key: string;
  /** The search words of the name, each with a leading space. */
  name_words: string;
  created_at: number;
  color: string | null;
  is_public: Flag;
  posts_count: number;
  version: number;
  updated_at: number;
}

interface PostTagsTable {
  workspace_id: string;
  post_id: string;
  tag_id: string;
  position: number;
}

export interface PostsTable {
  workspace_id: string;
  id: string;
  title: string;
  /** The search words of the title, each with a leading space. */
  title_words: string;
  description: string;
  description_html: string;
  post_type_id: string;
  status_id: string;
  author_id: string;
  owner_id: string | null;
  votes_count: number;
  comments_count: number;
  imported_votes: number;
  external_id: string | null;
  source_url: string | null;
  merged_into_id: string | null;
  visibility: Visibility;
  public_comments_count: number;
  public_updated_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

interface CommentsTable {
  workspace_id: string;
  id: string;
  post_id: string;
  parent_id: string | null;
  user_id: string;
  content: string;
  /** JSON of the document, if it says more than the content. */
  document: string | null;
  attachments_count: number;
  external_id: string | null;
  is_private: Flag;
  is_deleted: Flag;
  is_public: Flag;
  is_from_team: Flag;
  account_id: string | null;
  is_answer: Flag;
  created_at: number;
  updated_at: number;
  merged_from_id: string | null;
  version: number;
}

/** Of a member, an account's ID, in a note. */
interface MentionsTable {
  workspace_id: string;
  comment_id: string;
  member_id: string;
  post_id: string;
  created_at: number;
}

/** What is searched of posts: a row for each title with its description, and for each comment. */
export interface TextsTable {
  workspace_id: string;
  /** Of the post or the comment. */
  id: string;
  post_id: string;
  /** The search words, each with a leading space. */
  words: string;
  is_note: Flag;
}

interface VotesTable {
  workspace_id: string;
  post_id: string;
  user_id: string;
  created_at: number;
  recorded_at: number | null;
  merged_from_id: string | null;
  source: VoteSource;
}

interface FollowersTable {
  workspace_id: string;
  origin_id: string;
  user_id: string;
  post_id: string;
  created_at: number;
  source: VoteSource;
}

interface MailSettingsTable {
  workspace_id: string;
  user_id: string;
  status_changes: Flag;
  answers: Flag;
  replies: Flag;
  changelog: Flag;
  all_entries: Flag;
  language: SiteLanguage | null;
}

interface AttachmentsTable {
  workspace_id: string;
  id: string;
  /** The owner of the file. Without one, it is the logo of the site. */
  post_id: string | null;
  changelog_id: string | null;
  comment_id: string | null;
  file_key: string;
  file_name: string;
  mime_type: string;
  size: number;
  width: number | null;
  height: number | null;
  sha256: string;
  created_at: number;
}

interface ChangelogsTable {
  workspace_id: string;
  id: string;
  title: string;
  title_words: string;
  slug: string;
  content: string;
  content_html: string;
  labels: string;
  state: ChangelogState;
  published_at: number | null;
  /** Sorts by publication date; unlike `published_at`, also set for drafts. */
  published_order: number;
  completes_posts: Flag;
  notify: Choice | null;
  told_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** The labels again, one per row and lowercased, as an index for the label filter. */
interface ChangelogLabelsTable {
  workspace_id: string;
  changelog_id: string;
  label_key: string;
}

interface ChangelogPostsTable {
  workspace_id: string;
  changelog_id: string;
  post_id: string;
  position: number;
}

/** Votes set aside by a merge because the voter also voted on the target; restored by an unmerge. */
interface MergedVotesTable {
  workspace_id: string;
  source_id: string;
  user_id: string;
  created_at: number;
  source: VoteSource;
}

export interface LedgerTable {
  workspace_id: string;
  /** Starts at 1 in each workspace. It has no gaps, except before the entry of a restored backup. */
  sequence: number;
  id: string;
  type: string;
  object_id: string;
  object_kind: string;
  post_id: string | null;
  user_id: string | null;
  actor_type: string;
  actor_id: string;
  request_id: string | null;
  created_at: number;
  /** JSON; null if the entry has none or it is past its retention. */
  payload: string | null;
}

interface IdempotencyTable {
  workspace_id: string;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  created_at: number;
}

/** At most one row per role that this database has in a move. */
interface MovesTable {
  role: 'source' | 'target';
  /** The same id in source and target. */
  id: string;
  started_at: number;
  finished_at: number | null;
}

interface MoveProgressTable {
  table_name: string;
  rows_copied: number;
  /** The key of the last copied row, as JSON. */
  last_key: string;
}

interface AccountsTable {
  id: string;
  name: string;
  email: string;
  /** Unique: the email, and the workspace that the account is confined to. */
  account_key: string;
  email_key: string;
  confined_to: string | null;
  proven_at: number | null;
  password_hash: string | null;
  locale: string | null;
  created_at: number;
}

interface MembershipsTable {
  workspace_id: string;
  account_id: string;
  role: Role;
  created_at: number;
}

interface InboxesTable {
  workspace_id: string;
  account_id: string;
  seen_to: Generated<number | null>;
  mentions: Generated<Flag>;
  hand_overs: Generated<Flag>;
  digest: Generated<Digest>;
  time_zone: Generated<string>;
  digest_at: Generated<number | null>;
}

/** Posts of which a member has seen more than of the rest of the inbox. */
interface InboxMarksTable {
  workspace_id: string;
  account_id: string;
  post_id: string;
  seen_to: number;
  until_at: number | null;
  marked_at: number;
}

interface SessionsTable {
  id: string;
  hash: string;
  account_id: string;
  workspace_id: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  user_agent: string;
  address: string;
}

interface InvitesTable {
  workspace_id: string;
  id: string;
  hash: string;
  email: string;
  email_key: string;
  role: Role;
  created_by: string;
  created_at: number;
  expires_at: number;
  is_mailed: Generated<Flag>;
}

interface SetupLinksTable {
  workspace_id: string;
  hash: string;
  created_at: number;
  expires_at: number;
}

interface RequestLogTable {
  workspace_id: string;
  id: string;
  request_id: string;
  key_id: string;
  method: string;
  path: string;
  route: string | null;
  status: number;
  duration_ms: number;
  error_code: FailureCode | null;
  outcome: Outcome;
  created_at: number;
}

interface RequestCountsTable {
  workspace_id: string;
  hour_at: number;
  key_id: string;
  requests: number;
  errors: number;
  limited: number;
}

interface WebhooksTable {
  workspace_id: string;
  id: string;
  url: string;
  description: string;
  types: string;
  is_enabled: Flag;
  headers: string;
  /** JSON, which may be null. */
  rule: string;
  format: WebhookFormat;
  /** Needed for signing, so it can't be a hash (ADR 0060). */
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: number | null;
  disabled_reason: DisabledReason | null;
  disabled_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
  /** The last sequence number that was turned into deliveries. Changes without a new version, like the next one. */
  position: number;
  failing_since: number | null;
}

interface DeliveriesTable {
  workspace_id: string;
  webhook_id: string;
  sequence: number;
  event_id: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  tries: number;
  /** Set while it is pending. A claim moves it ahead: if the claimer dies, it is due again then. */
  next_attempt_at: number | null;
  /** Whose claim it is; null if it is unclaimed. */
  claim: string | null;
  last_status: number | null;
  created_at: number;
  finished_at: number | null;
}

interface DeliveryAttemptsTable {
  workspace_id: string;
  webhook_id: string;
  sequence: number;
  number: number;
  at: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: string;
}

/** The events that were made for them must not be made again. */
interface ReachedThresholdsTable {
  workspace_id: string;
  post_id: string;
  metric: Metric;
  at_least: number;
}

interface ExportsTable {
  workspace_id: string;
  id: string;
  format: ExportFormat;
  includes_ledger: Flag;
  state: ExportState;
  actor_type: string;
  actor_id: string;
  /** Names the process that runs it. */
  owner: string | null;
  attempts: number;
  done: number;
  total: number | null;
  file_key: string | null;
  size: number | null;
  error: string | null;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  expires_at: number | null;
}

interface ImportsTable {
  workspace_id: string;
  id: string;
  source: ImportSource;
  state: ImportState;
  is_dry_run: Generated<Flag>;
  digest: string;
  is_faithful: Flag;
  actor_type: string;
  actor_id: string;
  /** Names the process that runs it; empty if none does. */
  owner: string;
  done: number;
  total: number;
  /** JSON, as are the next five. */
  report: string;
  undone: string | null;
  mapping: Generated<string>;
  files: Generated<string>;
  preview: string | null;
  attempts: Generated<number>;
  error: string | null;
  /** When the files, the preview and the errors are removed. */
  expires_at: number | null;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
}

/** The journal of each import: which object stands for which record of the source. */
interface ImportObjectsTable {
  workspace_id: string;
  import_id: string;
  kind: JournalKind;
  source_id: string;
  object_id: string;
  is_new: Flag;
}

interface SubmissionsTable {
  workspace_id: string;
  id: string;
  kind: SubmissionKind;
  state: SubmissionState;
  user_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  parent_id: string | null;
  title: string | null;
  content: string | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: number | null;
  follows: Flag;
  version: number;
  created_at: number;
  updated_at: number;
}

interface BansTable {
  workspace_id: string;
  user_id: string;
  reason: string | null;
  created_at: number;
}

interface ReportsTable {
  workspace_id: string;
  id: string;
  post_id: string;
  /** The comment, or else the post. */
  object_id: string;
  user_id: string;
  reason: string | null;
  created_at: number;
}

interface MailQueuesTable {
  workspace_id: string;
  public_url: string;
  held_for: HeldFor | null;
  held_at: number | null;
  reply_to: string | null;
  reply_to_asked: string | null;
  reply_to_asked_at: number | null;
}

interface MailsTable {
  workspace_id: string;
  id: string;
  /** Of mails with one key, only the first is queued. */
  key: string;
  kind: MailKind;
  /** The lowest go first. */
  priority: number;
  address: string | null;
  address_key: string | null;
  user_id: string | null;
  /** JSON. */
  payload: string;
  locale: string | null;
  state: MailState;
  /** Set while it waits. A claim moves it ahead: if the claimer dies, it is due again then. */
  due_at: number | null;
  claim: string | null;
  attempts: number;
  answer: string | null;
  created_at: number;
  finished_at: number | null;
  /** Of a notice: the post or changelog entry. */
  about: string | null;
}

interface TellingsTable {
  workspace_id: string;
  id: string;
  kind: NoticeKind;
  about: string;
  /** There is one telling with it at a time. */
  key: string;
  /** JSON. */
  payload: string;
  /** JSON: how far it has come. */
  place: string | null;
  due_at: number;
  created_at: number;
}

interface MailKeysTable {
  workspace_id: string;
  /** Needed for checking links and addresses, so it can't be a hash. */
  key: string;
}

interface SuppressionsTable {
  workspace_id: string;
  id: string;
  hash: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  address: string | null;
  is_imported: Flag;
  created_at: number;
}

interface SitesTable {
  workspace_id: string;
  visibility: SiteVisibility;
  /** JSON. */
  settings: string;
  /** An attachment without a post or changelog. */
  logo_id: string | null;
  sessions_from: Generated<number>;
  version: number;
  created_at: number;
  updated_at: number;
}

interface VisitorSessionsTable {
  workspace_id: string;
  id: string;
  hash: string;
  user_id: string;
  came_by: CameBy;
  created_at: number;
  expires_at: number;
}

interface VisitorLinksTable {
  workspace_id: string;
  hash: string;
  user_id: string;
  return_to: string;
  expires_at: number;
}

/** Links that sign visitors in by mail. */
interface MailedLinksTable {
  workspace_id: string;
  hash: string;
  email: string;
  email_key: string;
  return_to: string;
  held_post_id: string | null;
  follows: Flag;
  expires_at: number;
}

/** Tokens of host applications sign in once. */
interface UsedTokensTable {
  workspace_id: string;
  digest: string;
  expires_at: number;
}

interface IdentitySecretsTable {
  workspace_id: string;
  mode: KeyMode;
  /** Needed for checking signatures, so it can't be a hash. */
  secret: string;
  created_at: number;
  previous_secret: string | null;
  previous_secret_expires_at: number | null;
}
