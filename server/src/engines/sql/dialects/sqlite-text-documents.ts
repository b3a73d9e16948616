// Writes the documents of a text index, one by one.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TextSearch } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { firstRowId, type RowOffset, rowIdAt, rowOrder } from './sqlite-row-order.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';
import type { IndexedRow, TextRows } from './sqlite-text-rows.ts';

export type TextDocuments = Pick<TextSearch<never>, 'put' | 'remove'>;

/** How many rows are moved before the event loop gets a turn. */
const movesPerTurn = 32;

export function textDocuments(
  plan: TextIndexPlan<never>,
  names: TextIndexNames,
  indexed: TextRows,
): TextDocuments {
  const { table } = names;
  const remove = documentRemoval(plan, names, indexed);

  /** Indexes the row at an offset, which must be free. */
  async function insertAt(db: Db, row: IndexedRow, offset: number): Promise<void> {
    const rowId = rowIdAt(row.createdAt, offset);
    await sql`
      update ${table} set search_row = ${rowId}
      where workspace_id = ${row.workspaceId} and id = ${row.id}`.execute(db);
    await sql`
      insert into ${names.index} (rowid, tokens) values (${rowId}, ${indexed.tokensOf(row)})`.execute(db);
  }

  /** Removes all rows first, so that every new offset is free. */
  async function moveRows(db: Db, rows: readonly RowOffset[]): Promise<void> {
    await oneByOne(rows, ({ workspaceId, id }) => remove(db, workspaceId, id));
    await oneByOne(rows, async ({ workspaceId, id, offset }) =>
      insertAt(db, await indexed.find(db, workspaceId, id), offset),
    );
  }

  const order = rowOrder(plan.table, moveRows);

  return {
    async put(db, workspaceId, id) {
      const row = await indexed.find(db, workspaceId, id);
      const known = await findOffset(db, names, row);
      await remove(db, workspaceId, id);
      await insertAt(db, row, known ?? (await order.offsetFor(db, row.createdAt, id)));
    },

    remove,
  };
}

/** The row's offset, unless its creation time changed. */
async function findOffset(
  db: Db,
  { table }: TextIndexNames,
  { workspaceId, id, createdAt }: IndexedRow,
): Promise<number | undefined> {
  const { rows } = await sql<{ offset: number }>`
    select search_row - ${firstRowId(createdAt)} as "offset" from ${table}
    where workspace_id = ${workspaceId} and id = ${id}
      and search_row >= ${firstRowId(createdAt)} and search_row < ${firstRowId(createdAt + 1)}`.execute(db);
  return rows[0]?.offset;
}

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
