// Visitors who sign in to the public site: their sessions, the links and tokens that they come with, and what a
// workspace signs such tokens with. Older programs know none of it.

import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('visitor_sessions')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('came_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('visitor_sessions_pk', ['workspace_id', 'id'])
    .addUniqueConstraint('visitor_sessions_hash', ['workspace_id', 'hash'])
    .execute();
  await schema
    .createTable('visitor_links')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('return_to', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('visitor_links_pk', ['workspace_id', 'hash'])
    .execute();
  await schema
    .createTable('used_tokens')
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('used_tokens_pk', ['workspace_id', 'digest'])
    .execute();
  await schema
    .createTable('identity_secrets')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id'))
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_expires_at', 'bigint')
    .addPrimaryKeyConstraint('identity_secrets_pk', ['workspace_id', 'mode'])
    .execute();
  // A person's are ended together; all of them are swept by age.
  for (const table of ['visitor_sessions', 'visitor_links']) {
    const byUser = schema.createIndex(`${table}_by_user`).on(table);
    await byUser.columns(['workspace_id', 'user_id']).execute();
  }
  for (const table of ['visitor_sessions', 'visitor_links', 'used_tokens'])
    await schema.createIndex(`${table}_by_age`).on(table).column('expires_at').execute();

  // Switching a site off ends all sessions.
  await schema
    .alterTable('sites')
    .addColumn('sessions_from', 'bigint', (c) => c.notNull().defaultTo(sql.raw('0')))
    .execute();
  await schema
    .alterTable('users')
    .addColumn('email_proven', 'smallint' as 'integer', (c) => c.notNull().defaultTo(sql.raw('0')))
    .execute();
  await schema.alterTable('users').addColumn('last_signed_in_at', 'bigint').execute();
  await schema.alterTable('users').addColumn('came_by', 'text').execute();
}
