// The part of the first schema that only the console needs: accounts and what hangs on them, and what keys asked.

import type { SchemaModule } from 'kysely';

export async function createConsoleTables(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('locale', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('memberships')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('memberships_pk', ['workspace_id', 'account_id'])
    .execute();

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('invites')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('invites_pk', ['workspace_id', 'id'])
    .execute();

  await schema
    .createTable('setup_links')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('setup_links_pk', ['workspace_id', 'hash'])
    .execute();

  // No reference to the key: it may be written after the workspace changed, and nothing must hold a request up.
  await schema
    .createTable('request_log')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('route', 'text')
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('error_code', 'text')
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_log_pk', ['workspace_id', 'id'])
    .execute();

  await schema
    .createTable('request_counts')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('hour_at', 'bigint', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('errors', 'bigint', (c) => c.notNull())
    .addColumn('limited', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_counts_pk', ['workspace_id', 'hour_at', 'key_id'])
    .execute();

  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns).execute();
  await index('memberships_by_account', 'memberships', ['account_id', 'workspace_id']);
  await index('sessions_by_account', 'sessions', ['account_id', 'last_seen_at', 'id']);
  await index('sessions_by_expiry', 'sessions', ['expires_at', 'id']);
  await index('invites_by_email', 'invites', ['email_key', 'created_at', 'id']);
  await index('invites_by_expiry', 'invites', ['expires_at', 'id']);
  await index('request_log_by_key', 'request_log', ['workspace_id', 'key_id', 'id']);
  await index('request_log_by_request', 'request_log', ['workspace_id', 'request_id', 'id']);
  // Most requests go well: only the others are looked for by how they went.
  await schema
    .createIndex('request_log_by_outcome')
    .on('request_log')
    .columns(['workspace_id', 'outcome', 'id'])
    .where('outcome', '<>', 'ok')
    .execute();
}
