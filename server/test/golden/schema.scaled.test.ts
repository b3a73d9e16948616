import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { migrate } from '../../src/engines/sql/store.ts';
import { findTool } from '../../../scripts/tools.mjs';
import { type OutsideView, serverDatabase } from '../support/database.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase, type Database, majorVersion } from '../support/servers/postgres.ts';
import { expectGolden, keptOfVersion } from './golden.ts';

describe('the schema on PostgreSQL', () => {
  let database: Database;
  let outside: OutsideView;
  beforeEach(async () => {
    // Text sorts by bytes, whatever the database's collation.
    database = await createDatabase(urlOfTest);
    outside = serverDatabase(database.url);
  });
  afterEach(() => database.drop());

  const migrated = async (): Promise<string[]> => {
    const dialect = openPostgres({ url: database.url, poolSize: 2, prepare: true });
    const names = await migrate(dialect);
    await dialect.close();
    return names;
  };

  const dump = (): string =>
    execFileSync(findTool('pg_dump') ?? 'pg_dump', ['--schema-only', '--no-owner', database.url], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter((line) => line !== '' && !/^(?:--|SET |SELECT |\\)/.test(line))
      .join('\n');

  it('equals the golden file', async ({ skip }) => {
    const version = await majorVersion(database.url);
    if (version !== keptOfVersion) skip(`the schema is kept of version ${keptOfVersion}; this is ${version}`);
    await migrated();
    expectGolden(join(import.meta.dirname, 'schema.postgres.sql'), `${dump()}\n`);
  });

  it('is migrated once: a second migration changes nothing', async () => {
    expect((await migrated()).length).toBeGreaterThan(0);
    const before = dump();
    expect(await migrated()).toEqual([]);
    expect(dump()).toBe(before);
  });

  it('sorts all text by bytes', async () => {
    await migrated();
    const others = outside.rows(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and table_name not like 'kysely%' and data_type = 'text'
         and collation_name is distinct from 'C'`,
    );
    expect(others).toEqual([]);
  });

  it('starts each primary key and index of tenant tables with the workspace', async () => {
    await migrated();
    const first = outside.rows(
      `select distinct tables.relname || '.' || columns.attname as place
       from pg_index join pg_class as tables on tables.oid = indrelid
       join pg_attribute as columns on columns.attrelid = indrelid and columns.attnum = indkey[0]
       where tables.relnamespace = 'public'::regnamespace and tables.relname not like 'kysely%'
         and columns.attname <> 'workspace_id' order by 1`,
    );
    // Tables of workspaces themselves, and tables used across workspaces.
    expect(first.map(({ place }) => place)).toEqual([
      'accounts.account_key',
      'accounts.email_key',
      'accounts.id',
      'api_keys.hash',
      'attachments.file_key',
      'changelogs.state',
      'exports.file_key',
      'idempotency_keys.created_at',
      'inboxes.digest_at',
      'invites.email_key',
      'invites.expires_at',
      'invites.hash',
      'mailed_links.expires_at',
      'memberships.account_id',
      'move_progress.table_name',
      'moves.role',
      'posts.search_tokens',
      'sessions.account_id',
      'sessions.expires_at',
      'sessions.hash',
      'sessions.id',
      'setup_links.hash',
      'tellings.due_at',
      'texts.search_tokens',
      'used_tokens.expires_at',
      'users.search_tokens',
      'visitor_links.expires_at',
      'visitor_sessions.expires_at',
      'workspaces.id',
      'workspaces.slug',
    ]);
  });
});
