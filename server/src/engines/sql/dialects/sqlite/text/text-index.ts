// An FTS5 text index over one table. Each row is a document of tokens (sqlite-text-rows), so a search is an
// intersection of whole tokens. A document's row ID is its row's `search_row`: a number that says nothing about the
// row. Numbers are given one after another, which makes the lists of the index short.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { IndexableRow, TextSearch, WordTerms } from '../../../kernel/dialect.ts';
import { inFewSizes } from '../../../kernel/statements/insert-many.ts';
import { firstOf, prepared } from '../../../kernel/statements/prepared.ts';
import type { Db } from '../../../kernel/tables.ts';
import { textFinder } from './finder.ts';
import { type IndexedRow, isIndexed, type StoredRow, type TextIndexPlan, textRows } from './rows.ts';

/** How many documents one statement writes when all are indexed again. */
const documentsPerStatement = 128;

interface Documents {
  numbers: readonly number[];
  tokens: readonly string[];
}

interface Numbers {
  workspaceIds: readonly string[];
  ids: readonly string[];
  numbers: readonly number[];
}

export function sqliteTextIndex<Terms extends WordTerms>(plan: TextIndexPlan<Terms>): TextSearch<Terms> {
  const { erasesRemovedText } = plan;
  const table = sql.table(plan.table);
  const index = sql.table(plan.index);
  /** The hidden column with the index's own name, for commands. */
  const command = sql.ref(plan.index);
  const indexed = textRows(plan);
  const nextNumber = sql<number>`coalesce((select max(search_row) from ${table}), 0) + 1`;

  const insertRow = prepared((db, row: IndexableRow) =>
    db
      .insertInto(plan.table)
      .values({ ...row, search_row: nextNumber } as never)
      .compile(),
  );
  const addDocumentOf = prepared((db, row: { workspaceId: string; id: string; tokens: string }) =>
    sql`
      insert into ${index} (rowid, tokens) select search_row, ${indexed.documentOf(row.tokens)} from ${table}
      where workspace_id = ${row.workspaceId} and id = ${row.id}`.compile(db),
  );
  const addDocuments = prepared((db, { numbers, tokens }: Documents) => {
    const documents = numbers.map((number, row) => sql`(${number}, ${tokens[row]})`);
    return sql`insert into ${index} (rowid, tokens) values ${sql.join(documents)}`.compile(db);
  });
  const deleteDocuments = prepared((db, { numbers }: Pick<Documents, 'numbers'>) =>
    sql`delete from ${index} where rowid in (${sql.join([...numbers])})`.compile(db),
  );
  /** The engine removes the words of a document only if it is told them. */
  const eraseDocuments = prepared((db, { numbers, tokens }: Documents) => {
    const documents = numbers.map((number, row) => sql`('delete', ${number}, ${tokens[row]})`);
    return sql`insert into ${index} (${command}, rowid, tokens) values ${sql.join(documents)}`.compile(db);
  });
  const findNextNumber = prepared((db, _: object) =>
    sql<{ next: number }>`select ${nextNumber} as next`.compile(db),
  );
  const setNumbers = prepared((db, { workspaceIds, ids, numbers }: Numbers) => {
    const given = numbers.map((number, row) => sql`(${workspaceIds[row]}, ${ids[row]}, ${number})`);
    return sql`
      update ${table} set search_row = given.column3 from (values ${sql.join(given)}) as given
      where workspace_id = given.column1 and id = given.column2`.compile(db);
  });
  const forgetNumbers = prepared((db, { numbers }: Pick<Documents, 'numbers'>) =>
    sql`update ${table} set search_row = null where search_row in (${sql.join([...numbers])})`.compile(db),
  );

  const documentsOf = (rows: readonly IndexedRow[]): Documents => ({
    numbers: rows.map(({ number }) => number),
    tokens: rows.map(indexed.tokensOf),
  });

  /** Indexes rows that are not in the index. */
  async function add(db: Db, rows: readonly StoredRow[]): Promise<void> {
    const { next = 1 } = (await firstOf(findNextNumber(db, {}))) ?? {};
    const numbered = rows.map((row, place) => ({ ...row, number: next + place }));
    await setNumbers(db, {
      workspaceIds: rows.map(({ workspaceId }) => workspaceId),
      ids: rows.map(({ id }) => id),
      numbers: numbered.map(({ number }) => number),
    });
    await addDocuments(db, documentsOf(numbered));
  }

  return {
    async createIndex(db) {
      await sql`alter table ${table} add column search_row integer`.execute(db);
      const byRow = sql.ref(`${plan.table}_by_search_row`);
      await sql`create unique index ${byRow} on ${table} (search_row)`.execute(db);
      const deletion = erasesRemovedText ? sql`` : sql`contentless_delete = 1, `;
      await sql`create virtual table ${index} using fts5 (
        tokens, content = '', ${deletion}detail = none, tokenize = "ascii tokenchars '_'"
      )`.execute(db);
      if (erasesRemovedText)
        await sql`insert into ${index} (${command}, rank) values ('secure-delete', 1)`.execute(db);
    },

    async reindex(db) {
      // The pages of the old index become free; they must not keep the text either.
      if (erasesRemovedText) await sql`pragma secure_delete = on`.execute(db);
      await sql`insert into ${index} (${command}) values ('delete-all')`.execute(db);
      if (erasesRemovedText) await sql`pragma secure_delete = off`.execute(db);
      await sql`update ${table} set search_row = null`.execute(db);
      for (let last = 0; ; ) {
        const { rows } = await sql<StoredRow & { rowId: number }>`
          select ${indexed.columns}, rowid as "rowId" from ${table}
          where rowid > ${last} and ${sql.ref(plan.words)} <> ''
          order by rowid limit ${sql.lit(documentsPerStatement)}`.execute(db);
        const end = rows.at(-1);
        if (end === undefined) break;
        await add(db, rows);
        last = end.rowId;
        await setImmediate();
      }
      await sql`insert into ${index} (${command}) values ('optimize')`.execute(db);
    },

    async insert(db, row) {
      await insertRow(db, row);
      const { workspace_id: workspaceId, id } = row;
      await addDocumentOf(db, { workspaceId, id, tokens: indexed.tokensOfNew(row) });
    },

    async put(db, workspaceId, ids) {
      for (const chunk of inFewSizes(ids)) {
        const rows = await indexed.find(db, workspaceId, chunk);
        const stale = rows.filter(isIndexed);
        if (stale.length > 0 && !erasesRemovedText) {
          const documents = documentsOf(stale);
          await deleteDocuments(db, { numbers: documents.numbers });
          await addDocuments(db, documents);
        }
        if (stale.length < rows.length)
          await add(
            db,
            rows.filter((row) => !isIndexed(row)),
          );
      }
    },

    async remove(db, workspaceId, ids) {
      for (const chunk of inFewSizes(ids)) {
        const rows = (await indexed.find(db, workspaceId, chunk)).filter(isIndexed);
        if (rows.length === 0) continue;
        const { numbers, tokens } = documentsOf(rows);
        if (erasesRemovedText) await eraseDocuments(db, { numbers, tokens });
        else await deleteDocuments(db, { numbers });
        await forgetNumbers(db, { numbers });
      }
    },

    ...textFinder(plan),
  };
}
