// The first schema. Released migrations are never edited: the next change is the next file.

import type { Kysely } from 'kysely';
import type { Dialect } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { createConsoleTables } from './0001-first-console.ts';

export async function up(db: Db, { search, claims }: Pick<Dialect, 'search' | 'claims'>): Promise<void> {
  const { schema } = db as unknown as Kysely<unknown>;

  await schema
    .createTable('workspaces')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  /** A table whose key is the workspace and an id of its own. */
  const owned = (name: string) =>
    schema
      .createTable(name)
      .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${name}_pk`, ['workspace_id', 'id']);

  await owned('api_keys')
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_by', 'text')
    .execute();

  await owned('users')
    .addColumn('external_id', 'text')
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('avatar_url', 'text')
    .addColumn('name_words', 'text', (c) => c.notNull())
    .addColumn('is_erased', 'smallint' as 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('users_external_id', ['workspace_id', 'external_id'])
    .addUniqueConstraint('users_email', ['workspace_id', 'email_key'])
    .execute();

  await owned('statuses')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('is_default', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('next_status_ids', 'text')
    .addColumn('posts_count', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('statuses_slug', ['workspace_id', 'slug'])
    .execute();

  await owned('post_types')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('is_default', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('posts_count', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('post_types_slug', ['workspace_id', 'slug'])
    .execute();

  await owned('tags')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('name_words', 'text', (c) => c.notNull())
    .addColumn('color', 'text')
    .addColumn('posts_count', 'bigint', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('tags_name', ['workspace_id', 'name_key'])
    .execute();

  await owned('posts')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('title_words', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('description_html', 'text', (c) => c.notNull())
    .addColumn('post_type_id', 'text', (c) => c.notNull())
    .addColumn('status_id', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.notNull())
    .addColumn('votes_count', 'bigint', (c) => c.notNull())
    .addColumn('comments_count', 'bigint', (c) => c.notNull())
    .addColumn('external_id', 'text')
    .addColumn('source_url', 'text')
    .addColumn('merged_into_id', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('posts_external_id', ['workspace_id', 'external_id'])
    .addForeignKeyConstraint('posts_type', ['workspace_id', 'post_type_id'], 'post_types', [
      'workspace_id',
      'id',
    ])
    .addForeignKeyConstraint('posts_status', ['workspace_id', 'status_id'], 'statuses', [
      'workspace_id',
      'id',
    ])
    .addForeignKeyConstraint('posts_author', ['workspace_id', 'author_id'], 'users', ['workspace_id', 'id'])
    .execute();

  await owned('status_changes')
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('from_status_id', 'text')
    .addColumn('to_status_id', 'text', (c) => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('status_changes_post', ['workspace_id', 'post_id'], 'posts', [
      'workspace_id',
      'id',
    ])
    .execute();

  await owned('comments')
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('is_private', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('is_deleted', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('merged_from_id', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('comments_post', ['workspace_id', 'post_id'], 'posts', ['workspace_id', 'id'])
    .addForeignKeyConstraint('comments_user', ['workspace_id', 'user_id'], 'users', ['workspace_id', 'id'])
    .execute();

  await owned('changelogs')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('title_words', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('content_html', 'text', (c) => c.notNull())
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('published_order', 'bigint', (c) => c.notNull())
    .addColumn('completes_posts', 'smallint' as 'integer', (c) => c.notNull())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('changelogs_slug', ['workspace_id', 'slug'])
    .execute();

  await owned('attachments')
    .addColumn('post_id', 'text')
    .addColumn('changelog_id', 'text')
    .addColumn('file_key', 'text', (c) => c.notNull().unique())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('mime_type', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('attachments_post', ['workspace_id', 'post_id'], 'posts', ['workspace_id', 'id'])
    .addForeignKeyConstraint('attachments_changelog', ['workspace_id', 'changelog_id'], 'changelogs', [
      'workspace_id',
      'id',
    ])
    .execute();

  await owned('outbox')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('object', 'text', (c) => c.notNull())
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await owned('audit_log')
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('receipts')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('receipts_pk', ['workspace_id', 'key'])
    .execute();

  await schema
    .createTable('tombstones')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tombstones_pk', ['workspace_id', 'kind', 'id'])
    .execute();

  await schema
    .createTable('changelog_posts')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('changelog_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('changelog_posts_pk', ['workspace_id', 'changelog_id', 'post_id'])
    .addForeignKeyConstraint('changelog_posts_changelog', ['workspace_id', 'changelog_id'], 'changelogs', [
      'workspace_id',
      'id',
    ])
    .addForeignKeyConstraint('changelog_posts_post', ['workspace_id', 'post_id'], 'posts', [
      'workspace_id',
      'id',
    ])
    .execute();

  await schema
    .createTable('changelog_labels')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('changelog_id', 'text', (c) => c.notNull())
    .addColumn('label_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('changelog_labels_pk', ['workspace_id', 'changelog_id', 'label_key'])
    .addForeignKeyConstraint('changelog_labels_changelog', ['workspace_id', 'changelog_id'], 'changelogs', [
      'workspace_id',
      'id',
    ])
    .execute();

  await schema
    .createTable('merged_votes')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('source_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('merged_votes_pk', ['workspace_id', 'source_id', 'user_id'])
    .addForeignKeyConstraint('merged_votes_post', ['workspace_id', 'source_id'], 'posts', [
      'workspace_id',
      'id',
    ])
    .addForeignKeyConstraint('merged_votes_user', ['workspace_id', 'user_id'], 'users', [
      'workspace_id',
      'id',
    ])
    .execute();

  await schema
    .createTable('post_tags')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('tag_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_tags_pk', ['workspace_id', 'post_id', 'tag_id'])
    .addForeignKeyConstraint('post_tags_post', ['workspace_id', 'post_id'], 'posts', ['workspace_id', 'id'])
    .addForeignKeyConstraint('post_tags_tag', ['workspace_id', 'tag_id'], 'tags', ['workspace_id', 'id'])
    .execute();

  await schema
    .createTable('votes')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('merged_from_id', 'text')
    .addPrimaryKeyConstraint('votes_pk', ['workspace_id', 'post_id', 'user_id'])
    .addForeignKeyConstraint('votes_post', ['workspace_id', 'post_id'], 'posts', ['workspace_id', 'id'])
    .addForeignKeyConstraint('votes_user', ['workspace_id', 'user_id'], 'users', ['workspace_id', 'id'])
    .execute();

  const index = (table: string, name: string, columns: string[]) =>
    schema
      .createIndex(`${table}_by_${name}`)
      .on(table)
      .columns(['workspace_id', ...columns])
      .execute();

  // One index for each order, and for each order under each filter; the other filter's column comes last, so
  // that both filters together are judged within the index.
  await index('posts', 'created', ['created_at', 'id']);
  await index('posts', 'votes', ['votes_count', 'created_at', 'id']);
  await index('posts', 'status_created', ['status_id', 'created_at', 'id', 'post_type_id']);
  await index('posts', 'status_votes', ['status_id', 'votes_count', 'created_at', 'id', 'post_type_id']);
  await index('posts', 'type_created', ['post_type_id', 'created_at', 'id', 'status_id']);
  await index('posts', 'type_votes', ['post_type_id', 'votes_count', 'created_at', 'id', 'status_id']);
  await index('posts', 'updated', ['updated_at', 'id']);
  await index('posts', 'author', ['author_id', 'created_at', 'id']);
  // The outline of a tree is read from these alone.
  await index('comments', 'post', ['post_id', 'is_private', 'created_at', 'id', 'parent_id', 'updated_at']);
  await index('comments', 'parent', ['post_id', 'parent_id', 'is_private', 'created_at', 'id', 'updated_at']);
  await index('comments', 'user', ['user_id', 'is_private', 'created_at', 'id']);
  await index('votes', 'post', ['post_id', 'created_at', 'user_id']);
  await index('votes', 'user', ['user_id', 'created_at', 'post_id']);
  await index('comments', 'created', ['is_private', 'created_at', 'id']);
  await index('comments', 'updated', ['is_private', 'updated_at', 'id']);
  await index('merged_votes', 'user', ['user_id', 'created_at', 'source_id']);
  await index('votes', 'created', ['created_at', 'post_id', 'user_id']);
  await index('users', 'created', ['is_erased', 'created_at', 'id']);
  await index('users', 'updated', ['is_erased', 'updated_at', 'id']);
  await index('posts', 'merged_into', ['merged_into_id']);
  await index('attachments', 'post', ['post_id', 'id']);
  await index('attachments', 'changelog', ['changelog_id', 'id']);
  await index('changelogs', 'created', ['created_at', 'id']);
  await index('changelogs', 'state', ['state', 'created_at', 'id']);
  await index('changelogs', 'published', ['published_order', 'id']);
  await index('changelogs', 'updated', ['updated_at', 'id']);
  await index('changelog_labels', 'label', ['label_key', 'changelog_id']);
  await index('changelog_posts', 'post', ['post_id', 'changelog_id']);
  await index('audit_log', 'object', ['object_id', 'id']);
  await index('audit_log', 'actor', ['actor_id', 'id']);
  await index('audit_log', 'action', ['action', 'id']);
  await index('audit_log', 'age', ['created_at', 'id']);
  await index('tombstones', 'age', ['kind', 'deleted_at', 'id']);
  await index('status_changes', 'age', ['created_at', 'id']);
  await index('post_tags', 'tag', ['tag_id', 'post_id']);
  await index('status_changes', 'post', ['post_id', 'created_at', 'id']);
  await index('status_changes', 'status', ['to_status_id', 'created_at', 'id']);

  // Few votes and comments come from a merged post: the others need no entry.
  for (const table of ['votes', 'comments']) {
    await schema
      .createIndex(`${table}_by_merged_from`)
      .on(table)
      .columns(['workspace_id', 'merged_from_id'])
      .where('merged_from_id', 'is not', null)
      .execute();
  }

  await schema.createIndex('outbox_by_age').on('outbox').columns(['created_at', 'id']).execute();

  await schema.createIndex('receipts_by_age').on('receipts').columns(['created_at', 'key']).execute();
  // The publisher asks across workspaces for what is due.
  await schema
    .createIndex('changelogs_due')
    .on('changelogs')
    .columns(['state', 'published_at', 'id'])
    .execute();

  // Empty but for an installation that is, or was, on its way from one database to another.
  await schema
    .createTable('moves')
    .addColumn('role', 'text', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();

  await schema
    .createTable('move_progress')
    .addColumn('table_name', 'text', (c) => c.primaryKey())
    .addColumn('rows_copied', 'bigint', (c) => c.notNull())
    .addColumn('last_key', 'text', (c) => c.notNull())
    .execute();

  await createConsoleTables(schema);

  await search.posts.createIndex(db);
  await search.users.createIndex(db);
  await claims.create(db);
}
