// Reads the rows that match a search from a text index, in order.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import { longestPrefix } from '../../../domain/search-words.ts';
import type { NamedColumn, Packing, SearchSlice, TextSearch, WordTerms } from '../kernel/dialect.ts';
import { matchesAny } from '../kernel/indexed-words.ts';
import { firstOf, prepared } from '../kernel/prepared.ts';
import { facetToken, hasLongWord, scopedWord } from '../kernel/searchable.ts';
import type { Db } from '../kernel/tables.ts';
import { briefSearches } from './sqlite-brief-searches.ts';
import { firstRowId, rowIdAt, rowIdsPerInstant } from './sqlite-row-order.ts';
import type { TextIndexNames, TextIndexPlan } from './sqlite-text-plan.ts';

/** How many matches one query checks: few at first, which is enough for most searches. */
const firstWindow = 256;
const largestWindow = 8192;
/** A row takes 1 to 40 µs, depending on the checks: windows grow while they are short, and shrink when they are long. */
const shortMs = 5;
const longMs = 20;

const nextWindow = (size: number, tookMs: number): number => {
  if (tookMs < shortMs) return Math.min(largestWindow, size * 4);
  return tookMs > longMs ? Math.max(firstWindow, Math.floor(size / 2)) : size;
};

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

export function textMatches<Terms extends WordTerms>(
  plan: TextIndexPlan<Terms>,
  names: TextIndexNames,
): Pick<Required<TextSearch<Terms>>, 'matches' | 'matchingRows'> {
  const checksOf = (terms: Terms) => [
    ...(hasLongWord(terms) ? [matchesAny(terms.searches, plan.words)] : []),
    ...(terms.onRow ?? []),
  ];
  const brief = briefSearches(names);
  /** Undefined if there is nothing to search for. */
  const expressionOf = async (
    db: Db,
    workspaceId: string,
    terms: Terms,
    { isBrief = false }: SearchSlice,
  ) => {
    const all = terms.searches.map((words) => words.map((word) => wordToken(workspaceId, word)));
    const searches = isBrief ? await brief(db, all) : all;
    return searches.length === 0 ? undefined : matchExpression(plan, searches, terms);
  };
  const plainMatches = <Row>(selected: RawBuilder<unknown>, packing?: Packing<Row>) => {
    const read =
      packing === undefined ? plainMatchesIn<Row>(names, selected) : packedMatchesIn(names, packing);
    return async (db: Db, workspaceId: string, terms: Terms, slice: SearchSlice): Promise<Row[]> => {
      const { createdSince, createdBefore } = terms;
      const { take, skip, direction } = slice;
      const expression = await expressionOf(db, workspaceId, terms, slice);
      if (expression === undefined) return [];
      const values = { expression, createdSince, createdBefore, take, skip, ...startOf(slice) };
      return read(db, values, { direction });
    };
  };
  const plainIds = plainMatches<{ id: string }>(names.ownId);
  return {
    async matches(db, workspaceId, terms, slice) {
      const checks = checksOf(terms);
      if (checks.length === 0) return (await plainIds(db, workspaceId, terms, slice)).map(({ id }) => id);
      const expression = await expressionOf(db, workspaceId, terms, slice);
      if (expression === undefined) return [];
      const match = matching(names, { ...terms, expression });
      return checkedMatches(db, names, { match, checks }, slice);
    },
    matchingRows<Row>(columns: readonly NamedColumn[], packing?: Packing<Row>) {
      const selected = columns.map(({ name, column }) => sql`${column} as ${sql.ref(name)}`);
      const read = plainMatches<Row>(sql.join(selected), packing);
      return (db, workspaceId, terms, slice) =>
        checksOf(terms).length === 0 ? read(db, workspaceId, terms, slice) : undefined;
    },
  };
}

interface Matching {
  expression: string;
  createdSince?: Instant | undefined;
  createdBefore?: Instant | undefined;
}

/** What the index decides. */
const matching = (
  { indexColumn, rowId }: TextIndexNames,
  { expression, createdSince, createdBefore }: Matching,
): RawBuilder<unknown> =>
  sql.join(
    [
      sql`${indexColumn} match ${expression}`,
      ...(createdSince === undefined ? [] : [sql`${rowId} >= ${firstRowId(createdSince)}`]),
      ...(createdBefore === undefined ? [] : [sql`${rowId} < ${firstRowId(createdBefore)}`]),
    ],
    sql` and `,
  );

interface PlainValues extends Matching, Start {
  take: number;
  skip: number;
  [name: string]: unknown;
}

type PlainKind = { direction: 'asc' | 'desc' };
type PlainMatches<Row> = (db: Db, values: PlainValues, kind: PlainKind) => Promise<Row[]>;

/** The index alone decides: one query reads the slice. */
function plainMatchesIn<Row>(names: TextIndexNames, selected: RawBuilder<unknown>): PlainMatches<Row> {
  const read = prepared((db: Db, values: PlainValues, { direction }: PlainKind) =>
    plainSlice<Row>(names, selected, values, direction).compile(db),
  );
  return async (...asked) => (await read(...asked)).rows;
}

/** The same with all rows as one text. */
function packedMatchesIn<Row>(names: TextIndexNames, { column, unpack }: Packing<Row>): PlainMatches<Row> {
  const read = prepared((db: Db, values: PlainValues, { direction }: PlainKind) => {
    const slice = plainSlice(names, sql`${column} as packed`, values, direction);
    return sql<{ packed: string | null }>`select string_agg(packed, '') as packed from (${slice})`.compile(
      db,
    );
  });
  return async (...asked) => unpack((await firstOf(read(...asked)))?.packed ?? '');
}

function plainSlice<Row>(
  names: TextIndexNames,
  selected: RawBuilder<unknown>,
  values: PlainValues,
  direction: 'asc' | 'desc',
): RawBuilder<Row> {
  const { table, index, rowId } = names;
  const conditions = [matching(names, values), ...startAfter(names, values, direction)];
  return sql<Row>`
    select ${selected} from ${index} join ${table} on search_row = ${rowId}
    where ${sql.join(conditions, sql` and `)}
    order by ${rowId} ${sql.raw(direction)} limit ${values.take} offset ${values.skip}`;
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
  const [start, ...within] = startAfter(names, startOf(slice), slice.direction);
  const conditions = sql.join([...checks, ...within], sql` and `);
  const farthest = isDescending ? sql`min(row_id)` : sql`max(row_id)`;
  const found: string[] = [];
  const wanted = slice.skip + slice.take;
  let from = start;
  for (let size = firstWindow; ; ) {
    const startedAt = performance.now();
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
    size = nextWindow(size, performance.now() - startedAt);
    await setImmediate();
  }
}

function matchExpression<Terms extends WordTerms>(
  plan: TextIndexPlan<Terms>,
  searches: readonly (readonly string[])[],
  terms: Terms,
): string {
  const anyOf = (ids: readonly string[]) => `(${ids.map((id) => quoted(facetToken(id))).join(' OR ')})`;
  return [
    ...Object.values(plan.facets).flatMap((allowedBy) => {
      const allowed = allowedBy(terms);
      return allowed === undefined ? [] : [anyOf(allowed)];
    }),
    `(${searches.map((words) => `(${words.join(' AND ')})`).join(' OR ')})`,
  ].join(' AND ');
}

const wordToken = (workspaceId: string, word: string): string =>
  quoted(scopedWord(workspaceId, longestPrefix(word)));

/** Where a slice starts: the row id bounds the scan; the pair decides within the millisecond. */
interface Start {
  /** Creation time of the first or last row id to scan. */
  scannedFrom?: Instant;
  afterCreatedAt?: Instant;
  afterId?: string;
}

function startOf({ after, direction }: SearchSlice): Start {
  if (after === undefined) return {};
  const { createdAt, id } = after;
  return {
    scannedFrom: direction === 'desc' ? createdAt + 1 : createdAt,
    afterCreatedAt: createdAt,
    afterId: id,
  };
}

function startAfter(
  { rowId, ownId }: TextIndexNames,
  { scannedFrom, afterCreatedAt, afterId }: Start,
  direction: 'asc' | 'desc',
): RawBuilder<unknown>[] {
  if (scannedFrom === undefined) return [];
  const position = sql`(${afterCreatedAt}, ${afterId})`;
  return direction === 'desc'
    ? [sql`${rowId} < ${firstRowId(scannedFrom)}`, sql`(created_at, ${ownId}) < ${position}`]
    : [sql`${rowId} >= ${firstRowId(scannedFrom)}`, sql`(created_at, ${ownId}) > ${position}`];
}

const quoted = (token: string): string => `"${token}"`;
