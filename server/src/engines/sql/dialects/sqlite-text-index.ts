// An FTS5 text index over one table. Each row is a document of tokens: every prefix of every word of its text, together
// with its workspace, plus a token for each filter value (sqlite-text-rows). A search is then an intersection of whole
// tokens, which FTS5 reads in row-id order (sqlite-text-matches); for one word there is nothing to intersect. Row ids
// follow (created_at, id), so a page of results needs no sort (sqlite-row-order).

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TextSearch, WordTerms } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { bulkTextDocuments } from './sqlite-text-bulk.ts';
import { textDocuments } from './sqlite-text-documents.ts';
import { textMatches } from './sqlite-text-matches.ts';
import { namesOf, type TextIndexNames, type TextIndexPlan } from './sqlite-text-plan.ts';
import { type IndexedRow, type TextRows, textRows } from './sqlite-text-rows.ts';

/** How many documents one statement writes. */
const documentsPerStatement = 128;

export function sqliteTextIndex<Terms extends WordTerms>(plan: TextIndexPlan<Terms>): TextSearch<Terms> {
  const names = namesOf(plan);
  const indexed = textRows(plan, names);
  const documents = textDocuments(plan, names, indexed);
  return {
    createIndex: (db) => createIndex(db, plan, names),
    reindex: (db) => reindex(db, plan, names, indexed),
    ...documents,
    ...bulkTextDocuments(plan, names, indexed, documents),
    ...textMatches(plan, names),
  };
}

async function createIndex(
  db: Db,
  plan: Pick<TextIndexPlan<never>, 'table' | 'erasesRemovedText'>,
  { table, index, indexColumn }: TextIndexNames,
): Promise<void> {
  await sql`alter table ${table} add column search_row integer`.execute(db);
  const byRow = sql.ref(`${plan.table}_by_search_row`);
  await sql`create unique index ${byRow} on ${table} (search_row)`.execute(db);
  const deletion = plan.erasesRemovedText ? sql`` : sql`contentless_delete = 1, `;
  await sql`create virtual table ${index} using fts5 (
    tokens, content = '', ${deletion}detail = none, tokenize = "ascii tokenchars '_'"
  )`.execute(db);
  if (plan.erasesRemovedText)
    await sql`insert into ${index} (${indexColumn}, rank) values ('secure-delete', 1)`.execute(db);
}

/** Row ids stay, so the table's rows are not written. */
async function reindex(
  db: Db,
  { erasesRemovedText }: Pick<TextIndexPlan<never>, 'erasesRemovedText'>,
  { table, index, indexColumn }: TextIndexNames,
  { columns, tokensOf }: TextRows,
): Promise<void> {
  // The pages of the old index become free; they must not keep the text either.
  if (erasesRemovedText) await sql`pragma secure_delete = on`.execute(db);
  await sql`insert into ${index} (${indexColumn}) values ('delete-all')`.execute(db);
  if (erasesRemovedText) await sql`pragma secure_delete = off`.execute(db);
  // As text: a row id is too large for a number. None is as small as this.
  let last = `${-(2n ** 63n)}`;
  for (;;) {
    const { rows } = await sql<IndexedRow & { rowId: string }>`
      select ${columns}, cast(search_row as text) as "rowId" from ${table}
      where search_row > cast(${last} as integer)
      order by search_row limit ${sql.lit(documentsPerStatement)}`.execute(db);
    const end = rows.at(-1);
    if (end === undefined) break;
    const documents = rows.map((row) => sql`(cast(${row.rowId} as integer), ${tokensOf(row)})`);
    await sql`insert into ${index} (rowid, tokens) values ${sql.join(documents)}`.execute(db);
    last = end.rowId;
    await setImmediate();
  }
  await sql`insert into ${index} (${indexColumn}) values ('optimize')`.execute(db);
}
