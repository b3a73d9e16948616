// Writes the documents of a text index, one by one.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import type { IndexableRow, TextSearch } from '../kernel/dialect.ts';
import { prepared } from '../kernel/prepared.ts';
import type { Db } from '../kernel/tables.ts';
import { appendedRowId, type RowOffset, rowIdAt, rowOrder } from './sqlite-row-order.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';
import type { IndexedRow, TextRows } from './sqlite-text-rows.ts';

export type TextDocuments = Pick<TextSearch<never>, 'insert' | 'put' | 'remove'>;

/** How many rows are moved before the event loop gets a turn. */
const movesPerTurn = 32;

export function textDocuments(
  plan: TextIndexPlan<never>,
  names: TextIndexNames,
  indexed: TextRows,
): TextDocuments {
  const { table, index } = names;
  const remove = documentRemoval(plan, names, indexed);

  const insertRow = prepared((db, row: IndexableRow) => {
    const placed = { ...row, search_row: appendedRowId(table, row.created_at, row.id) };
    return db
      .insertInto(plan.table)
      .values(placed as never)
      .compile();
  });
  /** For a row that has its row id. */
  const addDocument = prepared((db, row: Document) =>
    sql`
      insert into ${index} (rowid, tokens) select search_row, ${row.tokens} from ${table}
      where workspace_id = ${row.workspaceId} and id = ${row.id} and search_row is not null`.compile(db),
  );
  const removeDocument = prepared((db, { workspaceId, id }: Omit<Document, 'tokens'>) =>
    sql`
      delete from ${index}
      where rowid = (select search_row from ${table} where workspace_id = ${workspaceId} and id = ${id})`.compile(
      db,
    ),
  );
  const setRowId = prepared((db, row: Omit<Document, 'tokens'> & { createdAt: Instant; offset: number }) =>
    sql`
      update ${table} set search_row = ${rowIdAt(row.createdAt, row.offset)}
      where workspace_id = ${row.workspaceId} and id = ${row.id}`.compile(db),
  );

  /** Indexes the row at an offset, which must be free. */
  async function insertAt(db: Db, row: IndexedRow, offset: number): Promise<void> {
    const { workspaceId, id, createdAt } = row;
    await setRowId(db, { workspaceId, id, createdAt, offset });
    await addDocument(db, { workspaceId, id, tokens: indexed.tokensOf(row) });
  }

  /** Removes all rows first, so that every new offset is free. */
  async function moveRows(db: Db, rows: readonly RowOffset[]): Promise<void> {
    await oneByOne(rows, ({ workspaceId, id }) => remove(db, workspaceId, id));
    await oneByOne(rows, async ({ workspaceId, id, offset }) =>
      insertAt(db, await indexed.find(db, workspaceId, id), offset),
    );
  }

  const order = rowOrder(plan.table, moveRows);

  async function put(db: Db, workspaceId: string, id: string): Promise<void> {
    const row = await indexed.find(db, workspaceId, id);
    if (row.offset !== null && !plan.erasesRemovedText) {
      await removeDocument(db, { workspaceId, id });
      await addDocument(db, { workspaceId, id, tokens: indexed.tokensOf(row) });
      return;
    }
    if (row.isIndexed === 1) await remove(db, workspaceId, id);
    await insertAt(db, row, row.offset ?? (await order.offsetFor(db, row.createdAt, id)));
  }

  return {
    async insert(db, row) {
      await insertRow(db, row);
      const { workspace_id: workspaceId, id } = row;
      const added = await addDocument(db, { workspaceId, id, tokens: indexed.tokensOfNew(row) });
      if (added.numAffectedRows === 0n) await put(db, workspaceId, id);
    },

    put,
    remove,
  };
}

type Document = { workspaceId: string; id: string; tokens: string };

const documentRemoval =
  (
    plan: TextIndexPlan<never>,
    { table, index, indexColumn }: TextIndexNames,
    indexed: TextRows,
  ): TextDocuments['remove'] =>
  async (db, workspaceId, id) => {
    const isRow = sql`workspace_id = ${workspaceId} and id = ${id}`;
    if (plan.erasesRemovedText) {
      const tokens = indexed.tokensOf(await indexed.find(db, workspaceId, id));
      await sql`
        insert into ${index} (${indexColumn}, rowid, tokens)
        select 'delete', search_row, ${tokens} from ${table}
        where ${isRow} and search_row is not null`.execute(db);
    } else {
      const rowId = sql`select search_row from ${table} where ${isRow}`;
      await sql`delete from ${index} where rowid = (${rowId})`.execute(db);
    }
    await sql`update ${table} set search_row = null where ${isRow}`.execute(db);
  };

/** One by one, yielding to the event loop now and then. */
async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const [number, item] of items.entries()) {
    if (number % movesPerTurn === movesPerTurn - 1) await setImmediate();
    await work(item);
  }
}
