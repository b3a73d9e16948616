CREATE TABLE public.accounts (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    account_key text NOT NULL COLLATE pg_catalog."C",
    password_hash text COLLATE pg_catalog."C",
    locale text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    email_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    confined_to text COLLATE pg_catalog."C",
    proven_at bigint
);
CREATE TABLE public.api_keys (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    mode text NOT NULL COLLATE pg_catalog."C",
    last4 text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_used_at bigint,
    expires_at bigint,
    revoked_at bigint,
    created_by text COLLATE pg_catalog."C"
);
CREATE TABLE public.attachments (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text COLLATE pg_catalog."C",
    changelog_id text COLLATE pg_catalog."C",
    file_key text NOT NULL COLLATE pg_catalog."C",
    file_name text NOT NULL COLLATE pg_catalog."C",
    mime_type text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    width integer,
    height integer,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    comment_id text COLLATE pg_catalog."C"
);
CREATE TABLE public.bans (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.changelog_labels (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    changelog_id text NOT NULL COLLATE pg_catalog."C",
    label_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.changelog_posts (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    changelog_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL
);
CREATE TABLE public.changelogs (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    title_words text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    content_html text NOT NULL COLLATE pg_catalog."C",
    labels text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    published_at bigint,
    published_order bigint NOT NULL,
    completes_posts smallint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    notify text COLLATE pg_catalog."C",
    told_at bigint
);
CREATE UNLOGGED TABLE public.claims (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    holder uuid NOT NULL,
    ends_at timestamp with time zone NOT NULL
);
CREATE TABLE public.comments (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    is_private smallint NOT NULL,
    is_deleted smallint NOT NULL,
    merged_from_id text COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    external_id text COLLATE pg_catalog."C",
    is_public smallint DEFAULT 0 NOT NULL,
    is_from_team smallint DEFAULT 0 NOT NULL,
    is_answer smallint DEFAULT 0 NOT NULL,
    account_id text COLLATE pg_catalog."C",
    document text COLLATE pg_catalog."C",
    attachments_count integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.deliveries (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    tries integer NOT NULL,
    next_attempt_at bigint,
    claim text COLLATE pg_catalog."C",
    last_status integer,
    created_at bigint NOT NULL,
    finished_at bigint
);
CREATE TABLE public.delivery_attempts (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    webhook_id text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    number integer NOT NULL,
    at bigint NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    error text COLLATE pg_catalog."C",
    answer text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.exports (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    format text NOT NULL COLLATE pg_catalog."C",
    includes_ledger smallint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    actor_type text NOT NULL COLLATE pg_catalog."C",
    actor_id text NOT NULL COLLATE pg_catalog."C",
    owner text COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    done bigint NOT NULL,
    total bigint,
    file_key text COLLATE pg_catalog."C",
    size bigint,
    error text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    finished_at bigint,
    expires_at bigint
);
CREATE TABLE public.followers (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    origin_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.idempotency_keys (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    body text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.identity_secrets (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    mode text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    previous_secret text COLLATE pg_catalog."C",
    previous_secret_expires_at bigint
);
CREATE TABLE public.import_objects (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    import_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    source_id text NOT NULL COLLATE pg_catalog."C",
    object_id text NOT NULL COLLATE pg_catalog."C",
    is_new smallint NOT NULL
);
CREATE TABLE public.imports (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    is_faithful smallint NOT NULL,
    actor_type text NOT NULL COLLATE pg_catalog."C",
    actor_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    done bigint NOT NULL,
    total bigint NOT NULL,
    report text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    finished_at bigint,
    is_dry_run smallint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    mapping text DEFAULT '{"columns":{},"statuses":{}}'::text NOT NULL COLLATE pg_catalog."C",
    files text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    preview text COLLATE pg_catalog."C",
    error text COLLATE pg_catalog."C",
    undone text COLLATE pg_catalog."C",
    expires_at bigint
);
CREATE TABLE public.inbox_marks (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    seen_to bigint NOT NULL,
    until_at bigint,
    marked_at bigint NOT NULL
);
CREATE TABLE public.inboxes (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    seen_to bigint,
    mentions integer DEFAULT 1 NOT NULL,
    hand_overs integer DEFAULT 1 NOT NULL,
    digest text DEFAULT 'off'::text NOT NULL COLLATE pg_catalog."C",
    time_zone text DEFAULT 'UTC'::text NOT NULL COLLATE pg_catalog."C",
    digest_at bigint
);
CREATE TABLE public.invites (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    email_key text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    is_mailed smallint DEFAULT 0 NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.ledger (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    object_id text NOT NULL COLLATE pg_catalog."C",
    object_kind text NOT NULL COLLATE pg_catalog."C",
    post_id text COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    actor_type text NOT NULL COLLATE pg_catalog."C",
    actor_id text NOT NULL COLLATE pg_catalog."C",
    request_id text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    payload text COLLATE pg_catalog."C"
);
CREATE TABLE public.mail_keys (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.mail_queues (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    public_url text NOT NULL COLLATE pg_catalog."C",
    held_for text COLLATE pg_catalog."C",
    held_at bigint,
    reply_to text COLLATE pg_catalog."C",
    reply_to_asked text COLLATE pg_catalog."C",
    reply_to_asked_at bigint
);
CREATE TABLE public.mail_settings (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    status_changes integer NOT NULL,
    answers integer NOT NULL,
    replies integer NOT NULL,
    changelog integer NOT NULL,
    language text COLLATE pg_catalog."C",
    all_entries integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.mailed_links (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    email_key text NOT NULL COLLATE pg_catalog."C",
    return_to text NOT NULL COLLATE pg_catalog."C",
    held_post_id text COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    follows integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.mails (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    priority smallint NOT NULL,
    address text COLLATE pg_catalog."C",
    address_key text COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    payload text NOT NULL COLLATE pg_catalog."C",
    locale text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    due_at bigint,
    claim text COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    answer text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    finished_at bigint,
    about text COLLATE pg_catalog."C"
);
CREATE TABLE public.memberships (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.mentions (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    comment_id text NOT NULL COLLATE pg_catalog."C",
    member_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.merged_votes (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    source_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    source text DEFAULT 'api'::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.move_progress (
    table_name text NOT NULL COLLATE pg_catalog."C",
    rows_copied bigint NOT NULL,
    last_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.moves (
    role text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    started_at bigint NOT NULL,
    finished_at bigint
);
CREATE TABLE public.post_tags (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    tag_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL
);
CREATE TABLE public.post_types (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    color text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    is_default smallint NOT NULL,
    posts_count bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.posts (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    title_words text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    description_html text NOT NULL COLLATE pg_catalog."C",
    post_type_id text NOT NULL COLLATE pg_catalog."C",
    status_id text NOT NULL COLLATE pg_catalog."C",
    author_id text NOT NULL COLLATE pg_catalog."C",
    votes_count bigint NOT NULL,
    comments_count bigint NOT NULL,
    external_id text COLLATE pg_catalog."C",
    source_url text COLLATE pg_catalog."C",
    merged_into_id text COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    search_tokens tsvector GENERATED ALWAYS AS (array_to_tsvector((array_remove(string_to_array(regexp_replace(title_words, '([^ ]{24})[^ ]+'::text, '\1'::text, 'g'::text), ' '::text), ''::text) || ARRAY[('_'::text || workspace_id), ('_'::text || status_id), ('_'::text || post_type_id)]))) STORED,
    imported_votes bigint DEFAULT 0 NOT NULL,
    visibility text DEFAULT 'internal'::text NOT NULL COLLATE pg_catalog."C",
    public_comments_count bigint DEFAULT 0 NOT NULL,
    public_updated_at bigint,
    owner_id text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.posts ALTER COLUMN search_tokens SET STATISTICS 1000;
CREATE TABLE public.reached_thresholds (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    metric text NOT NULL COLLATE pg_catalog."C",
    at_least integer NOT NULL
);
CREATE TABLE public.reports (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    object_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.request_counts (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    hour_at bigint NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    requests bigint NOT NULL,
    errors bigint NOT NULL,
    limited bigint NOT NULL
);
CREATE TABLE public.request_log (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL COLLATE pg_catalog."C",
    key_id text NOT NULL COLLATE pg_catalog."C",
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    route text COLLATE pg_catalog."C",
    status integer NOT NULL,
    duration_ms integer NOT NULL,
    error_code text COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    user_agent text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.setup_links (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.sites (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    visibility text NOT NULL COLLATE pg_catalog."C",
    settings text NOT NULL COLLATE pg_catalog."C",
    logo_id text COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    sessions_from bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.status_changes (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    from_status_id text COLLATE pg_catalog."C",
    to_status_id text NOT NULL COLLATE pg_catalog."C",
    comment text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    actor_type text COLLATE pg_catalog."C",
    actor_id text COLLATE pg_catalog."C",
    is_public smallint DEFAULT 0 NOT NULL
);
CREATE TABLE public.statuses (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    color text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    is_default smallint NOT NULL,
    next_status_ids text COLLATE pg_catalog."C",
    posts_count bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    notify_followers integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.submissions (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    post_id text COLLATE pg_catalog."C",
    comment_id text COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    title text COLLATE pg_catalog."C",
    content text COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    decided_by text COLLATE pg_catalog."C",
    decided_at bigint,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    follows integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.suppressions (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    address text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    is_imported integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.tags (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    name_words text NOT NULL COLLATE pg_catalog."C",
    color text COLLATE pg_catalog."C",
    posts_count bigint NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    is_public smallint DEFAULT 0 NOT NULL
);
CREATE TABLE public.tellings (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    about text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    payload text NOT NULL COLLATE pg_catalog."C",
    place text COLLATE pg_catalog."C",
    due_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.texts (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    words text NOT NULL COLLATE pg_catalog."C",
    is_note smallint NOT NULL,
    search_tokens tsvector GENERATED ALWAYS AS (array_to_tsvector((array_remove(string_to_array(regexp_replace(words, '([^ ]{24})[^ ]+'::text, '\1'::text, 'g'::text), ' '::text), ''::text) || ARRAY[('_'::text || workspace_id)]))) STORED
);
ALTER TABLE ONLY public.texts ALTER COLUMN search_tokens SET STATISTICS 1000;
CREATE TABLE public.used_tokens (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.users (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    name text COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    email_key text COLLATE pg_catalog."C",
    avatar_url text COLLATE pg_catalog."C",
    name_words text NOT NULL COLLATE pg_catalog."C",
    is_erased smallint DEFAULT 0 NOT NULL,
    version bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    search_tokens tsvector GENERATED ALWAYS AS (array_to_tsvector((array_remove(string_to_array(regexp_replace(name_words, '([^ ]{24})[^ ]+'::text, '\1'::text, 'g'::text), ' '::text), ''::text) || ARRAY[('_'::text || workspace_id)]))) STORED,
    email_proven smallint DEFAULT 0 NOT NULL,
    last_signed_in_at bigint,
    came_by text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.users ALTER COLUMN search_tokens SET STATISTICS 1000;
CREATE TABLE public.views (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    filters text NOT NULL COLLATE pg_catalog."C",
    sort_by text COLLATE pg_catalog."C",
    is_shared integer NOT NULL,
    member_id text COLLATE pg_catalog."C",
    version integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.visitor_links (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    return_to text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL
);
CREATE TABLE public.visitor_sessions (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    came_by text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.votes (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    post_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    merged_from_id text COLLATE pg_catalog."C",
    recorded_at bigint,
    source text DEFAULT 'api'::text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.webhooks (
    workspace_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    types text NOT NULL COLLATE pg_catalog."C",
    is_enabled integer NOT NULL,
    headers text NOT NULL COLLATE pg_catalog."C",
    rule text NOT NULL COLLATE pg_catalog."C",
    format text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    previous_secret text COLLATE pg_catalog."C",
    previous_secret_expires_at bigint,
    disabled_reason text COLLATE pg_catalog."C",
    disabled_at bigint,
    version integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    "position" bigint NOT NULL,
    failing_since bigint
);
CREATE TABLE public.workspaces (
    id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    revision bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    public_revision bigint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key_key UNIQUE (account_key);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_file_key_key UNIQUE (file_key);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.bans
    ADD CONSTRAINT bans_pk PRIMARY KEY (workspace_id, user_id);
ALTER TABLE ONLY public.changelog_labels
    ADD CONSTRAINT changelog_labels_pk PRIMARY KEY (workspace_id, changelog_id, label_key);
ALTER TABLE ONLY public.changelog_posts
    ADD CONSTRAINT changelog_posts_pk PRIMARY KEY (workspace_id, changelog_id, post_id);
ALTER TABLE ONLY public.changelogs
    ADD CONSTRAINT changelogs_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.changelogs
    ADD CONSTRAINT changelogs_slug UNIQUE (workspace_id, slug);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pk PRIMARY KEY (workspace_id, name);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pk PRIMARY KEY (workspace_id, webhook_id, sequence);
ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pk PRIMARY KEY (workspace_id, webhook_id, sequence, number);
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.followers
    ADD CONSTRAINT followers_pk PRIMARY KEY (workspace_id, origin_id, user_id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pk PRIMARY KEY (workspace_id, key);
ALTER TABLE ONLY public.identity_secrets
    ADD CONSTRAINT identity_secrets_pk PRIMARY KEY (workspace_id, mode);
ALTER TABLE ONLY public.import_objects
    ADD CONSTRAINT import_objects_pk PRIMARY KEY (workspace_id, import_id, kind, source_id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.inbox_marks
    ADD CONSTRAINT inbox_marks_pk PRIMARY KEY (workspace_id, account_id, post_id);
ALTER TABLE ONLY public.inboxes
    ADD CONSTRAINT inboxes_pk PRIMARY KEY (workspace_id, account_id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pk PRIMARY KEY (workspace_id, sequence);
ALTER TABLE ONLY public.mail_keys
    ADD CONSTRAINT mail_keys_pk PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.mail_queues
    ADD CONSTRAINT mail_queues_pk PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.mail_settings
    ADD CONSTRAINT mail_settings_pk PRIMARY KEY (workspace_id, user_id);
ALTER TABLE ONLY public.mailed_links
    ADD CONSTRAINT mailed_links_pk PRIMARY KEY (workspace_id, hash);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_key UNIQUE (workspace_id, key);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pk PRIMARY KEY (workspace_id, account_id);
ALTER TABLE ONLY public.mentions
    ADD CONSTRAINT mentions_pk PRIMARY KEY (workspace_id, comment_id, member_id);
ALTER TABLE ONLY public.merged_votes
    ADD CONSTRAINT merged_votes_pk PRIMARY KEY (workspace_id, source_id, user_id);
ALTER TABLE ONLY public.move_progress
    ADD CONSTRAINT move_progress_pkey PRIMARY KEY (table_name);
ALTER TABLE ONLY public.moves
    ADD CONSTRAINT moves_pkey PRIMARY KEY (role);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_pk PRIMARY KEY (workspace_id, post_id, tag_id);
ALTER TABLE ONLY public.post_types
    ADD CONSTRAINT post_types_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.post_types
    ADD CONSTRAINT post_types_slug UNIQUE (workspace_id, slug);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_external_id UNIQUE (workspace_id, external_id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.reached_thresholds
    ADD CONSTRAINT reached_thresholds_pk PRIMARY KEY (workspace_id, post_id, metric, at_least);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.request_counts
    ADD CONSTRAINT request_counts_pk PRIMARY KEY (workspace_id, hour_at, key_id);
ALTER TABLE ONLY public.request_log
    ADD CONSTRAINT request_log_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.setup_links
    ADD CONSTRAINT setup_links_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.setup_links
    ADD CONSTRAINT setup_links_pk PRIMARY KEY (workspace_id, hash);
ALTER TABLE ONLY public.sites
    ADD CONSTRAINT sites_pk PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.status_changes
    ADD CONSTRAINT status_changes_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.statuses
    ADD CONSTRAINT statuses_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.statuses
    ADD CONSTRAINT statuses_slug UNIQUE (workspace_id, slug);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_hash UNIQUE (workspace_id, hash, scope);
ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_name UNIQUE (workspace_id, name_key);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.tellings
    ADD CONSTRAINT tellings_key UNIQUE (workspace_id, key);
ALTER TABLE ONLY public.tellings
    ADD CONSTRAINT tellings_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.texts
    ADD CONSTRAINT texts_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.used_tokens
    ADD CONSTRAINT used_tokens_pk PRIMARY KEY (workspace_id, digest);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email UNIQUE (workspace_id, email_key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_external_id UNIQUE (workspace_id, external_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.visitor_links
    ADD CONSTRAINT visitor_links_pk PRIMARY KEY (workspace_id, hash);
ALTER TABLE ONLY public.visitor_sessions
    ADD CONSTRAINT visitor_sessions_hash UNIQUE (workspace_id, hash);
ALTER TABLE ONLY public.visitor_sessions
    ADD CONSTRAINT visitor_sessions_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_pk PRIMARY KEY (workspace_id, post_id, user_id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pk PRIMARY KEY (workspace_id, id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_slug_key UNIQUE (slug);
CREATE INDEX accounts_by_email ON public.accounts USING btree (email_key, created_at, id);
CREATE INDEX attachments_by_changelog ON public.attachments USING btree (workspace_id, changelog_id, id);
CREATE INDEX attachments_by_comment ON public.attachments USING btree (workspace_id, comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX attachments_by_post ON public.attachments USING btree (workspace_id, post_id, id);
CREATE INDEX bans_by_created ON public.bans USING btree (workspace_id, created_at, user_id);
CREATE INDEX changelog_labels_by_label ON public.changelog_labels USING btree (workspace_id, label_key, changelog_id);
CREATE INDEX changelog_posts_by_post ON public.changelog_posts USING btree (workspace_id, post_id, changelog_id);
CREATE INDEX changelogs_by_created ON public.changelogs USING btree (workspace_id, created_at, id);
CREATE INDEX changelogs_by_published ON public.changelogs USING btree (workspace_id, published_order, id);
CREATE INDEX changelogs_by_state ON public.changelogs USING btree (workspace_id, state, created_at, id);
CREATE INDEX changelogs_by_updated ON public.changelogs USING btree (workspace_id, updated_at, id);
CREATE INDEX changelogs_due ON public.changelogs USING btree (state, published_at, id);
CREATE INDEX comments_by_created ON public.comments USING btree (workspace_id, is_private, created_at, id);
CREATE INDEX comments_by_merged_from ON public.comments USING btree (workspace_id, merged_from_id) WHERE (merged_from_id IS NOT NULL);
CREATE INDEX comments_by_parent ON public.comments USING btree (workspace_id, post_id, parent_id, is_private, created_at, id, updated_at);
CREATE INDEX comments_by_post ON public.comments USING btree (workspace_id, post_id, is_private, created_at, id, parent_id, updated_at);
CREATE INDEX comments_by_public ON public.comments USING btree (workspace_id, post_id, created_at, id) WHERE (is_public = 1);
CREATE INDEX comments_by_team ON public.comments USING btree (workspace_id, post_id, is_private, created_at) WHERE ((is_from_team = 1) AND (is_deleted = 0));
CREATE INDEX comments_by_updated ON public.comments USING btree (workspace_id, is_private, updated_at, id);
CREATE INDEX comments_by_user ON public.comments USING btree (workspace_id, user_id, is_private, created_at, id);
CREATE UNIQUE INDEX comments_external_id ON public.comments USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX comments_with_files ON public.comments USING btree (workspace_id, post_id) WHERE (attachments_count > 0);
CREATE INDEX deliveries_by_age ON public.deliveries USING btree (workspace_id, created_at);
CREATE INDEX deliveries_by_event ON public.deliveries USING btree (workspace_id, webhook_id, event_id);
CREATE INDEX deliveries_by_state ON public.deliveries USING btree (workspace_id, webhook_id, state, sequence);
CREATE INDEX deliveries_due ON public.deliveries USING btree (workspace_id, webhook_id, next_attempt_at, sequence) WHERE (next_attempt_at IS NOT NULL);
CREATE UNIQUE INDEX exports_active ON public.exports USING btree (workspace_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX exports_file_key ON public.exports USING btree (file_key) WHERE (file_key IS NOT NULL);
CREATE INDEX followers_by_post ON public.followers USING btree (workspace_id, post_id, created_at, user_id);
CREATE INDEX followers_by_user ON public.followers USING btree (workspace_id, user_id, post_id, origin_id);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at, key);
CREATE UNIQUE INDEX imports_active ON public.imports USING btree (workspace_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX inbox_marks_by_post ON public.inbox_marks USING btree (workspace_id, post_id);
CREATE INDEX inbox_marks_due ON public.inbox_marks USING btree (workspace_id, account_id, until_at) WHERE (until_at IS NOT NULL);
CREATE INDEX inboxes_by_digest ON public.inboxes USING btree (digest_at) WHERE (digest_at IS NOT NULL);
CREATE INDEX invites_by_email ON public.invites USING btree (email_key, created_at, id);
CREATE INDEX invites_by_expiry ON public.invites USING btree (expires_at, id);
CREATE INDEX ledger_by_actor ON public.ledger USING btree (workspace_id, actor_id, sequence);
CREATE INDEX ledger_by_age ON public.ledger USING btree (workspace_id, created_at, sequence);
CREATE INDEX ledger_by_object ON public.ledger USING btree (workspace_id, object_id, sequence);
CREATE INDEX ledger_by_payload_age ON public.ledger USING btree (workspace_id, created_at, sequence) WHERE (payload IS NOT NULL);
CREATE INDEX ledger_by_type ON public.ledger USING btree (workspace_id, type, sequence, created_at);
CREATE INDEX mail_settings_subscribers ON public.mail_settings USING btree (workspace_id, user_id) WHERE (all_entries = 1);
CREATE INDEX mailed_links_by_age ON public.mailed_links USING btree (expires_at);
CREATE INDEX mailed_links_by_email ON public.mailed_links USING btree (workspace_id, email_key);
CREATE INDEX mails_by_about ON public.mails USING btree (workspace_id, about, id) WHERE (about IS NOT NULL);
CREATE INDEX mails_by_address ON public.mails USING btree (workspace_id, address_key) WHERE (address_key IS NOT NULL);
CREATE INDEX mails_by_state ON public.mails USING btree (workspace_id, state, created_at, id);
CREATE INDEX mails_by_user ON public.mails USING btree (workspace_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX mails_due ON public.mails USING btree (workspace_id, priority, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX mails_ended ON public.mails USING btree (workspace_id, priority, created_at, id) WHERE (due_at IS NULL);
CREATE INDEX memberships_by_account ON public.memberships USING btree (account_id, workspace_id);
CREATE INDEX mentions_by_post ON public.mentions USING btree (workspace_id, post_id);
CREATE INDEX merged_votes_by_user ON public.merged_votes USING btree (workspace_id, user_id, created_at, source_id);
CREATE INDEX post_tags_by_tag ON public.post_tags USING btree (workspace_id, tag_id, post_id);
CREATE INDEX posts_by_author ON public.posts USING btree (workspace_id, author_id, created_at, id);
CREATE INDEX posts_by_commented ON public.posts USING btree (workspace_id, id) WHERE (comments_count > 0);
CREATE INDEX posts_by_created ON public.posts USING btree (workspace_id, created_at, id);
CREATE INDEX posts_by_merged_into ON public.posts USING btree (workspace_id, merged_into_id);
CREATE INDEX posts_by_owner ON public.posts USING btree (workspace_id, COALESCE(owner_id, 'none'::text), id);
CREATE INDEX posts_by_public ON public.posts USING btree (workspace_id, status_id, post_type_id, id) WHERE (visibility = 'public'::text);
CREATE INDEX posts_by_search_tokens ON public.posts USING gin (search_tokens) WITH (gin_pending_list_limit='256');
CREATE INDEX posts_by_status_created ON public.posts USING btree (workspace_id, status_id, created_at, id, post_type_id);
CREATE INDEX posts_by_status_votes ON public.posts USING btree (workspace_id, status_id, votes_count, created_at, id, post_type_id);
CREATE INDEX posts_by_type_created ON public.posts USING btree (workspace_id, post_type_id, created_at, id, status_id);
CREATE INDEX posts_by_type_votes ON public.posts USING btree (workspace_id, post_type_id, votes_count, created_at, id, status_id);
CREATE INDEX posts_by_updated ON public.posts USING btree (workspace_id, updated_at, id);
CREATE INDEX posts_by_votes ON public.posts USING btree (workspace_id, votes_count, created_at, id);
CREATE INDEX reports_by_created ON public.reports USING btree (workspace_id, created_at, id);
CREATE INDEX reports_by_object ON public.reports USING btree (workspace_id, object_id);
CREATE INDEX reports_by_post ON public.reports USING btree (workspace_id, post_id);
CREATE UNIQUE INDEX reports_by_user ON public.reports USING btree (workspace_id, user_id, object_id);
CREATE INDEX request_log_by_key ON public.request_log USING btree (workspace_id, key_id, id);
CREATE INDEX request_log_by_outcome ON public.request_log USING btree (workspace_id, outcome, id) WHERE (outcome <> 'ok'::text);
CREATE INDEX request_log_by_request ON public.request_log USING btree (workspace_id, request_id, id);
CREATE INDEX sessions_by_account ON public.sessions USING btree (account_id, last_seen_at, id);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at, id);
CREATE INDEX status_changes_by_age ON public.status_changes USING btree (workspace_id, created_at, id);
CREATE INDEX status_changes_by_post ON public.status_changes USING btree (workspace_id, post_id, created_at, id);
CREATE INDEX status_changes_by_status ON public.status_changes USING btree (workspace_id, to_status_id, created_at, id);
CREATE INDEX submissions_by_created ON public.submissions USING btree (workspace_id, created_at, id);
CREATE INDEX submissions_by_post ON public.submissions USING btree (workspace_id, post_id);
CREATE INDEX submissions_by_state ON public.submissions USING btree (workspace_id, state, created_at, id);
CREATE INDEX submissions_by_user ON public.submissions USING btree (workspace_id, user_id, created_at, id);
CREATE INDEX suppressions_by_reason ON public.suppressions USING btree (workspace_id, reason, created_at, id) WHERE (address IS NOT NULL);
CREATE INDEX tellings_due ON public.tellings USING btree (due_at);
CREATE INDEX texts_by_post ON public.texts USING btree (workspace_id, post_id);
CREATE INDEX texts_by_search_tokens ON public.texts USING gin (search_tokens) WITH (gin_pending_list_limit='256');
CREATE INDEX used_tokens_by_age ON public.used_tokens USING btree (expires_at);
CREATE INDEX users_by_created ON public.users USING btree (workspace_id, is_erased, created_at, id);
CREATE INDEX users_by_search_tokens ON public.users USING gin (search_tokens) WITH (gin_pending_list_limit='256');
CREATE INDEX users_by_updated ON public.users USING btree (workspace_id, is_erased, updated_at, id);
CREATE INDEX views_by_name ON public.views USING btree (workspace_id, name_key, id);
CREATE INDEX visitor_links_by_age ON public.visitor_links USING btree (expires_at);
CREATE INDEX visitor_links_by_user ON public.visitor_links USING btree (workspace_id, user_id);
CREATE INDEX visitor_sessions_by_age ON public.visitor_sessions USING btree (expires_at);
CREATE INDEX visitor_sessions_by_user ON public.visitor_sessions USING btree (workspace_id, user_id);
CREATE INDEX votes_by_created ON public.votes USING btree (workspace_id, created_at, post_id, user_id);
CREATE INDEX votes_by_merged_from ON public.votes USING btree (workspace_id, merged_from_id) WHERE (merged_from_id IS NOT NULL);
CREATE INDEX votes_by_post ON public.votes USING btree (workspace_id, post_id, created_at, user_id);
CREATE INDEX votes_by_recorded ON public.votes USING btree (workspace_id, recorded_at) WHERE (recorded_at IS NOT NULL);
CREATE INDEX votes_by_source ON public.votes USING btree (workspace_id, source, created_at, post_id, user_id) WHERE (source <> 'api'::text);
CREATE INDEX votes_by_user ON public.votes USING btree (workspace_id, user_id, created_at, post_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_changelog FOREIGN KEY (workspace_id, changelog_id) REFERENCES public.changelogs(workspace_id, id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_post FOREIGN KEY (workspace_id, post_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.bans
    ADD CONSTRAINT bans_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.changelog_labels
    ADD CONSTRAINT changelog_labels_changelog FOREIGN KEY (workspace_id, changelog_id) REFERENCES public.changelogs(workspace_id, id);
ALTER TABLE ONLY public.changelog_posts
    ADD CONSTRAINT changelog_posts_changelog FOREIGN KEY (workspace_id, changelog_id) REFERENCES public.changelogs(workspace_id, id);
ALTER TABLE ONLY public.changelog_posts
    ADD CONSTRAINT changelog_posts_post FOREIGN KEY (workspace_id, post_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.changelogs
    ADD CONSTRAINT changelogs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_post FOREIGN KEY (workspace_id, post_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_user FOREIGN KEY (workspace_id, user_id) REFERENCES public.users(workspace_id, id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.followers
    ADD CONSTRAINT followers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.identity_secrets
    ADD CONSTRAINT identity_secrets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.inbox_marks
    ADD CONSTRAINT inbox_marks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.inboxes
    ADD CONSTRAINT inboxes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.mail_keys
    ADD CONSTRAINT mail_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.mail_queues
    ADD CONSTRAINT mail_queues_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.mail_settings
    ADD CONSTRAINT mail_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.mentions
    ADD CONSTRAINT mentions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.merged_votes
    ADD CONSTRAINT merged_votes_post FOREIGN KEY (workspace_id, source_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.merged_votes
    ADD CONSTRAINT merged_votes_user FOREIGN KEY (workspace_id, user_id) REFERENCES public.users(workspace_id, id);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_post FOREIGN KEY (workspace_id, post_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.post_tags
    ADD CONSTRAINT post_tags_tag FOREIGN KEY (workspace_id, tag_id) REFERENCES public.tags(workspace_id, id);
ALTER TABLE ONLY public.post_types
    ADD CONSTRAINT post_types_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_author FOREIGN KEY (workspace_id, author_id) REFERENCES public.users(workspace_id, id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_status FOREIGN KEY (workspace_id, status_id) REFERENCES public.statuses(workspace_id, id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_type FOREIGN KEY (workspace_id, post_type_id) REFERENCES public.post_types(workspace_id, id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.setup_links
    ADD CONSTRAINT setup_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.sites
    ADD CONSTRAINT sites_logo FOREIGN KEY (workspace_id, logo_id) REFERENCES public.attachments(workspace_id, id);
ALTER TABLE ONLY public.sites
    ADD CONSTRAINT sites_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.status_changes
    ADD CONSTRAINT status_changes_post FOREIGN KEY (workspace_id, post_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.status_changes
    ADD CONSTRAINT status_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.statuses
    ADD CONSTRAINT statuses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.tellings
    ADD CONSTRAINT tellings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.texts
    ADD CONSTRAINT texts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_post FOREIGN KEY (workspace_id, post_id) REFERENCES public.posts(workspace_id, id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_user FOREIGN KEY (workspace_id, user_id) REFERENCES public.users(workspace_id, id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
