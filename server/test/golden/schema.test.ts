import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/engines/sql/dialects/sqlite/sqlite.ts';
import { migrate } from '../../src/engines/sql/store.ts';
import { expectGolden } from './golden.ts';

describe('the schema on SQLite', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-schema-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  const migrated = async (): Promise<string[]> => {
    const dialect = openSqlite(directory);
    const names = await migrate(dialect);
    await dialect.close();
    return names;
  };

  const schema = (): { type: string; name: string; table: string; sql: string | null }[] => {
    const db = new DatabaseSync(join(directory, 'earshot.db'), { readOnly: true });
    try {
      return db
        .prepare('select type, name, tbl_name as "table", sql from sqlite_master order by type desc, name')
        .all() as ReturnType<typeof schema>;
    } finally {
      db.close();
    }
  };

  it('equals the golden file', async () => {
    await migrated();
    const statements = schema().flatMap(({ sql }) => (sql === null ? [] : [`${laidOut(sql)};\n`]));
    expectGolden(join(import.meta.dirname, 'schema.sqlite.sql'), statements.join('\n'));
  });

  it('is migrated once: a second migration changes nothing', async () => {
    expect((await migrated()).length).toBeGreaterThan(0);
    const before = schema();
    expect(await migrated()).toEqual([]);
    expect(schema()).toEqual(before);
  });

  it('starts each primary key and index of tenant tables with the workspace', async () => {
    await migrated();
    const db = new DatabaseSync(join(directory, 'earshot.db'), { readOnly: true });
    const tables = schema().filter(({ type, name }) => type === 'table' && !/^(kysely_|sqlite_|post_search|user_search|text_search)/.test(name));
    const exceptions: string[] = [];
    for (const { name } of tables) {
      const indexes = db.prepare(`select name from pragma_index_list('${name}')`).all() as { name: string }[];
      for (const index of indexes) {
        const [first] = db.prepare(`select name from pragma_index_info('${index.name}') order by seqno`).all() as {
          name: string;
        }[];
        if (first?.name !== 'workspace_id') exceptions.push(`${name}.${first?.name}`);
      }
    }
    db.close();
    expect(tables.length).toBeGreaterThan(10);
    // Tables of workspaces themselves, and tables used across workspaces.
    expect(exceptions.sort()).toEqual([
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
      'posts.search_row',
      'sessions.account_id',
      'sessions.expires_at',
      'sessions.hash',
      'sessions.id',
      'setup_links.hash',
      'tellings.due_at',
      'texts.search_row',
      'used_tokens.expires_at',
      'users.search_row',
      'visitor_links.expires_at',
      'visitor_sessions.expires_at',
      'workspaces.id',
      'workspaces.slug',
    ]);
  });
});

/** One column or constraint per line, for readable diffs. */
function laidOut(sql: string): string {
  let depth = 0;
  let text = '';
  for (const character of sql.replace(/\s+/g, ' ')) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    text += character === ',' && depth === 1 ? ',\n ' : character;
  }
  return text;
}
