// A text index on FTS5 over one table. Each row is one document of tokens: every beginning of every word of
// its text, and a token for its workspace and for each value that narrows a search. A search is then an
// intersection of whole tokens, which FTS5 walks in row-id order; the row id is made to follow
// (created_at, id), so that a page of results is read off the index and never sorted (see sqlite-row-order).

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
  offsetBehind,
  type Placed,
  rowIdAt,
  rowIdsAnInstant,
  rowOrder,
} from './sqlite-row-order.ts';

export interface TextIndexPlan<Terms extends WordTerms> extends Searchable<Terms> {
  /** The FTS5 table. */
  index: string;
  /**
   * Nothing of what was removed may be readable in the index's own pages. FTS5 can do that only when it is
   * told the tokens that go, so `remove` must be called while the row still has them, before every update.
   */
  leavesNoTrace: boolean;
}

/** Matches that are judged in one query: few at first, since most searches find their page there. */
const firstWindow = 256;
const largestWindow = 8192;

interface Judged {
  /** Null when the row is not wanted. */
  id: string | null;
  createdAt: Instant;
  offset: number;
  /** How many matches were looked at. */
  seen: number;
}

/** Rows that are moved in the index before others get their turn. */
const movedAtOnce = 32;

interface IndexedRow {
  workspaceId: string;
  id: string;
  createdAt: Instant;
  words: string;
  [facet: `facet${number}`]: string;
}

interface Unindexed extends IndexedRow {
  /** The last row of the same millisecond in the index. */
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

  /** Indexes the row's tokens at an offset, which must be free. */
  async function insertAt(db: Db, row: IndexedRow, offset: number): Promise<void> {
    const rowid = rowIdAt(row.createdAt, offset);
    await sql`
      update ${table} set search_row = ${rowid}
      where workspace_id = ${row.workspaceId} and id = ${row.id}`.execute(db);
    await sql`insert into ${index} (rowid, tokens) values (${rowid}, ${tokensOf(row)})`.execute(db);
  }

  /** Out of the index first, all of them, so that every offset they get is free. */
  async function moveRows(db: Db, rows: readonly Placed[]): Promise<void> {
    await inTurns(rows, ({ workspaceId, id }) => forget(db, workspaceId, id));
    await inTurns(rows, async ({ workspaceId, id, offset }) =>
      insertAt(db, await findIndexed(db, workspaceId, id), offset),
    );
  }

  const order = rowOrder(plan.table, moveRows);

  /** Where the row stands, unless that is in the millisecond of an earlier time of creation. */
  async function findOffset(db: Db, row: IndexedRow): Promise<number | undefined> {
    const { rows } = await sql<{ offset: number }>`
      select search_row - ${firstRowId(row.createdAt)} as "offset" from ${table}
      where workspace_id = ${row.workspaceId} and id = ${row.id}
        and search_row >= ${firstRowId(row.createdAt)} and search_row < ${firstRowId(row.createdAt + 1)}
    `.execute(db);
    return rows[0]?.offset;
  }

  /** In order of creation, which is the order that FTS5 takes new rows in without writing each one out. */
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

  /** Rows behind all others of their millisecond. */
  async function append(
    db: Db,
    workspaceId: string,
    rows: readonly (Unindexed & { offset: number })[],
  ): Promise<void> {
    const places = rows.map(({ id, offset }) => sql`(${id}, ${offset})`);
    await sql`
      update ${table} set search_row = ${rowIdAt(sql.ref('created_at'), sql.ref('given.column2'))}
      from (values ${sql.join(places)}) as given
      where workspace_id = ${workspaceId} and id = given.column1`.execute(db);
    const documents = rows.map((row) => sql`(${rowIdAt(row.createdAt, row.offset)}, ${tokensOf(row)})`);
    await sql`insert into ${index} (rowid, tokens) values ${sql.join(documents)}`.execute(db);
  }

  async function put(db: Db, workspaceId: string, id: string): Promise<void> {
    const row = await findIndexed(db, workspaceId, id);
    const known = await findOffset(db, row);
    await forget(db, workspaceId, id);
    await insertAt(db, row, known ?? (await order.placeFor(db, row.createdAt, id)));
  }

  function tokensOf(row: IndexedRow): string {
    const facets = facetColumns.map((_, number) => row[`facet${number}`] ?? '');
    const tokens = new Set([row.workspaceId, ...facets].map(facetToken));
    for (const word of splitWords(row.words)) for (const prefix of prefixesOf(word)) tokens.add(prefix);
    return [...tokens].join(' ');
  }

  async function forget(db: Db, workspaceId: string, id: string): Promise<void> {
    const isRow = sql`workspace_id = ${workspaceId} and id = ${id}`;
    if (plan.leavesNoTrace) {
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
    // The row id bounds the walk, the pair decides within the millisecond.
    return direction === 'desc'
      ? [sql`${rowId} < ${firstRowId(after.createdAt + 1)}`, sql`(created_at, ${ownId}) < ${position}`]
      : [sql`${rowId} >= ${firstRowId(after.createdAt)}`, sql`(created_at, ${ownId}) > ${position}`];
  }

  /**
   * Matches of which each row must be judged: it may take many to find a few. The index is walked in windows, and
   * others get their turn in between.
   */
  async function judgedMatches(
    db: Db,
    match: RawBuilder<unknown>,
    judged: readonly RawBuilder<unknown>[],
    slice: SearchSlice,
  ): Promise<string[]> {
    const isDown = slice.direction === 'desc';
    const [start, ...within] = startAfter(slice);
    const conditions = sql.join([...judged, ...within], sql` and `);
    const farthest = isDown ? sql`min(row_id)` : sql`max(row_id)`;
    const found: string[] = [];
    const wanted = slice.skip + slice.take;
    let from = start;
    for (let size = firstWindow; ; size = Math.min(largestWindow, size * 4)) {
      const bounds = from === undefined ? match : sql`${match} and ${from}`;
      // The last row of the window comes in any case: it tells where the next one begins.
      const { rows } = await sql<Judged>`
        with seen as materialized (
          select ${rowId} as row_id from ${index} where ${bounds}
          order by ${rowId} ${sql.raw(slice.direction)} limit ${size}
        )
        select ${ownId} as "id", row_id / ${sql.lit(rowIdsAnInstant)} as "createdAt",
          row_id % ${sql.lit(rowIdsAnInstant)} as "offset", (select count(*) from seen) as "seen"
        from seen left join ${table} on search_row = row_id and ${conditions}
        where ${ownId} is not null or row_id = (select ${farthest} from seen)
        order by row_id ${sql.raw(slice.direction)}`.execute(db);
      for (const { id } of rows) if (id !== null) found.push(id);
      const last = rows.at(-1);
      if (last === undefined || last.seen < size || found.length >= wanted) {
        return found.slice(slice.skip, wanted);
      }
      const end = rowIdAt(last.createdAt, last.offset);
      from = isDown ? sql`${rowId} < ${end}` : sql`${rowId} > ${end}`;
      await setImmediate();
    }
  }

  return {
    async createIndex(db) {
      await sql`alter table ${table} add column search_row integer`.execute(db);
      const byRow = sql.ref(`${plan.table}_by_search_row`);
      await sql`create unique index ${byRow} on ${table} (search_row)`.execute(db);
      const deletion = plan.leavesNoTrace ? sql`` : sql`contentless_delete = 1, `;
      await sql`create virtual table ${index} using fts5 (
        tokens, content = '', ${deletion}detail = none, tokenize = "ascii tokenchars '_'"
      )`.execute(db);
      if (plan.leavesNoTrace)
        await sql`insert into ${index} (${indexColumn}, rank) values ('secure-delete', 1)`.execute(db);
    },

    put,

    async putMany(db, workspaceId, ids) {
      for (const chunk of inFewSizes(ids)) {
        const rows = await findUnindexed(db, workspaceId, chunk);
        const { behind, between } = placedBehind(rows);
        for (const few of inFewSizes(behind)) await append(db, workspaceId, few);
        for (const { id } of between) await put(db, workspaceId, id);
      }
    },

    async refresh(db, workspaceId, ids) {
      if (plan.leavesNoTrace) {
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

    remove: forget,

    async matches(db, workspaceId, terms, slice) {
      const match = sql`${indexColumn} match ${matchExpression(workspaceId, terms)}`;
      const judged = [
        ...(hasLongWord(terms) ? [matchesAny(terms.searches, plan.words)] : []),
        ...(terms.updatedSince === undefined ? [] : [sql`updated_at >= ${terms.updatedSince}`]),
        ...(plan.judgedOnRow?.(terms) ?? []),
      ];
      if (judged.length > 0) return judgedMatches(db, match, judged, slice);
      const conditions = [match, ...startAfter(slice)];
      const { rows } = await sql<{ id: string }>`
        select ${ownId} from ${index} join ${table} on ${sql.ref(`${plan.table}.search_row`)} = ${rowId}
        where ${sql.join(conditions, sql` and `)}
        order by ${rowId} ${sql.raw(slice.direction)} limit ${slice.take} offset ${slice.skip}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

/** Those whose ids follow on all others of their millisecond, as new ones do, with their places; and the rest. */
function placedBehind(rows: readonly Unindexed[]): {
  behind: (Unindexed & { offset: number })[];
  between: Unindexed[];
} {
  const behind: (Unindexed & { offset: number })[] = [];
  const between: Unindexed[] = [];
  for (const row of rows) {
    const before = behind.at(-1);
    const last =
      before?.createdAt === row.createdAt
        ? before
        : { id: row.lastId ?? '', offset: row.lastOffset ?? undefined };
    const offset = last.id < row.id ? offsetBehind(last.offset) : undefined;
    if (offset === undefined) between.push(row);
    else behind.push({ ...row, offset });
  }
  return { behind, between };
}

/** One after the other, and the event loop now and then. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const [number, item] of items.entries()) {
    if (number % movedAtOnce === movedAtOnce - 1) await setImmediate();
    await work(item);
  }
}

const quoted = (token: string): string => `"${token}"`;
