// Which searches PostgreSQL leaves out to be quick.

import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/engines/sql/dialects/postgres.ts';
import { briefSearches } from '../../src/engines/sql/dialects/postgres-brief-searches.ts';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { urlOfTest } from '../support/engines.ts';
import { createDatabase, type Database } from '../support/postgres.ts';

/** Rows of a large workspace with each word. What is estimated is close to that. */
const rows = { of: 9000, the: 8000, export: 5000, votes: 3500, csv: 2500, chart: 1500, ['x'.repeat(24)]: 3 };

let database: Database;
let dialect: Dialect;

beforeAll(async () => {
  database = await createDatabase(urlOfTest);
  dialect = openPostgres({ url: database.url, poolSize: 2, prepare: true });
  const run = (statement: RawBuilder<unknown>) => statement.execute(dialect.reads);
  await run(sql`create table items (workspace_id text, search_tokens tsvector)`);
  await run(sql`alter table items alter column search_tokens set statistics 1000`);
  const insert = (workspaceId: string, word: string, count: number) =>
    run(sql`
      insert into items select ${workspaceId}::text, array_to_tsvector(array[${word}::text])
      from generate_series(1, ${count}::int)`);
  for (const [word, count] of Object.entries(rows)) await insert('ws_large', word, count);
  await insert('ws_small', 'of', 1000);
  await run(sql`analyze items`);
});
afterAll(async () => {
  await dialect.close();
  await database.drop();
});

const briefOf = (workspaceId: string, ...searches: string[]) =>
  briefSearches(sql.table('items'))(
    dialect.reads,
    workspaceId,
    searches.map((words) => words.split(' ')),
  );

describe('brief searches on PostgreSQL', () => {
  it('leave out words that are all in thousands of posts', async () => {
    expect(await briefOf('ws_large', 'of the')).toEqual([]);
    expect(await briefOf('ws_large', 'of the export')).toEqual([]);
  });

  it('keep a search with one word that is in fewer', async () => {
    for (const search of ['of the votes', 'export csv', `of ${'x'.repeat(30)}`])
      expect(await briefOf('ws_large', search), search).toEqual([search.split(' ')]);
  });

  it('keep single words, however common', async () => {
    expect(await briefOf('ws_large', 'of', 'the export')).toEqual([['of']]);
  });

  it('share the limit between searches', async () => {
    expect(await briefOf('ws_large', 'of csv', 'the chart')).toEqual([['the', 'chart']]);
  });

  it('keep words that are common, but not in this workspace', async () => {
    expect(await briefOf('ws_small', 'of the')).toEqual([['of', 'the']]);
  });
});
