// Checks of an SQLite database. The search index is compared by a digest over all pairs of word and row, which needs
// neither order nor memory.

import { setImmediate } from 'node:timers/promises';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { sql } from 'kysely';
import type { Searches } from '../../kernel/dialect.ts';
import type { BrokenReference, IndexComparison, Inspected } from '../../kernel/inspection.ts';
import { splitWords } from '../../kernel/search/indexed-words.ts';
import type { Db } from '../../kernel/tables.ts';
import { readFileOnly } from './reading.ts';
import { isIndexed, type StoredRow, textRows } from './text/rows.ts';
import { textIndexPlans } from './text/search.ts';

export function inspectSqlite(path: string): Inspected {
  const { reads, handle, close } = readFileOnly(path);
  const version = handle.prepare('select sqlite_version() as version').get() as { version: string };
  return {
    engine: `SQLite ${version.version}`,
    // It comes with the program.
    needsVersion: undefined,
    isUnfinished: false,
    now: async () => undefined,
    reads,
    integrity: () => integrity(handle),
    brokenReferences: () => brokenReferences(handle),
    searchIndex: (table) => compareIndex(reads, handle, table),
    close: async () => close(),
  };
}

const tablesIn = (handle: DatabaseSyncInstance): string[] =>
  (
    handle
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all() as { name: string }[]
  ).map(({ name }) => name);

/** Table by table, so that no read transaction lasts for the whole check. */
async function* integrity(handle: DatabaseSyncInstance): AsyncGenerator<string> {
  for (const table of tablesIn(handle)) {
    const rows = handle.prepare(`pragma integrity_check("${table}")`).all() as { integrity_check: string }[];
    for (const { integrity_check: problem } of rows) if (problem !== 'ok') yield `${table}: ${problem}`;
    await setImmediate();
  }
}

async function* brokenReferences(handle: DatabaseSyncInstance): AsyncGenerator<BrokenReference> {
  for (const table of tablesIn(handle)) {
    const broken = handle
      .prepare('select parent, count(*) as count from pragma_foreign_key_check(?) group by parent')
      .all(table) as { parent: string; count: number }[];
    for (const { parent, count } of broken) yield { table, parent, count };
    await setImmediate();
  }
}

const rowsAtOnce = 1000;

/** In one read transaction, since rows and index change together. */
async function compareIndex(
  reads: Db,
  handle: DatabaseSyncInstance,
  table: keyof Searches,
): Promise<IndexComparison> {
  handle.exec('begin');
  try {
    const expected = await digestOfRows(reads, table);
    const found = digestOfIndex(handle, textIndexPlans[table].index);
    return { ...expected, isSame: expected.digest.isSame(found) };
  } finally {
    handle.exec('rollback');
  }
}

async function digestOfRows(reads: Db, table: keyof Searches) {
  const plan = textIndexPlans[table];
  const indexed = textRows(plan);
  const digest = new PairDigest();
  const last = { workspaceId: '', id: '' };
  const counts = { rows: 0, unindexed: 0 };
  for (;;) {
    const { rows } = await sql<StoredRow>`
      select ${indexed.columns} from ${sql.table(table)} where (workspace_id, id) > (${last.workspaceId}, ${last.id})
      order by workspace_id, id limit ${rowsAtOnce}`.execute(reads);
    for (const row of rows) {
      counts.rows += 1;
      if (isIndexed(row))
        for (const token of splitWords(indexed.tokensOf(row))) digest.add(token, row.number);
      else if (row.words !== '') counts.unindexed += 1;
    }
    const end = rows.at(-1);
    if (end === undefined) return { ...counts, digest };
    Object.assign(last, end);
  }
}

function digestOfIndex(handle: DatabaseSyncInstance, index: string): PairDigest {
  const digest = new PairDigest();
  handle.exec(`create virtual table temp.indexed_words using fts5vocab(main, '${index}', instance)`);
  try {
    const pairs = handle.prepare('select term, doc from temp.indexed_words');
    for (const pair of pairs.iterate()) {
      const { term, doc } = pair as { term: string; doc: number };
      digest.add(term, doc);
    }
    return digest;
  } finally {
    handle.exec('drop table temp.indexed_words');
  }
}

/** A digest of a set of pairs that doesn't depend on their order: sums of two hashes, and a count. */
class PairDigest {
  #count = 0;
  #first = 0;
  #second = 0;

  add(word: string, row: number): void {
    let one = 0x811c9dc5;
    let other = 0x9747b28c;
    const mix = (value: number) => {
      one = Math.imul(one ^ value, 0x01000193);
      other = Math.imul((other + value) ^ (other >>> 15), 0x85ebca6b);
    };
    for (let index = 0; index < word.length; index += 1) mix(word.charCodeAt(index));
    mix(row);
    this.#count += 1;
    this.#first = (this.#first + (one ^ (one >>> 13))) | 0;
    this.#second = (this.#second + (other ^ (other >>> 16))) | 0;
  }

  isSame(other: PairDigest): boolean {
    return this.#count === other.#count && this.#first === other.#first && this.#second === other.#second;
  }
}
