// Enough rows for realistic query plans: two workspaces, every table filled. Deterministic, and few enough for
// complete statistics.

export const crowdedWorkspace = 'ws_a';

/** A row's time, 1,000 seconds after the previous one. */
const at = (n: string) => `1690000000000 + ${n}::bigint * 1000000`;
const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 8, '0')`;
const each = (count: number) => `from generate_series(1, ${count}) as n`;
/** Four of five rows belong to the crowded workspace. */
const workspace = `case when n % 5 = 0 then 'ws_b' else '${crowdedWorkspace}' end`;

export const crowd = `
insert into workspaces (id, slug, name, user_id, created_at)
  select id, id, id, 'user_a', 0 from unnest(array['ws_a', 'ws_b']) as id;
insert into users (workspace_id, id, name, email, email_key, external_id, name_words, version, created_at, updated_at)
  select workspace.id, 'user_a', 'Ada', null, null, null, ' ada', 1, 0, 0 from workspaces as workspace;
insert into users (workspace_id, id, name, email, email_key, external_id, name_words, version, created_at, updated_at)
  select ${workspace}, ${id('user', 'n')}, 'Person', n || '@example.com', n || '@example.com', 'x' || n,
    ' person ' || case when n % 40 = 0 then 'ada' else 'n' || n end, 1, ${at('n')}, ${at('n')} ${each(8000)};
insert into statuses (workspace_id, id, name, slug, color, category, position, is_default, posts_count, version, created_at, updated_at)
  select workspace.id, 'stat_' || letter, letter, letter, '#fff', 'active', ascii(letter), 0, 0, 1, 0, 0
  from workspaces as workspace, unnest(array['a', 'b', 'c', 'd', 'e', 'f']) as letter;
insert into post_types (workspace_id, id, name, slug, color, position, is_default, posts_count, version, created_at, updated_at)
  select workspace.id, 'type_' || letter, letter, letter, '#fff', ascii(letter), 0, 0, 1, 0, 0
  from workspaces as workspace, unnest(array['a', 'b', 'c']) as letter;
insert into tags (workspace_id, id, name, name_key, name_words, posts_count, version, created_at, updated_at)
  select ${workspace}, ${id('tag', 'n')}, 'tag ' || n, 'tag ' || n, ' tag', 0, 1, 0, 0 ${each(400)};
insert into views (workspace_id, id, name, name_key, filters, is_shared, version, created_at, updated_at)
  select ${workspace}, ${id('view', 'n')}, 'view ' || n, 'view ' || n, 'merged:false', 1, 1, 0, 0 ${each(400)};
insert into posts (workspace_id, id, title, title_words, description, description_html, post_type_id, status_id,
    author_id, votes_count, comments_count, merged_into_id, version, created_at, updated_at)
  select ${workspace}, ${id('post', 'n')}, 'Title', ' title' || case when n % 25 = 0 then ' dark' else '' end
      || case when n % 50 = 0 then ' mode' else '' end || ' n' || n, '{"type":"doc","content":[]}', repeat('x', 1800),
    'type_' || chr(97 + n % 3), 'stat_' || chr(97 + n % 7 % 6), 'user_a', n % 90, 0,
    case when n % 60 = 1 then ${id('post', 'n + 5')} end, 1, ${at('n')}, ${at('n + n % 700')}
  ${each(20_000)};
analyze users, posts, tags, views;
insert into votes (workspace_id, post_id, user_id, created_at)
  select posts.workspace_id, posts.id, users.id, posts.created_at + nth
  from generate_series(1, 3) as nth, posts, users
  where users.workspace_id = posts.workspace_id
    and users.id = 'user_' || lpad((substr(posts.id, 6)::int * nth % 8000)::text, 8, '0')
  on conflict do nothing;
insert into merged_votes (workspace_id, source_id, user_id, created_at)
  select workspace_id, post_id, user_id, created_at from votes;
insert into followers (workspace_id, origin_id, user_id, post_id, created_at, source)
  select workspace_id, post_id, user_id, post_id, created_at, 'api' from votes;
insert into mail_settings (workspace_id, user_id, status_changes, answers, replies, changelog, all_entries)
  select ${workspace}, ${id('user', 'n')}, 1, 1, 1, 1, case when n % 4 = 0 then 1 else 0 end ${each(8000)};
insert into mails (workspace_id, id, key, kind, about, priority, user_id, payload, state, attempts, created_at)
  select ${workspace}, ${id('mail', 'n')}, 'status:telling_b:' || ${id('user', 'n')}, 'status', 'post_a', 1, ${id('user', 'n')}, '{}', 'sent', 0,
    ${at('n')} ${each(8000)};
insert into inboxes (workspace_id, account_id, digest_at)
  select ${workspace}, ${id('acct', 'n')}, case when n % 4 = 0 then ${at('n')} end ${each(8000)};
insert into inbox_marks (workspace_id, account_id, post_id, seen_to, until_at, marked_at)
  select ${workspace}, 'acct_' || chr(97 + n % 7), ${id('post', 'n')}, n, case when n % 9 = 0 then ${at('n')} end, ${at('n')}
  ${each(20_000)};
insert into comments (workspace_id, id, post_id, parent_id, user_id, content, is_private, is_deleted, version, created_at, updated_at)
  select workspace_id, 'cmt' || substr(id, 5), id, null, 'user_a', 'Yes', substr(id, 13)::int % 2, 0, 1, created_at, updated_at
  from posts;
insert into mentions (workspace_id, comment_id, member_id, post_id, created_at)
  select workspace_id, id, 'acct_' || chr(97 + substr(id, 5)::int % 7), post_id, created_at from comments where is_private = 1;
insert into texts (workspace_id, id, post_id, words, is_note)
  select workspace_id, id, id, title_words || ' described', 0 from posts
  union all select workspace_id, id, post_id, ' yes', is_private from comments;
insert into post_tags (workspace_id, post_id, tag_id, position)
  select posts.workspace_id, posts.id, tags.id, 0 from posts join tags on tags.workspace_id = posts.workspace_id
    and tags.id = 'tag_' || lpad((substr(posts.id, 6)::int % 400)::text, 8, '0');
insert into status_changes (workspace_id, id, post_id, from_status_id, to_status_id, created_at)
  select workspace_id, 'chg' || substr(id, 5), id, 'stat_a', 'stat_' || chr(97 + substr(id, 6)::int % 5), created_at from posts;
insert into changelogs (workspace_id, id, title, title_words, slug, content, content_html, labels, state,
    published_at, published_order, completes_posts, version, created_at, updated_at)
  select ${workspace}, ${id('clog', 'n')}, 'New', ' new', 'about-' || n, '{"type":"doc"}', '', '[]',
    case when n % 100 = 0 then 'scheduled' when n % 3 = 0 then 'draft' else 'published' end, ${at('n')}, ${at('n')}, 0, 1,
    ${at('n')}, ${at('n')} ${each(8000)};
insert into changelog_labels (workspace_id, changelog_id, label_key)
  select workspace_id, id, case when substr(id, 6)::int % 40 = 0 then 'new' else 'l' || substr(id, 12) end from changelogs;
insert into changelog_posts (workspace_id, changelog_id, post_id, position)
  select changelogs.workspace_id, changelogs.id, posts.id, 0 from changelogs
  join posts on posts.workspace_id = changelogs.workspace_id and posts.id = 'post' || substr(changelogs.id, 5);
insert into attachments (workspace_id, id, post_id, changelog_id, file_key, file_name, mime_type, size, sha256, created_at)
  select workspace_id, 'att' || substr(id, 5), id, null, id, 'x.png', 'image/png', 1, '', created_at from posts
  union all
  select workspace_id, 'att2' || substr(id, 5), null, id, id, 'x.png', 'image/png', 1, '', created_at from changelogs;
insert into ledger (workspace_id, sequence, id, actor_type, actor_id, type, object_id, object_kind, created_at, payload)
  select ${workspace}, n, ${id('evt', 'n')}, 'key', 'key_' || chr(97 + n % 7), case when n % 9 = 0 then 'post.deleted' else 'post.created' end, ${id('post', 'n')}, 'post', ${at('n')}, case when n % 4 = 0 then '{}' end ${each(20_000)};
insert into import_objects (workspace_id, import_id, kind, source_id, object_id, is_new)
  select workspace_id, 'import_' || substr(id, 5)::int % 3, 'comment', id, id, 1 from comments;
insert into webhooks (workspace_id, id, url, description, types, is_enabled, headers, rule, format, secret, version,
    created_at, updated_at, position)
  select workspace.id, 'hook_' || chr(96 + n), '', '', '[]', n % 2, '{}', 'null', 'standard', '', 1, 0, 0, 0
  from workspaces as workspace, generate_series(1, 25) as n;
insert into deliveries (workspace_id, webhook_id, sequence, event_id, type, state, attempts, tries, next_attempt_at,
    created_at)
  select ledger.workspace_id, webhooks.id, sequence, ledger.id, type,
    case when sequence % 50 = 0 then 'pending' when sequence % 30 = 0 then 'failed' else 'succeeded' end, 1, 1,
    case when sequence % 50 = 0 then ledger.created_at end, ledger.created_at
  from ledger join webhooks on webhooks.workspace_id = ledger.workspace_id and webhooks.id < 'hook_f';
insert into delivery_attempts (workspace_id, webhook_id, sequence, number, at, duration_ms, status, answer)
  select workspace_id, webhook_id, sequence, 1, created_at, 5, 200, '' from deliveries;
insert into reached_thresholds (workspace_id, post_id, metric, at_least)
  select workspace_id, id, 'votesCount', 50 from posts;
insert into idempotency_keys (workspace_id, key, fingerprint, status, body, created_at)
  select ${workspace}, 'key ' || n, '', 201, '{}', ${at('n')} ${each(8000)};
`;
