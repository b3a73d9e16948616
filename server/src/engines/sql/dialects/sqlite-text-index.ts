// An FTS5 text index over one table. Each row is a document of tokens: every prefix of every word of its text, plus
// a token for its workspace and for each filter value (sqlite-text-rows). A search is then an intersection
// of whole tokens, which FTS5 reads in row-id order (sqlite-text-matches). Row ids follow (created_at, id), so a
// page of results needs no sort (sqlite-row-order).

import { sql } from 'kysely';
import type { TextSearch, WordTerms } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { bulkTextDocuments } from './sqlite-text-bulk.ts';
import { textDocuments } from './sqlite-text-documents.ts';
import { textMatches } from './sqlite-text-matches.ts';
import { namesOf, type TextIndexNames, type TextIndexPlan } from './sqlite-text-plan.ts';
import { textRows } from './sqlite-text-rows.ts';

export function sqliteTextIndex<Terms extends WordTerms>(plan: TextIndexPlan<Terms>): TextSearch<Terms> {
  const names = namesOf(plan);
  const indexed = textRows(plan, names);
  const documents = textDocuments(plan, names, indexed);
  return {
    createIndex: (db) => createIndex(db, plan, names),
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
