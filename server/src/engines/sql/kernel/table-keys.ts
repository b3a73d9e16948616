// Every table with its primary key, ordered so that referenced tables come first. Code that covers the whole database
// uses this list: a missing table is a compile error.

import type { Tables } from './tables.ts';

/** The state of a move is not copied. */
type OfMoves = 'moves' | 'move_progress';

export type CopiedTable = Exclude<keyof Tables, OfMoves>;

type Keys = { readonly [Table in CopiedTable]: readonly (keyof Tables[Table] & string)[] };

export const tableKeys: Keys = {
  workspaces: ['id'],
  accounts: ['id'],
  memberships: ['workspace_id', 'account_id'],
  sessions: ['id'],
  invites: ['workspace_id', 'id'],
  setup_links: ['workspace_id', 'hash'],
  api_keys: ['workspace_id', 'id'],
  users: ['workspace_id', 'id'],
  statuses: ['workspace_id', 'id'],
  post_types: ['workspace_id', 'id'],
  tags: ['workspace_id', 'id'],
  posts: ['workspace_id', 'id'],
  status_changes: ['workspace_id', 'id'],
  comments: ['workspace_id', 'id'],
  mentions: ['workspace_id', 'comment_id', 'member_id'],
  texts: ['workspace_id', 'id'],
  changelogs: ['workspace_id', 'id'],
  attachments: ['workspace_id', 'id'],
  ledger: ['workspace_id', 'sequence'],
  idempotency_keys: ['workspace_id', 'key'],
  changelog_posts: ['workspace_id', 'changelog_id', 'post_id'],
  changelog_labels: ['workspace_id', 'changelog_id', 'label_key'],
  merged_votes: ['workspace_id', 'source_id', 'user_id'],
  post_tags: ['workspace_id', 'post_id', 'tag_id'],
  votes: ['workspace_id', 'post_id', 'user_id'],
  followers: ['workspace_id', 'origin_id', 'user_id'],
  mail_settings: ['workspace_id', 'user_id'],
  request_log: ['workspace_id', 'id'],
  request_counts: ['workspace_id', 'hour_at', 'key_id'],
  webhooks: ['workspace_id', 'id'],
  deliveries: ['workspace_id', 'webhook_id', 'sequence'],
  delivery_attempts: ['workspace_id', 'webhook_id', 'sequence', 'number'],
  reached_thresholds: ['workspace_id', 'post_id', 'metric', 'at_least'],
  exports: ['workspace_id', 'id'],
  imports: ['workspace_id', 'id'],
  sites: ['workspace_id'],
  visitor_sessions: ['workspace_id', 'id'],
  visitor_links: ['workspace_id', 'hash'],
  mailed_links: ['workspace_id', 'hash'],
  used_tokens: ['workspace_id', 'digest'],
  identity_secrets: ['workspace_id', 'mode'],
  submissions: ['workspace_id', 'id'],
  bans: ['workspace_id', 'user_id'],
  reports: ['workspace_id', 'id'],
  mail_queues: ['workspace_id'],
  mails: ['workspace_id', 'id'],
  tellings: ['workspace_id', 'id'],
  mail_keys: ['workspace_id'],
  suppressions: ['workspace_id', 'id'],
  inboxes: ['workspace_id', 'account_id'],
  inbox_marks: ['workspace_id', 'account_id', 'post_id'],
  views: ['workspace_id', 'id'],
  import_objects: ['workspace_id', 'import_id', 'kind', 'source_id'],
};

export const copiedTables = Object.keys(tableKeys) as CopiedTable[];

const ofMoves: readonly OfMoves[] = ['moves', 'move_progress'];
export const everyTable: readonly (keyof Tables)[] = [...copiedTables, ...ofMoves];
