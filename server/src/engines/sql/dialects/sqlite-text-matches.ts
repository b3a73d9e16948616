// Reads the rows that match a search from a text index, in order.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { prefixesOf } from '../../../domain/search-words.ts';
import type { SearchSlice, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { matchesAny } from '../kernel/indexed-words.ts';
import { facetToken, hasLongWord } from '../kernel/searchable.ts';
import type { Db } from '../kernel/tables.ts';
import { firstRowId, rowIdAt, rowIdsPerInstant } from './sqlite-row-order.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';

/** How many matches one query checks: few at first, which is enough for most searches. */
const firstWindow = 256;
const largestWindow = 8192;

interface Conditions {
  /** Decided by the index. */
  match: RawBuilder<unknown>;
  /** Decided on the row. */
  checks: readonly RawBuilder<unknown>[];
}

interface CheckedMatch {
  /** Null if the row does not match the other conditions. */
  id: string | null;
  createdAt: Instant;
  offset: number;
  /** Matches in this window. */
  seen: number;
}

export const textMatches =
  <Terms extends WordTerms>(
    plan: TextIndexPlan<Terms>,
    names: TextIndexNames,
  ): TextSearch<Terms>['matches'] =>
  (db, workspaceId, terms, slice) => {
    const { createdSince, createdBefore } = terms;
    const match = sql.join(
      [
        sql`${names.indexColumn} match ${matchExpression(plan, workspaceId, terms)}`,
        ...(createdSince === undefined ? [] : [sql`${names.rowId} >= ${firstRowId(createdSince)}`]),
        ...(createdBefore === undefined ? [] : [sql`${names.rowId} < ${firstRowId(createdBefore)}`]),
      ],
      sql` and `,
    );
    const checks = [
      ...(hasLongWord(terms) ? [matchesAny(terms.searches, plan.words)] : []),
      ...(terms.onRow ?? []),
    ];
    return checks.length === 0
      ? plainMatches(db, names, match, slice)
      : checkedMatches(db, names, { match, checks }, slice);
  };

/** The index alone decides: one query reads the slice. */
async function plainMatches(
  db: Db,
  names: TextIndexNames,
  match: RawBuilder<unknown>,
  slice: SearchSlice,
): Promise<string[]> {
  const { table, index, rowId, ownId } = names;
  const conditions = [match, ...startAfter(names, slice)];
  const { rows } = await sql<{ id: string }>`
    select ${ownId} from ${index} join ${table} on search_row = ${rowId}
    where ${sql.join(conditions, sql` and `)}
    order by ${rowId} ${sql.raw(slice.direction)} limit ${slice.take} offset ${slice.skip}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Matches whose rows need further checks: it may take many to find enough. Reads the index in windows and yields to
 * the event loop between them.
 */
async function checkedMatches(
  db: Db,
  names: TextIndexNames,
  { match, checks }: Conditions,
  slice: SearchSlice,
): Promise<string[]> {
  const { table, index, rowId, ownId } = names;
  const isDescending = slice.direction === 'desc';
  const [start, ...within] = startAfter(names, slice);
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

function matchExpression<Terms extends WordTerms>(
  plan: TextIndexPlan<Terms>,
  workspaceId: string,
  terms: Terms,
): string {
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

function startAfter(
  { rowId, ownId }: TextIndexNames,
  { after, direction }: SearchSlice,
): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const position = sql`(${after.createdAt}, ${after.id})`;
  // The row id bounds the scan; the pair decides within the millisecond.
  return direction === 'desc'
    ? [sql`${rowId} < ${firstRowId(after.createdAt + 1)}`, sql`(created_at, ${ownId}) < ${position}`]
    : [sql`${rowId} >= ${firstRowId(after.createdAt)}`, sql`(created_at, ${ownId}) > ${position}`];
}

const quoted = (token: string): string => `"${token}"`;
