import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dialect } from '../kernel/dialect.ts';
import { openSqlite } from './sqlite.ts';
import { briefSearches } from './sqlite-brief-searches.ts';
import { namesOf } from './sqlite-text-plan.ts';

/** Every document has one word, so no two are together. The documents of each word are spread evenly. */
const entries = { of: 9000, the: 8000, export: 4096, votes: 4095, csv: 2048, chart: 2047, rare: 3 };

let directory: string;
let dialect: Dialect;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'earshot-brief-'));
  dialect = openSqlite(directory, 'bulk');
  await sql`create virtual table item_search using fts5 (tokens, content = '', detail = none)`.execute(
    dialect.writes,
  );
  for (const [index, [word, count]] of Object.entries(entries).entries()) {
    const distance = String(2n ** 62n / BigInt(count));
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into item_search (rowid, tokens) select n * cast(${distance} as integer) + ${sql.lit(index)}, ${word}
      from numbers`.execute(dialect.writes);
  }
});
afterAll(async () => {
  await dialect.close();
  rmSync(directory, { recursive: true });
});

const briefOf = (...searches: string[]) =>
  briefSearches(namesOf({ table: 'posts', index: 'item_search' }))(
    dialect.writes,
    searches.map((words) => words.split(' ')),
  );

describe('brief searches', () => {
  it('leave out words that are all in thousands of posts', async () => {
    expect(await briefOf('of the')).toEqual([]);
    expect(await briefOf('of the export')).toEqual([]);
  });

  it('keep a search with one word that is in fewer', async () => {
    for (const search of ['of the votes', 'export csv', 'rare of the export', 'of unknown'])
      expect(await briefOf(search), search).toEqual([search.split(' ')]);
  });

  it('keep single words, however common', async () => {
    expect(await briefOf('of', 'the export')).toEqual([['of']]);
  });

  it('share the limit between searches', async () => {
    expect(await briefOf('of csv', 'the chart')).toEqual([['the', 'chart']]);
  });
});
