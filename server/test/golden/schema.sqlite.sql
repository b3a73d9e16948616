CREATE TABLE "accounts" ("id" text primary key,
  "name" text not null,
  "email" text not null,
  "account_key" text not null unique,
  "password_hash" text,
  "locale" text,
  "created_at" bigint not null,
  "email_key" text default '' not null,
  "confined_to" text,
  "proven_at" bigint);

CREATE TABLE "api_keys" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "hash" text not null unique,
  "mode" text not null,
  "last4" text not null,
  "name" text not null,
  "created_at" bigint not null,
  "last_used_at" bigint,
  "expires_at" bigint,
  "revoked_at" bigint,
  "created_by" text,
  constraint "api_keys_pk" primary key ("workspace_id", "id"));

CREATE TABLE "attachments" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "post_id" text,
  "changelog_id" text,
  "file_key" text not null unique,
  "file_name" text not null,
  "mime_type" text not null,
  "size" bigint not null,
  "width" integer,
  "height" integer,
  "sha256" text not null,
  "created_at" bigint not null,
  "comment_id" text,
  constraint "attachments_pk" primary key ("workspace_id", "id"),
  constraint "attachments_post" foreign key ("workspace_id", "post_id") references "posts" ("workspace_id", "id"),
  constraint "attachments_changelog" foreign key ("workspace_id", "changelog_id") references "changelogs" ("workspace_id", "id"));

CREATE TABLE "bans" ("workspace_id" text not null references "workspaces" ("id"),
  "user_id" text not null,
  "reason" text,
  "created_at" bigint not null,
  constraint "bans_pk" primary key ("workspace_id", "user_id"));

CREATE TABLE "changelog_labels" ("workspace_id" text not null,
  "changelog_id" text not null,
  "label_key" text not null,
  constraint "changelog_labels_pk" primary key ("workspace_id", "changelog_id", "label_key"),
  constraint "changelog_labels_changelog" foreign key ("workspace_id", "changelog_id") references "changelogs" ("workspace_id", "id"));

CREATE TABLE "changelog_posts" ("workspace_id" text not null,
  "changelog_id" text not null,
  "post_id" text not null,
  "position" integer not null,
  constraint "changelog_posts_pk" primary key ("workspace_id", "changelog_id", "post_id"),
  constraint "changelog_posts_changelog" foreign key ("workspace_id", "changelog_id") references "changelogs" ("workspace_id", "id"),
  constraint "changelog_posts_post" foreign key ("workspace_id", "post_id") references "posts" ("workspace_id", "id"));

CREATE TABLE "changelogs" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "title" text not null,
  "title_words" text not null,
  "slug" text not null,
  "content" text not null,
  "content_html" text not null,
  "labels" text not null,
  "state" text not null,
  "published_at" bigint,
  "published_order" bigint not null,
  "completes_posts" smallint not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "notify" text,
  "told_at" bigint,
  constraint "changelogs_pk" primary key ("workspace_id", "id"),
  constraint "changelogs_slug" unique ("workspace_id", "slug"));

CREATE TABLE "comments" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "post_id" text not null,
  "parent_id" text,
  "user_id" text,
  "content" text not null,
  "is_private" smallint not null,
  "is_deleted" smallint not null,
  "merged_from_id" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "external_id" text,
  "is_public" smallint default 0 not null,
  "is_from_team" smallint default 0 not null,
  "is_answer" smallint default 0 not null,
  "account_id" text,
  "document" text,
  "attachments_count" integer default 0 not null,
  constraint "comments_pk" primary key ("workspace_id", "id"),
  constraint "comments_post" foreign key ("workspace_id", "post_id") references "posts" ("workspace_id", "id"),
  constraint "comments_user" foreign key ("workspace_id", "user_id") references "users" ("workspace_id", "id"));

CREATE TABLE "deliveries" ("workspace_id" text not null,
  "webhook_id" text not null,
  "sequence" bigint not null,
  "event_id" text not null,
  "type" text not null,
  "state" text not null,
  "attempts" integer not null,
  "tries" integer not null,
  "next_attempt_at" bigint,
  "claim" text,
  "last_status" integer,
  "created_at" bigint not null,
  "finished_at" bigint,
  constraint "deliveries_pk" primary key ("workspace_id", "webhook_id", "sequence"));

CREATE TABLE "delivery_attempts" ("workspace_id" text not null,
  "webhook_id" text not null,
  "sequence" bigint not null,
  "number" integer not null,
  "at" bigint not null,
  "duration_ms" integer not null,
  "status" integer,
  "error" text,
  "answer" text not null,
  constraint "delivery_attempts_pk" primary key ("workspace_id", "webhook_id", "sequence", "number"));

CREATE TABLE "exports" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "format" text not null,
  "includes_ledger" smallint not null,
  "state" text not null,
  "actor_type" text not null,
  "actor_id" text not null,
  "owner" text,
  "attempts" integer not null,
  "done" bigint not null,
  "total" bigint,
  "file_key" text,
  "size" bigint,
  "error" text,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "finished_at" bigint,
  "expires_at" bigint,
  constraint "exports_pk" primary key ("workspace_id", "id"));

CREATE TABLE "followers" ("workspace_id" text not null references "workspaces" ("id"),
  "origin_id" text not null,
  "user_id" text not null,
  "post_id" text not null,
  "created_at" bigint not null,
  "source" text not null,
  constraint "followers_pk" primary key ("workspace_id", "origin_id", "user_id"));

CREATE TABLE "idempotency_keys" ("workspace_id" text not null,
  "key" text not null,
  "fingerprint" text not null,
  "status" integer not null,
  "body" text not null,
  "created_at" bigint not null,
  constraint "idempotency_keys_pk" primary key ("workspace_id", "key"));

CREATE TABLE "identity_secrets" ("workspace_id" text not null references "workspaces" ("id"),
  "mode" text not null,
  "secret" text not null,
  "created_at" bigint not null,
  "previous_secret" text,
  "previous_secret_expires_at" bigint,
  constraint "identity_secrets_pk" primary key ("workspace_id", "mode"));

CREATE TABLE "import_objects" ("workspace_id" text not null,
  "import_id" text not null,
  "kind" text not null,
  "source_id" text not null,
  "object_id" text not null,
  "is_new" smallint not null,
  constraint "import_objects_pk" primary key ("workspace_id", "import_id", "kind", "source_id"));

CREATE TABLE "imports" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "source" text not null,
  "state" text not null,
  "digest" text not null,
  "is_faithful" smallint not null,
  "actor_type" text not null,
  "actor_id" text not null,
  "owner" text not null,
  "done" bigint not null,
  "total" bigint not null,
  "report" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "finished_at" bigint,
  "is_dry_run" smallint default 0 not null,
  "attempts" integer default 0 not null,
  "mapping" text default '{"columns":{},
 "statuses":{}}' not null,
  "files" text default '[]' not null,
  "preview" text,
  "error" text,
  "undone" text,
  "expires_at" bigint,
  constraint "imports_pk" primary key ("workspace_id", "id"));

CREATE TABLE "inbox_marks" ("workspace_id" text not null references "workspaces" ("id"),
  "account_id" text not null,
  "post_id" text not null,
  "seen_to" bigint not null,
  "until_at" bigint,
  "marked_at" bigint not null,
  constraint "inbox_marks_pk" primary key ("workspace_id", "account_id", "post_id"));

CREATE TABLE "inboxes" ("workspace_id" text not null references "workspaces" ("id"),
  "account_id" text not null,
  "seen_to" bigint,
  "mentions" integer default 1 not null,
  "hand_overs" integer default 1 not null,
  "digest" text default 'off' not null,
  "time_zone" text default 'UTC' not null,
  "digest_at" bigint,
  constraint "inboxes_pk" primary key ("workspace_id", "account_id"));

CREATE TABLE "invites" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "hash" text not null unique,
  "email" text not null,
  "email_key" text not null,
  "role" text not null,
  "created_by" text not null,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "is_mailed" smallint default 0 not null,
  constraint "invites_pk" primary key ("workspace_id", "id"));

CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key,
  "timestamp" varchar(255) not null);

CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key,
  "is_locked" integer default 0 not null);

CREATE TABLE "ledger" ("workspace_id" text not null references "workspaces" ("id"),
  "sequence" bigint not null,
  "id" text not null,
  "type" text not null,
  "object_id" text not null,
  "object_kind" text not null,
  "post_id" text,
  "user_id" text,
  "actor_type" text not null,
  "actor_id" text not null,
  "request_id" text,
  "created_at" bigint not null,
  "payload" text,
  constraint "ledger_pk" primary key ("workspace_id", "sequence"));

CREATE TABLE "mail_keys" ("workspace_id" text not null references "workspaces" ("id"),
  "key" text not null,
  constraint "mail_keys_pk" primary key ("workspace_id"));

CREATE TABLE "mail_queues" ("workspace_id" text not null references "workspaces" ("id"),
  "public_url" text not null,
  "held_for" text,
  "held_at" bigint,
  "reply_to" text,
  "reply_to_asked" text,
  "reply_to_asked_at" bigint,
  constraint "mail_queues_pk" primary key ("workspace_id"));

CREATE TABLE "mail_settings" ("workspace_id" text not null references "workspaces" ("id"),
  "user_id" text not null,
  "status_changes" integer not null,
  "answers" integer not null,
  "replies" integer not null,
  "changelog" integer not null,
  "language" text,
  "all_entries" integer default 0 not null,
  constraint "mail_settings_pk" primary key ("workspace_id", "user_id"));

CREATE TABLE "mailed_links" ("workspace_id" text not null,
  "hash" text not null,
  "email" text not null,
  "email_key" text not null,
  "return_to" text not null,
  "held_post_id" text,
  "expires_at" bigint not null,
  "follows" integer default 0 not null,
  constraint "mailed_links_pk" primary key ("workspace_id", "hash"));

CREATE TABLE "mails" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "key" text not null,
  "kind" text not null,
  "priority" smallint not null,
  "address" text,
  "address_key" text,
  "user_id" text,
  "payload" text not null,
  "locale" text,
  "state" text not null,
  "due_at" bigint,
  "claim" text,
  "attempts" integer not null,
  "answer" text,
  "created_at" bigint not null,
  "finished_at" bigint,
  "about" text,
  constraint "mails_pk" primary key ("workspace_id", "id"),
  constraint "mails_key" unique ("workspace_id", "key"));

CREATE TABLE "memberships" ("workspace_id" text not null references "workspaces" ("id"),
  "account_id" text not null references "accounts" ("id"),
  "role" text not null,
  "created_at" bigint not null,
  constraint "memberships_pk" primary key ("workspace_id", "account_id"));

CREATE TABLE "mentions" ("workspace_id" text not null references "workspaces" ("id"),
  "comment_id" text not null,
  "member_id" text not null,
  "post_id" text not null,
  "created_at" bigint not null,
  constraint "mentions_pk" primary key ("workspace_id", "comment_id", "member_id"));

CREATE TABLE "merged_votes" ("workspace_id" text not null,
  "source_id" text not null,
  "user_id" text not null,
  "created_at" bigint not null,
  "source" text default 'api' not null,
  constraint "merged_votes_pk" primary key ("workspace_id", "source_id", "user_id"),
  constraint "merged_votes_post" foreign key ("workspace_id", "source_id") references "posts" ("workspace_id", "id"),
  constraint "merged_votes_user" foreign key ("workspace_id", "user_id") references "users" ("workspace_id", "id"));

CREATE TABLE "move_progress" ("table_name" text primary key,
  "rows_copied" bigint not null,
  "last_key" text not null);

CREATE TABLE "moves" ("role" text primary key,
  "id" text not null,
  "started_at" bigint not null,
  "finished_at" bigint);

CREATE VIRTUAL TABLE "post_search" using fts5 ( tokens,
  content = '',
  contentless_delete = 1,
  detail = none,
  tokenize = "ascii tokenchars '_'" );

CREATE TABLE 'post_search_config'(k PRIMARY KEY,
  v) WITHOUT ROWID;

CREATE TABLE 'post_search_data'(id INTEGER PRIMARY KEY,
  block BLOB);

CREATE TABLE 'post_search_docsize'(id INTEGER PRIMARY KEY,
  sz BLOB,
  origin INTEGER);

CREATE TABLE 'post_search_idx'(segid,
  term,
  pgno,
  PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE "post_tags" ("workspace_id" text not null,
  "post_id" text not null,
  "tag_id" text not null,
  "position" integer not null,
  constraint "post_tags_pk" primary key ("workspace_id", "post_id", "tag_id"),
  constraint "post_tags_post" foreign key ("workspace_id", "post_id") references "posts" ("workspace_id", "id"),
  constraint "post_tags_tag" foreign key ("workspace_id", "tag_id") references "tags" ("workspace_id", "id"));

CREATE TABLE "post_types" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "name" text not null,
  "slug" text not null,
  "color" text not null,
  "position" integer not null,
  "is_default" smallint not null,
  "posts_count" bigint not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  constraint "post_types_pk" primary key ("workspace_id", "id"),
  constraint "post_types_slug" unique ("workspace_id", "slug"));

CREATE TABLE "posts" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "title" text not null,
  "title_words" text not null,
  "description" text not null,
  "description_html" text not null,
  "post_type_id" text not null,
  "status_id" text not null,
  "author_id" text not null,
  "votes_count" bigint not null,
  "comments_count" bigint not null,
  "external_id" text,
  "source_url" text,
  "merged_into_id" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  search_row integer,
  "imported_votes" bigint default 0 not null,
  "visibility" text default 'internal' not null,
  "public_comments_count" bigint default 0 not null,
  "public_updated_at" bigint,
  "owner_id" text,
  constraint "posts_pk" primary key ("workspace_id", "id"),
  constraint "posts_external_id" unique ("workspace_id", "external_id"),
  constraint "posts_type" foreign key ("workspace_id", "post_type_id") references "post_types" ("workspace_id", "id"),
  constraint "posts_status" foreign key ("workspace_id", "status_id") references "statuses" ("workspace_id", "id"),
  constraint "posts_author" foreign key ("workspace_id", "author_id") references "users" ("workspace_id", "id"));

CREATE TABLE "reached_thresholds" ("workspace_id" text not null,
  "post_id" text not null,
  "metric" text not null,
  "at_least" integer not null,
  constraint "reached_thresholds_pk" primary key ("workspace_id", "post_id", "metric", "at_least"));

CREATE TABLE "reports" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "post_id" text not null,
  "object_id" text not null,
  "user_id" text not null,
  "reason" text,
  "created_at" bigint not null,
  constraint "reports_pk" primary key ("workspace_id", "id"));

CREATE TABLE "request_counts" ("workspace_id" text not null,
  "hour_at" bigint not null,
  "key_id" text not null,
  "requests" bigint not null,
  "errors" bigint not null,
  "limited" bigint not null,
  constraint "request_counts_pk" primary key ("workspace_id", "hour_at", "key_id"));

CREATE TABLE "request_log" ("workspace_id" text not null,
  "id" text not null,
  "request_id" text not null,
  "key_id" text not null,
  "method" text not null,
  "path" text not null,
  "route" text,
  "status" integer not null,
  "duration_ms" integer not null,
  "error_code" text,
  "outcome" text not null,
  "created_at" bigint not null,
  constraint "request_log_pk" primary key ("workspace_id", "id"));

CREATE TABLE "sessions" ("id" text primary key,
  "hash" text not null unique,
  "account_id" text not null references "accounts" ("id"),
  "workspace_id" text not null,
  "created_at" bigint not null,
  "last_seen_at" bigint not null,
  "expires_at" bigint not null,
  "user_agent" text not null,
  "address" text not null);

CREATE TABLE "setup_links" ("workspace_id" text not null references "workspaces" ("id"),
  "hash" text not null unique,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  constraint "setup_links_pk" primary key ("workspace_id", "hash"));

CREATE TABLE "sites" ("workspace_id" text not null references "workspaces" ("id"),
  "visibility" text not null,
  "settings" text not null,
  "logo_id" text,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "sessions_from" bigint default 0 not null,
  constraint "sites_logo" foreign key ("workspace_id", "logo_id") references "attachments" ("workspace_id", "id"),
  constraint "sites_pk" primary key ("workspace_id"));

CREATE TABLE "status_changes" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "post_id" text not null,
  "from_status_id" text,
  "to_status_id" text not null,
  "comment" text,
  "created_at" bigint not null,
  "actor_type" text,
  "actor_id" text,
  "is_public" smallint default 0 not null,
  constraint "status_changes_pk" primary key ("workspace_id", "id"),
  constraint "status_changes_post" foreign key ("workspace_id", "post_id") references "posts" ("workspace_id", "id"));

CREATE TABLE "statuses" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "name" text not null,
  "slug" text not null,
  "color" text not null,
  "category" text not null,
  "position" integer not null,
  "is_default" smallint not null,
  "next_status_ids" text,
  "posts_count" bigint not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "notify_followers" integer default 0 not null,
  constraint "statuses_pk" primary key ("workspace_id", "id"),
  constraint "statuses_slug" unique ("workspace_id", "slug"));

CREATE TABLE "submissions" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "kind" text not null,
  "state" text not null,
  "user_id" text,
  "post_id" text,
  "comment_id" text,
  "parent_id" text,
  "title" text,
  "content" text,
  "reason" text,
  "decided_by" text,
  "decided_at" bigint,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "follows" integer default 0 not null,
  constraint "submissions_pk" primary key ("workspace_id", "id"));

CREATE TABLE "suppressions" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "hash" text not null,
  "scope" text not null,
  "reason" text not null,
  "address" text,
  "created_at" bigint not null,
  "is_imported" integer default 0 not null,
  constraint "suppressions_pk" primary key ("workspace_id", "id"),
  constraint "suppressions_hash" unique ("workspace_id", "hash", "scope"));

CREATE TABLE "tags" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "name" text not null,
  "name_key" text not null,
  "name_words" text not null,
  "color" text,
  "posts_count" bigint not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "is_public" smallint default 0 not null,
  constraint "tags_pk" primary key ("workspace_id", "id"),
  constraint "tags_name" unique ("workspace_id", "name_key"));

CREATE TABLE "tellings" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "kind" text not null,
  "about" text not null,
  "key" text not null,
  "payload" text not null,
  "place" text,
  "due_at" bigint not null,
  "created_at" bigint not null,
  constraint "tellings_pk" primary key ("workspace_id", "id"),
  constraint "tellings_key" unique ("workspace_id", "key"));

CREATE VIRTUAL TABLE "text_search" using fts5 ( tokens,
  content = '',
  contentless_delete = 1,
  detail = none,
  tokenize = "ascii tokenchars '_'" );

CREATE TABLE 'text_search_config'(k PRIMARY KEY,
  v) WITHOUT ROWID;

CREATE TABLE 'text_search_data'(id INTEGER PRIMARY KEY,
  block BLOB);

CREATE TABLE 'text_search_docsize'(id INTEGER PRIMARY KEY,
  sz BLOB,
  origin INTEGER);

CREATE TABLE 'text_search_idx'(segid,
  term,
  pgno,
  PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE "texts" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "post_id" text not null,
  "words" text not null,
  "is_note" smallint not null,
  search_row integer,
  constraint "texts_pk" primary key ("workspace_id", "id"));

CREATE TABLE "used_tokens" ("workspace_id" text not null,
  "digest" text not null,
  "expires_at" bigint not null,
  constraint "used_tokens_pk" primary key ("workspace_id", "digest"));

CREATE VIRTUAL TABLE "user_search" using fts5 ( tokens,
  content = '',
  detail = none,
  tokenize = "ascii tokenchars '_'" );

CREATE TABLE 'user_search_config'(k PRIMARY KEY,
  v) WITHOUT ROWID;

CREATE TABLE 'user_search_data'(id INTEGER PRIMARY KEY,
  block BLOB);

CREATE TABLE 'user_search_docsize'(id INTEGER PRIMARY KEY,
  sz BLOB);

CREATE TABLE 'user_search_idx'(segid,
  term,
  pgno,
  PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE "users" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "external_id" text,
  "name" text,
  "email" text,
  "email_key" text,
  "avatar_url" text,
  "name_words" text not null,
  "is_erased" smallint default 0 not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  search_row integer,
  "email_proven" smallint default 0 not null,
  "last_signed_in_at" bigint,
  "came_by" text,
  constraint "users_pk" primary key ("workspace_id", "id"),
  constraint "users_external_id" unique ("workspace_id", "external_id"),
  constraint "users_email" unique ("workspace_id", "email_key"));

CREATE TABLE "views" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "name" text not null,
  "name_key" text not null,
  "filters" text not null,
  "sort_by" text,
  "is_shared" integer not null,
  "member_id" text,
  "version" integer not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  constraint "views_pk" primary key ("workspace_id", "id"));

CREATE TABLE "visitor_links" ("workspace_id" text not null,
  "hash" text not null,
  "user_id" text not null,
  "return_to" text not null,
  "expires_at" bigint not null,
  constraint "visitor_links_pk" primary key ("workspace_id", "hash"));

CREATE TABLE "visitor_sessions" ("workspace_id" text not null,
  "id" text not null,
  "hash" text not null,
  "user_id" text not null,
  "came_by" text not null,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  constraint "visitor_sessions_pk" primary key ("workspace_id", "id"),
  constraint "visitor_sessions_hash" unique ("workspace_id", "hash"));

CREATE TABLE "votes" ("workspace_id" text not null,
  "post_id" text not null,
  "user_id" text not null,
  "created_at" bigint not null,
  "merged_from_id" text,
  "recorded_at" bigint,
  "source" text default 'api' not null,
  constraint "votes_pk" primary key ("workspace_id", "post_id", "user_id"),
  constraint "votes_post" foreign key ("workspace_id", "post_id") references "posts" ("workspace_id", "id"),
  constraint "votes_user" foreign key ("workspace_id", "user_id") references "users" ("workspace_id", "id"));

CREATE TABLE "webhooks" ("workspace_id" text not null references "workspaces" ("id"),
  "id" text not null,
  "url" text not null,
  "description" text not null,
  "types" text not null,
  "is_enabled" integer not null,
  "headers" text not null,
  "rule" text not null,
  "format" text not null,
  "secret" text not null,
  "previous_secret" text,
  "previous_secret_expires_at" bigint,
  "disabled_reason" text,
  "disabled_at" bigint,
  "version" integer not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "position" bigint not null,
  "failing_since" bigint,
  constraint "webhooks_pk" primary key ("workspace_id", "id"));

CREATE TABLE "workspaces" ("id" text primary key,
  "slug" text not null unique,
  "name" text not null,
  "user_id" text not null,
  "revision" bigint default 0 not null,
  "created_at" bigint not null,
  "public_revision" bigint default 0 not null);

CREATE INDEX "accounts_by_email" on "accounts" ("email_key",
  "created_at",
  "id");

CREATE INDEX "attachments_by_changelog" on "attachments" ("workspace_id",
  "changelog_id",
  "id");

CREATE INDEX attachments_by_comment on attachments (workspace_id,
  comment_id) where comment_id is not null;

CREATE INDEX "attachments_by_post" on "attachments" ("workspace_id",
  "post_id",
  "id");

CREATE INDEX "bans_by_created" on "bans" ("workspace_id",
  "created_at",
  "user_id");

CREATE INDEX "changelog_labels_by_label" on "changelog_labels" ("workspace_id",
  "label_key",
  "changelog_id");

CREATE INDEX "changelog_posts_by_post" on "changelog_posts" ("workspace_id",
  "post_id",
  "changelog_id");

CREATE INDEX "changelogs_by_created" on "changelogs" ("workspace_id",
  "created_at",
  "id");

CREATE INDEX "changelogs_by_published" on "changelogs" ("workspace_id",
  "published_order",
  "id");

CREATE INDEX "changelogs_by_state" on "changelogs" ("workspace_id",
  "state",
  "created_at",
  "id");

CREATE INDEX "changelogs_by_updated" on "changelogs" ("workspace_id",
  "updated_at",
  "id");

CREATE INDEX "changelogs_due" on "changelogs" ("state",
  "published_at",
  "id");

CREATE INDEX "comments_by_created" on "comments" ("workspace_id",
  "is_private",
  "created_at",
  "id");

CREATE INDEX "comments_by_merged_from" on "comments" ("workspace_id",
  "merged_from_id") where "merged_from_id" is not null;

CREATE INDEX "comments_by_parent" on "comments" ("workspace_id",
  "post_id",
  "parent_id",
  "is_private",
  "created_at",
  "id",
  "updated_at");

CREATE INDEX "comments_by_post" on "comments" ("workspace_id",
  "post_id",
  "is_private",
  "created_at",
  "id",
  "parent_id",
  "updated_at");

CREATE INDEX "comments_by_public" on "comments" ("workspace_id",
  "post_id",
  "created_at",
  "id") where is_public = 1;

CREATE INDEX "comments_by_team" on "comments" ("workspace_id",
  "post_id",
  "is_private",
  "created_at") where is_from_team = 1 and is_deleted = 0;

CREATE INDEX "comments_by_updated" on "comments" ("workspace_id",
  "is_private",
  "updated_at",
  "id");

CREATE INDEX "comments_by_user" on "comments" ("workspace_id",
  "user_id",
  "is_private",
  "created_at",
  "id");

CREATE UNIQUE INDEX "comments_external_id" on "comments" ("workspace_id",
  "external_id") where "external_id" is not null;

CREATE INDEX comments_with_files on comments (workspace_id,
  post_id) where attachments_count > 0;

CREATE INDEX "deliveries_by_age" on "deliveries" ("workspace_id",
  "created_at");

CREATE INDEX "deliveries_by_event" on "deliveries" ("workspace_id",
  "webhook_id",
  "event_id");

CREATE INDEX "deliveries_by_state" on "deliveries" ("workspace_id",
  "webhook_id",
  "state",
  "sequence");

CREATE INDEX "deliveries_due" on "deliveries" ("workspace_id",
  "webhook_id",
  "next_attempt_at",
  "sequence") where "next_attempt_at" is not null;

CREATE UNIQUE INDEX "exports_active" on "exports" ("workspace_id") where state in ('queued',
  'running');

CREATE UNIQUE INDEX "exports_file_key" on "exports" ("file_key") where file_key is not null;

CREATE INDEX "followers_by_post" on "followers" ("workspace_id",
  "post_id",
  "created_at",
  "user_id");

CREATE INDEX "followers_by_user" on "followers" ("workspace_id",
  "user_id",
  "post_id",
  "origin_id");

CREATE INDEX "idempotency_keys_by_age" on "idempotency_keys" ("created_at",
  "key");

CREATE UNIQUE INDEX "imports_active" on "imports" ("workspace_id") where state in ('queued',
  'running',
  'undoing');

CREATE INDEX "inbox_marks_by_post" on "inbox_marks" ("workspace_id",
  "post_id");

CREATE INDEX inbox_marks_due on inbox_marks (workspace_id,
  account_id,
  until_at) where until_at is not null;

CREATE INDEX inboxes_by_digest on inboxes (digest_at) where digest_at is not null;

CREATE INDEX "invites_by_email" on "invites" ("email_key",
  "created_at",
  "id");

CREATE INDEX "invites_by_expiry" on "invites" ("expires_at",
  "id");

CREATE INDEX "ledger_by_actor" on "ledger" ("workspace_id",
  "actor_id",
  "sequence");

CREATE INDEX "ledger_by_age" on "ledger" ("workspace_id",
  "created_at",
  "sequence");

CREATE INDEX "ledger_by_object" on "ledger" ("workspace_id",
  "object_id",
  "sequence");

CREATE INDEX "ledger_by_payload_age" on "ledger" ("workspace_id",
  "created_at",
  "sequence") where "payload" is not null;

CREATE INDEX "ledger_by_type" on "ledger" ("workspace_id",
  "type",
  "sequence",
  "created_at");

CREATE INDEX "mail_settings_subscribers" on "mail_settings" ("workspace_id",
  "user_id") where all_entries = 1;

CREATE INDEX "mailed_links_by_age" on "mailed_links" ("expires_at");

CREATE INDEX "mailed_links_by_email" on "mailed_links" ("workspace_id",
  "email_key");

CREATE INDEX "mails_by_about" on "mails" ("workspace_id",
  "about",
  "id") where about is not null;

CREATE INDEX "mails_by_address" on "mails" ("workspace_id",
  "address_key") where "address_key" is not null;

CREATE INDEX "mails_by_state" on "mails" ("workspace_id",
  "state",
  "created_at",
  "id");

CREATE INDEX "mails_by_user" on "mails" ("workspace_id",
  "user_id") where "user_id" is not null;

CREATE INDEX "mails_due" on "mails" ("workspace_id",
  "priority",
  "due_at",
  "id") where due_at is not null;

CREATE INDEX "mails_ended" on "mails" ("workspace_id",
  "priority",
  "created_at",
  "id") where due_at is null;

CREATE INDEX "memberships_by_account" on "memberships" ("account_id",
  "workspace_id");

CREATE INDEX "mentions_by_post" on "mentions" ("workspace_id",
  "post_id");

CREATE INDEX "merged_votes_by_user" on "merged_votes" ("workspace_id",
  "user_id",
  "created_at",
  "source_id");

CREATE INDEX "post_tags_by_tag" on "post_tags" ("workspace_id",
  "tag_id",
  "post_id");

CREATE INDEX "posts_by_author" on "posts" ("workspace_id",
  "author_id",
  "created_at",
  "id");

CREATE INDEX "posts_by_commented" on "posts" ("workspace_id",
  "id") where comments_count > 0;

CREATE INDEX "posts_by_created" on "posts" ("workspace_id",
  "created_at",
  "id");

CREATE INDEX "posts_by_merged_into" on "posts" ("workspace_id",
  "merged_into_id");

CREATE INDEX posts_by_owner on posts (workspace_id,
  (coalesce(owner_id, 'none')),
  id);

CREATE INDEX "posts_by_public" on "posts" ("workspace_id",
  "status_id",
  "post_type_id",
  "id") where visibility = 'public';

CREATE UNIQUE INDEX "posts_by_search_row" on "posts" (search_row);

CREATE INDEX "posts_by_status_created" on "posts" ("workspace_id",
  "status_id",
  "created_at",
  "id",
  "post_type_id");

CREATE INDEX "posts_by_status_votes" on "posts" ("workspace_id",
  "status_id",
  "votes_count",
  "created_at",
  "id",
  "post_type_id");

CREATE INDEX "posts_by_type_created" on "posts" ("workspace_id",
  "post_type_id",
  "created_at",
  "id",
  "status_id");

CREATE INDEX "posts_by_type_votes" on "posts" ("workspace_id",
  "post_type_id",
  "votes_count",
  "created_at",
  "id",
  "status_id");

CREATE INDEX "posts_by_updated" on "posts" ("workspace_id",
  "updated_at",
  "id");

CREATE INDEX "posts_by_votes" on "posts" ("workspace_id",
  "votes_count",
  "created_at",
  "id");

CREATE INDEX "reports_by_created" on "reports" ("workspace_id",
  "created_at",
  "id");

CREATE INDEX "reports_by_object" on "reports" ("workspace_id",
  "object_id");

CREATE INDEX "reports_by_post" on "reports" ("workspace_id",
  "post_id");

CREATE UNIQUE INDEX "reports_by_user" on "reports" ("workspace_id",
  "user_id",
  "object_id");

CREATE INDEX "request_log_by_key" on "request_log" ("workspace_id",
  "key_id",
  "id");

CREATE INDEX "request_log_by_outcome" on "request_log" ("workspace_id",
  "outcome",
  "id") where "outcome" <> 'ok';

CREATE INDEX "request_log_by_request" on "request_log" ("workspace_id",
  "request_id",
  "id");

CREATE INDEX "sessions_by_account" on "sessions" ("account_id",
  "last_seen_at",
  "id");

CREATE INDEX "sessions_by_expiry" on "sessions" ("expires_at",
  "id");

CREATE INDEX "status_changes_by_age" on "status_changes" ("workspace_id",
  "created_at",
  "id");

CREATE INDEX "status_changes_by_post" on "status_changes" ("workspace_id",
  "post_id",
  "created_at",
  "id");

CREATE INDEX "status_changes_by_status" on "status_changes" ("workspace_id",
  "to_status_id",
  "created_at",
  "id");

CREATE INDEX "submissions_by_created" on "submissions" ("workspace_id",
  "created_at",
  "id");

CREATE INDEX "submissions_by_post" on "submissions" ("workspace_id",
  "post_id");

CREATE INDEX "submissions_by_state" on "submissions" ("workspace_id",
  "state",
  "created_at",
  "id");

CREATE INDEX "submissions_by_user" on "submissions" ("workspace_id",
  "user_id",
  "created_at",
  "id");

CREATE INDEX "suppressions_by_reason" on "suppressions" ("workspace_id",
  "reason",
  "created_at",
  "id") where address is not null;

CREATE INDEX "tellings_due" on "tellings" ("due_at");

CREATE INDEX "texts_by_post" on "texts" ("workspace_id",
  "post_id");

CREATE UNIQUE INDEX "texts_by_search_row" on "texts" (search_row);

CREATE INDEX "used_tokens_by_age" on "used_tokens" ("expires_at");

CREATE INDEX "users_by_created" on "users" ("workspace_id",
  "is_erased",
  "created_at",
  "id");

CREATE UNIQUE INDEX "users_by_search_row" on "users" (search_row);

CREATE INDEX "users_by_updated" on "users" ("workspace_id",
  "is_erased",
  "updated_at",
  "id");

CREATE INDEX "views_by_name" on "views" ("workspace_id",
  "name_key",
  "id");

CREATE INDEX "visitor_links_by_age" on "visitor_links" ("expires_at");

CREATE INDEX "visitor_links_by_user" on "visitor_links" ("workspace_id",
  "user_id");

CREATE INDEX "visitor_sessions_by_age" on "visitor_sessions" ("expires_at");

CREATE INDEX "visitor_sessions_by_user" on "visitor_sessions" ("workspace_id",
  "user_id");

CREATE INDEX "votes_by_created" on "votes" ("workspace_id",
  "created_at",
  "post_id",
  "user_id");

CREATE INDEX "votes_by_merged_from" on "votes" ("workspace_id",
  "merged_from_id") where "merged_from_id" is not null;

CREATE INDEX "votes_by_post" on "votes" ("workspace_id",
  "post_id",
  "created_at",
  "user_id");

CREATE INDEX "votes_by_recorded" on "votes" ("workspace_id",
  "recorded_at") where "recorded_at" is not null;

CREATE INDEX "votes_by_source" on "votes" ("workspace_id",
  "source",
  "created_at",
  "post_id",
  "user_id") where source <> 'api';

CREATE INDEX "votes_by_user" on "votes" ("workspace_id",
  "user_id",
  "created_at",
  "post_id");
