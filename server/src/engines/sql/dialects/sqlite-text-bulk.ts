// Writes many documents of a text index with few statements.

import { type RawBuilder, sql } from 'kysely';
import type { TextSearch } from '../kernel/dialect.ts';
import { inFewSizes } from '../kernel/insert-many.ts';
import type { Db } from '../kernel/tables.ts';
import { firstRowId, offsetAfter, rowIdAt } from './sqlite-row-order.ts';
import type { TextDocuments } from './sqlite-text-documents.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';
import type { IndexedRow, TextRows } from './sqlite-text-rows.ts';

interface Unindexed extends IndexedRow {
  /** The last indexed row of the same millisecond. */
  lastId: string | null;
  lastOffset: number | null;
}

type Appendable = Unindexed & { offset: number };

export function bulkTextDocuments(
  plan: TextIndexPlan<never>,
  names: TextIndexNames,
  indexed: TextRows,
  documents: TextDocuments,
): Pick<TextSearch<never>, 'putMany' | 'refresh' | 'removeMany'> {
  const { table, index } = names;

  /** In creation order: FTS5 then adds new rows without flushing each one. */
  async function findUnindexed(db: Db, workspaceId: string, ids: readonly string[]): Promise<Unindexed[]> {
    const createdAt = sql.ref(`${plan.table}.created_at`);
    const last = (value: RawBuilder<unknown>) => sql`(
      select ${value} from ${table} as indexed
      where indexed.search_row >= ${firstRowId(createdAt)}
        and indexed.search_row < ${firstRowId(sql`(${createdAt} + 1)`)}
      order by indexed.search_row desc limit 1
    )`;
    const { rows } = await sql<Unindexed>`
      select ${indexed.columns}, ${last(sql`indexed.id`)} as "lastId",
        ${last(sql`indexed.search_row - ${firstRowId(createdAt)}`)} as "lastOffset"
      from ${table} where workspace_id = ${workspaceId} and id in (${sql.join(ids)})`.execute(db);
    return rows.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Adds rows that come last in their millisecond. */
  async function append(db: Db, workspaceId: string, rows: readonly Appendable[]): Promise<void> {
    const offsets = rows.map(({ id, offset }) => sql`(${id}, ${offset})`);
    await sql`
      update ${table} set search_row = ${rowIdAt(sql.ref('created_at'), sql.ref('given.column2'))}
      from (values ${sql.join(offsets)}) as given
      where workspace_id = ${workspaceId} and id = given.column1`.execute(db);
    const added = rows.map((row) => sql`(${rowIdAt(row.createdAt, row.offset)}, ${indexed.tokensOf(row)})`);
    await sql`insert into ${index} (rowid, tokens) values ${sql.join(added)}`.execute(db);
  }

  async function find(db: Db, workspaceId: string, ids: readonly string[]): Promise<IndexedRow[]> {
    const { rows } = await sql<IndexedRow>`
      select ${indexed.columns} from ${table}
      where workspace_id = ${workspaceId} and id in (${sql.join(ids)})`.execute(db);
    return rows;
  }

  async function forget(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
    await sql`
      delete from ${index} where rowid in (
        select search_row from ${table} where workspace_id = ${workspaceId} and id in (${sql.join(ids)})
      )`.execute(db);
  }

  /** The engine removes the words of a document only if it is told them. */
  async function erase(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
    const rows = await find(db, workspaceId, ids);
    if (rows.length === 0) return;
    const erased = rows.map((row) => sql`(${row.id}, ${indexed.tokensOf(row)})`);
    await sql`
      insert into ${index} (${names.indexColumn}, rowid, tokens)
      select 'delete', search_row, column2 from (values ${sql.join(erased)})
      join ${table} on workspace_id = ${workspaceId} and id = column1
      where search_row is not null`.execute(db);
  }

  async function replace(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
    const rows = await find(db, workspaceId, ids);
    await forget(db, workspaceId, ids);
    const replaced = rows.map((row) => sql`(${row.id}, ${indexed.tokensOf(row)})`);
    await sql`
      insert into ${index} (rowid, tokens)
      select search_row, column2 from (values ${sql.join(replaced)})
      join ${table} on workspace_id = ${workspaceId} and id = column1`.execute(db);
  }

  return {
    async putMany(db, workspaceId, ids) {
      for (const chunk of inFewSizes(ids)) {
        const rows = await findUnindexed(db, workspaceId, chunk);
        const { appendable, others } = splitAppendable(rows);
        for (const batch of inFewSizes(appendable)) await append(db, workspaceId, batch);
        for (const { id } of others) await documents.put(db, workspaceId, id);
      }
    },

    async refresh(db, workspaceId, ids) {
      if (plan.erasesRemovedText) {
        for (const id of ids) await documents.put(db, workspaceId, id);
        return;
      }
      for (const chunk of inFewSizes(ids)) await replace(db, workspaceId, chunk);
    },

    async removeMany(db, workspaceId, ids) {
      const removeSome = plan.erasesRemovedText ? erase : forget;
      for (const chunk of inFewSizes(ids)) await removeSome(db, workspaceId, chunk);
    },
  };
}

/** Separates rows that can be appended to their millisecond, as new ones can, from the others. */
function splitAppendable(rows: readonly Unindexed[]): { appendable: Appendable[]; others: Unindexed[] } {
  const appendable: Appendable[] = [];
  const others: Unindexed[] = [];
  for (const row of rows) {
    const before = appendable.at(-1);
    const last =
      before?.createdAt === row.createdAt
        ? before
        : { id: row.lastId ?? '', offset: row.lastOffset ?? undefined };
    const offset = last.id < row.id ? offsetAfter(last.offset) : undefined;
    if (offset === undefined) others.push(row);
    else appendable.push({ ...row, offset });
  }
  return { appendable, others };
}
