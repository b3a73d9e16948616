// How a database comes to have partitions (ADR 0027), and that it keeps to their number.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/engines/sql/dialects/postgres.ts';
import { migrate } from '../../src/engines/sql/store.ts';
import { type OutsideView, serverDatabase } from '../support/database.ts';
import { urlOfTest } from '../support/engines.ts';
import { createDatabase, type Database } from '../support/postgres.ts';

const large = [
  'comments',
  'idempotency_keys',
  'ledger',
  'merged_votes',
  'post_tags',
  'posts',
  'request_counts',
  'request_log',
  'status_changes',
  'users',
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

  /** As `posts 4`: every table that has parts, and how many. */
  const parts = () =>
    outside
      .rows(
        `select inhparent::regclass || ' ' || count(*) as parts from pg_inherits
         join pg_class on pg_class.oid = inhparent and relkind = 'p' group by inhparent`,
      )
      .map((row) => String(row.parts))
      .sort();

  it('gets as many parts of each large table as are asked for, and keeps them', async () => {
    expect((await migrated(4)).length).toBeGreaterThan(0);
    expect(parts()).toEqual(large.map((table) => `${table} 4`));
    expect(await migrated(4)).toEqual([]);
    expect(await migrated()).toEqual([]);
    expect(parts()).toEqual(large.map((table) => `${table} 4`));
  });

  it('gets none when none are asked for, and refuses them from then on', async () => {
    await migrated();
    expect(parts()).toEqual([]);
    await expect(migrated(4)).rejects.toThrow(
      'DATABASE_PARTITIONS is 4, but this database was made without partitions.',
    );
    expect(await migrated()).toEqual([]);
  });

  it('refuses another number than the one it was made with', async () => {
    await migrated(2);
    await expect(migrated(3)).rejects.toThrow(
      'DATABASE_PARTITIONS is 3, but this database was made with 2 partitions.',
    );
    expect(parts()).toEqual(large.map((table) => `${table} 2`));
  });

  it('gets the number of one of two processes that ask for different ones at once; the other is refused', async () => {
    const results = await Promise.allSettled([migrated(2), migrated(3)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [count] = results[0]?.status === 'fulfilled' ? [2] : [3];
    expect(parts()).toEqual(large.map((table) => `${table} ${count}`));
  });

  it('has every table that is not small in parts, with all references and indexes on each', async () => {
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
