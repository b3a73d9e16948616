// An FTS5 text index over one table. Each row is a document of tokens: every prefix of every word of its text, plus
// a token for its workspace and for each filter value. A search is then an intersection of whole tokens, which FTS5
// reads in row-id order. Row ids follow (created_at, id), so a page of results needs no sort (see
// sqlite-row-order).

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { prefixesOf } from '../../../domain/search-words.ts';
import type { SearchSlice, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { matchesAny, splitWords } from '../kernel/indexed-words.ts';
import { inFewSizes } from '../kernel/insert-many.ts';
import { facetToken, hasLongWord, type Searchable } from '../kernel/searchable.ts';
import type { Db } from '../kernel/tables.ts';
import {
  firstRowId,
  offsetAfter,
  type RowOffset,
  rowIdAt,
  rowIdsPerInstant,
  rowOrder,
} from './sqlite-row-order.ts';

export interface TextIndexPlan<Terms extends WordTerms> extends Searchable<Terms> {
  /** The FTS5 table. */
  index: string;
  /**
   * Removed text must not remain readable in the index's pages. FTS5 supports that only if it gets the removed
   * tokens, so call `remove` before every update, while the row still has them.
   */
  erasesRemovedText: boolean;
}

/** Matches checked per query: batch at first, which is enough for most searches. */
const firstWindow = 256;
const largestWindow = 8192;

interface CheckedMatch {
  /** Null if the row does not match the other conditions. */
  id: string | null;
  createdAt: Instant;
  offset: number;
  /** Matches in this window. */
  seen: number;
}

/** Rows moved others turns of the event loop. */
const movesPerTurn = 32;

interface IndexedRow {
  workspaceId: string;
  id: string;
  createdAt: Instant;
  words: string;
  [facet: `facet${number}`]: string;
}

interface Unindexed extends IndexedRow {
  /** The last indexed row of the same millisecond. */
  lastId: string | null;
  lastOffset: number | null;
}

export function sqliteTextIndex<Terms extends WordTerms>(plan: TextIndexPlan<Terms>): TextSearch<Terms> {
  const table = sql.table(plan.table);
  const index = sql.table(plan.index);
  const indexColumn = sql.ref(plan.index);
  const rowId = sql.ref(`${plan.index}.rowid`);
  const ownId = sql.ref(`${plan.table}.id`);
  const facetColumns = Object.keys(plan.facets);
  const indexedColumns = sql.join([
    sql`workspace_id as "workspaceId", id, created_at as "createdAt", ${sql.ref(plan.words)} as "words"`,
    ...facetColumns.map((column, number) => sql`${sql.ref(column)} as ${sql.ref(`facet${number}`)}`),
  ]);

  async function findIndexed(db: Db, workspaceId: string, id: string): Promise<IndexedRow> {
    const { rows } = await sql<IndexedRow>`
      select ${indexedColumns} from ${table} where workspace_id = ${workspaceId} and id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error('A row must be stored before it is indexed.');
    return row;
  }

  /** Indexes the row at an offset, which must be free. */
  async function insertAt(db: Db, row: IndexedRow, offset: number): Promise<void> {
    const rowid = rowIdAt(row.createdAt, offset);
    await sql`
      update ${table} set search_row = ${rowid}
      where workspace_id = ${row.workspaceId} and id = ${row.id}`.execute(db);
    await sql`insert into ${index} (rowid, tokens) values (${rowid}, ${tokensOf(row)})`.execute(db);
  }

  /** Removes all rows first, so that every new offset is free. */
  async function moveRows(db: Db, rows: readonly RowOffset[]): Promise<void> {
    await oneByOne(rows, ({ workspaceId, id }) => remove(db, workspaceId, id));
    await oneByOne(rows, async ({ workspaceId, id, offset }) =>
      insertAt(db, await findIndexed(db, workspaceId, id), offset),
    );
  }

  const order = rowOrder(plan.table, moveRows);

  /** The row's offset, unless its creation time changed. */
  async function findOffset(db: Db, row: IndexedRow): Promise<number | undefined> {
    const { rows } = await sql<{ offset: number }>`
      select search_row - ${firstRowId(row.createdAt)} as "offset" from ${table}
      where workspace_id = ${row.workspaceId} and id = ${row.id}
        and search_row >= ${firstRowId(row.createdAt)} and search_row < ${firstRowId(row.createdAt + 1)}
    `.execute(db);
    return rows[0]?.offset;
  }

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
      select ${indexedColumns}, ${last(sql`indexed.id`)} as "lastId",
        ${last(sql`indexed.search_row - ${firstRowId(createdAt)}`)} as "lastOffset"
      from ${table} where workspace_id = ${workspaceId} and id in (${sql.join(ids)})`.execute(db);
    return rows.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** Adds rows that come last in their millisecond. */
  async function append(
    db: Db,
    workspaceId: string,
    rows: readonly (Unindexed & { offset: number })[],
  ): Promise<void> {
    const offsets = rows.map(({ id, offset }) => sql`(${id}, ${offset})`);
    await sql`
      update ${table} set search_row = ${rowIdAt(sql.ref('created_at'), sql.ref('given.column2'))}
      from (values ${sql.join(offsets)}) as given
      where workspace_id = ${workspaceId} and id = given.column1`.execute(db);
    const documents = rows.map((row) => sql`(${rowIdAt(row.createdAt, row.offset)}, ${tokensOf(row)})`);
    await sql`insert into ${index} (rowid, tokens) values ${sql.join(documents)}`.execute(db);
  }

  async function put(db: Db, workspaceId: string, id: string): Promise<void> {
    const row = await findIndexed(db, workspaceId, id);
    const known = await findOffset(db, row);
    await remove(db, workspaceId, id);
    await insertAt(db, row, known ?? (await order.offsetFor(db, row.createdAt, id)));
  }

  function tokensOf(row: IndexedRow): string {
    const facets = facetColumns.map((_, number) => row[`facet${number}`] ?? '');
    const tokens = new Set([row.workspaceId, ...facets].map(facetToken));
    for (const word of splitWords(row.words)) for (const prefix of prefixesOf(word)) tokens.add(prefix);
    return [...tokens].join(' ');
  }

  async function remove(db: Db, workspaceId: string, id: string): Promise<void> {
    const isRow = sql`workspace_id = ${workspaceId} and id = ${id}`;
    if (plan.erasesRemovedText) {
      const tokens = tokensOf(await findIndexed(db, workspaceId, id));
      await sql`
        insert into ${index} (${indexColumn}, rowid, tokens)
        select 'delete', search_row, ${tokens} from ${table}
        where ${isRow} and search_row is not null`.execute(db);
    } else {
      const place = sql`select search_row from ${table} where ${isRow}`;
      await sql`delete from ${index} where rowid = (${place})`.execute(db);
    }
    await sql`update ${table} set search_row = null where ${isRow}`.execute(db);
  }

  function matchExpression(workspaceId: string, terms: Terms): string {
    const allOf = (words: readonly string[]) =>
      words.map((word) => quoted(prefixesOf(word).at(-1) ?? word)).join(' AND ');
    const anyOf = (ids: readonly string[]) => `(${ids.map((id) => quoted(facetToken(id))).join(' OR ')})`;
    return [
      quoted(facetToken(workspaceId)),
      ...Object.values(plan.facets).flatMap((allowedBy) => {
        const allowed = allowedBy(terms);
        return allowed === undefined ? [] : [anyOf(allowed)];
      }),
      `(${terms.searches.map((words) => `(${allOf(words)})`).join(' OR ')})`,
    ].join(' AND ');
  }

  function startAfter({ after, direction }: SearchSlice): RawBuilder<unknown>[] {
    if (after === undefined) return [];
    const position = sql`(${after.createdAt}, ${after.id})`;
    // The row id bounds the scan; the pair decides within the millisecond.
    return direction === 'desc'
      ? [sql`${rowId} < ${firstRowId(after.createdAt + 1)}`, sql`(created_at, ${ownId}) < ${position}`]
      : [sql`${rowId} >= ${firstRowId(after.createdAt)}`, sql`(created_at, ${ownId}) > ${position}`];
  }

  /**
   * Matches whose rows need further checks: it may take many to find a batch. Reads the index in windows and yields
   * to the event loop in others.
   */
  async function checkedMatches(
    db: Db,
    match: RawBuilder<unknown>,
    checks: readonly RawBuilder<unknown>[],
    slice: SearchSlice,
  ): Promise<string[]> {
    const isDescending = slice.direction === 'desc';
    const [start, ...within] = startAfter(slice);
    const conditions = sql.join([...checks, ...within], sql` and `);
    const farthest = isDescending ? sql`min(row_id)` : sql`max(row_id)`;
    const found: string[] = [];
    const wanted = slice.skip + slice.take;
    let from = start;
    for (let size = firstWindow; ; size = Math.min(largestWindow, size * 4)) {
      const bounds = from === undefined ? match : sql`${match} and ${from}`;
      // Always return the window's last row: the next window starts there.
      const { rows } = await sql<CheckedMatch>`
        with seen as materialized (
          select ${rowId} as row_id from ${index} where ${bounds}
          order by ${rowId} ${sql.raw(slice.direction)} limit ${size}
        )
        select ${ownId} as "id", row_id / ${sql.lit(rowIdsPerInstant)} as "createdAt",
          row_id % ${sql.lit(rowIdsPerInstant)} as "offset", (select count(*) from seen) as "seen"
        from seen left join ${table} on search_row = row_id and ${conditions}
        where ${ownId} is not null or row_id = (select ${farthest} from seen)
        order by row_id ${sql.raw(slice.direction)}`.execute(db);
      for (const { id } of rows) if (id !== null) found.push(id);
      const last = rows.at(-1);
      if (last === undefined || last.seen < size || found.length >= wanted) {
        return found.slice(slice.skip, wanted);
      }
      const end = rowIdAt(last.createdAt, last.offset);
      from = isDescending ? sql`${rowId} < ${end}` : sql`${rowId} > ${end}`;
      await setImmediate();
    }
  }

  return {
    async createIndex(db) {
      await sql`alter table ${table} add column search_row integer`.execute(db);
      const byRow = sql.ref(`${plan.table}_by_search_row`);
      await sql`create unique index ${byRow} on ${table} (search_row)`.execute(db);
      const deletion = plan.erasesRemovedText ? sql`` : sql`contentless_delete = 1, `;
      await sql`create virtual table ${index} using fts5 (
        tokens, content = '', ${deletion}detail = none, tokenize = "ascii tokenchars '_'"
      )`.execute(db);
      if (plan.erasesRemovedText)
        await sql`insert into ${index} (${indexColumn}, rank) values ('secure-delete', 1)`.execute(db);
    },

    put,

    async putMany(db, workspaceId, ids) {
      for (const chunk of inFewSizes(ids)) {
        const rows = await findUnindexed(db, workspaceId, chunk);
        const { appendable, others } = splitAppendable(rows);
        for (const batch of inFewSizes(appendable)) await append(db, workspaceId, batch);
        for (const { id } of others) await put(db, workspaceId, id);
      }
    },

    async refresh(db, workspaceId, ids) {
      if (plan.erasesRemovedText) {
        for (const id of ids) await put(db, workspaceId, id);
        return;
      }
      for (const chunk of inFewSizes(ids)) {
        const areRows = sql`workspace_id = ${workspaceId} and id in (${sql.join(chunk)})`;
        const { rows } = await sql<IndexedRow>`
          select ${indexedColumns} from ${table} where ${areRows}`.execute(db);
        await sql`
          delete from ${index} where rowid in (select search_row from ${table} where ${areRows})`.execute(db);
        const documents = rows.map((row) => sql`(${row.id}, ${tokensOf(row)})`);
        await sql`
          insert into ${index} (rowid, tokens)
          select search_row, column2 from (values ${sql.join(documents)})
          join ${table} on workspace_id = ${workspaceId} and id = column1`.execute(db);
      }
    },

    remove,

    async matches(db, workspaceId, terms, slice) {
      const { createdSince, createdBefore } = terms;
      const match = sql.join(
        [
          sql`${indexColumn} match ${matchExpression(workspaceId, terms)}`,
          ...(createdSince === undefined ? [] : [sql`${rowId} >= ${firstRowId(createdSince)}`]),
          ...(createdBefore === undefined ? [] : [sql`${rowId} < ${firstRowId(createdBefore)}`]),
        ],
        sql` and `,
      );
      const checks = [
        ...(hasLongWord(terms) ? [matchesAny(terms.searches, plan.words)] : []),
        ...(terms.onRow ?? []),
      ];
      if (checks.length > 0) return checkedMatches(db, match, checks, slice);
      const conditions = [match, ...startAfter(slice)];
      const { rows } = await sql<{ id: string }>`
        select ${ownId} from ${index} join ${table} on ${sql.ref(`${plan.table}.search_row`)} = ${rowId}
        where ${sql.join(conditions, sql` and `)}
        order by ${rowId} ${sql.raw(slice.direction)} limit ${slice.take} offset ${slice.skip}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

/** Separates rows that can be appended to their millisecond, as new ones can, from the others. */
function splitAppendable(rows: readonly Unindexed[]): {
  appendable: (Unindexed & { offset: number })[];
  others: Unindexed[];
} {
  const appendable: (Unindexed & { offset: number })[] = [];
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

/** One by one, yielding to the event loop now and then. */
async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const [number, item] of items.entries()) {
    if (number % movesPerTurn === movesPerTurn - 1) await setImmediate();
    await work(item);
  }
}

const quoted = (token: string): string => `"${token}"`;
