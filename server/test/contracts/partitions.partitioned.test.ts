// Creating partitions (ADR 0027), and keeping their number.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { migrate } from '../../src/engines/sql/store.ts';
import { type OutsideView, serverDatabase } from '../support/database.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase, type Database } from '../support/servers/postgres.ts';

const large = [
  'comments',
  'deliveries',
  'delivery_attempts',
  'followers',
  'idempotency_keys',
  'import_objects',
  'inbox_marks',
  'ledger',
  'mail_settings',
  'mails',
  'mentions',
  'merged_votes',
  'post_tags',
  'posts',
  'reached_thresholds',
  'reports',
  'request_counts',
  'request_log',
  'status_changes',
  'submissions',
  'suppressions',
  'texts',
  'used_tokens',
  'users',
  'visitor_sessions',
  'votes',
];

describe('an empty database', () => {
  let database: Database;
  let outside: OutsideView;
  beforeEach(async () => {
    database = await createDatabase(urlOfTest);
    outside = serverDatabase(database.url);
  });
  afterEach(() => database.drop());

  const migrated = async (partitions?: number): Promise<string[]> => {
    const dialect = openPostgres({ url: database.url, poolSize: 2, prepare: true, partitions });
    try {
      return await migrate(dialect);
    } finally {
      await dialect.close();
    }
  };

  /** Every partitioned table with its number of partitions, as `posts 4`. */
  const parts = () =>
    outside
      .rows(
        `select inhparent::regclass || ' ' || count(*) as parts from pg_inherits
         join pg_class on pg_class.oid = inhparent and relkind = 'p' group by inhparent`,
      )
      .map((row) => String(row.parts))
      .sort();

  it('gets the requested number of partitions per large table, and keeps it', async () => {
    expect((await migrated(4)).length).toBeGreaterThan(0);
    expect(parts()).toEqual(large.map((table) => `${table} 4`));
    expect(await migrated(4)).toEqual([]);
    expect(await migrated()).toEqual([]);
    expect(parts()).toEqual(large.map((table) => `${table} 4`));
  });

  it('gets none if none are requested, and rejects them later', async () => {
    await migrated();
    expect(parts()).toEqual([]);
    await expect(migrated(4)).rejects.toThrow(
      'DATABASE_PARTITIONS is 4, but this database was created without partitions.',
    );
    expect(await migrated()).toEqual([]);
  });

  it('rejects a different number later', async () => {
    await migrated(2);
    await expect(migrated(3)).rejects.toThrow(
      'DATABASE_PARTITIONS is 3, but this database was created with 2 partitions.',
    );
    expect(parts()).toEqual(large.map((table) => `${table} 2`));
  });

  it('gets the number of one of two concurrent processes; the other fails', async () => {
    const results = await Promise.allSettled([migrated(2), migrated(3)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [count] = results[0]?.status === 'fulfilled' ? [2] : [3];
    expect(parts()).toEqual(large.map((table) => `${table} ${count}`));
  });

  it('partitions every large table, with all foreign keys and indexes', async () => {
    await migrated(2);
    const ofParts = (what: string) =>
      outside.rows(
        `select relname, (${what}) as count from pg_class
         where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r' order by relname`,
      );
    const indexes = ofParts('select count(*) from pg_index where indrelid = pg_class.oid');
    const references = ofParts(
      `select count(*) from pg_constraint where conrelid = pg_class.oid and contype = 'f'`,
    );
    for (const rows of [indexes, references])
      for (const { relname, count } of rows) {
        const twin = String(relname).replace('_part_0', '_part_1');
        expect(count, String(relname)).toBe(rows.find((row) => row.relname === twin)?.count);
      }
    const indexesOf = (part: string) => Number(indexes.find(({ relname }) => relname === part)?.count);
    expect(indexesOf('posts_part_0')).toBeGreaterThanOrEqual(11);
    expect(Number(references.find(({ relname }) => relname === 'votes_part_0')?.count)).toBe(2);
  });
});
