// Keyset and offset paging for the smaller lists, over columns that form a total order.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Slice, SortKey } from '../../../domain/kernel/page.ts';
import type { Db, Tables } from './tables.ts';

export function sliced<T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  columns: readonly string[],
  direction: 'asc' | 'desc',
  slice: Slice,
  /** `sort` collects the rows first: best for few rows, where scanning the order's index would read all of it. */
  strategy: 'walk' | 'sort' = 'walk',
): SelectQueryBuilder<Tables, T, O> {
  // The unary plus changes no value, but keeps the planner off that column's index.
  const keys = columns.map((column, index) =>
    strategy === 'sort' && index === 0 ? sql`+${sql.ref(column)}` : sql.ref(column),
  );
  let selection = rows;
  if (slice.after !== undefined) selection = selection.where(beyond(keys, direction, slice.after));
  for (const key of keys) selection = selection.orderBy(key, direction);
  selection = selection.limit(slice.take);
  return slice.skip === 0 ? selection : selection.offset(slice.skip);
}

/** A sort order: its columns and their aliases in the query. */
export interface Order {
  columns: readonly [string, ...string[]];
  names: readonly [string, ...string[]];
  direction: 'asc' | 'desc';
}

/** A condition that no index answers: it is checked on each row. */
export type Check = RawBuilder<SqlBool>;

/** A slice of the union of several queries, one per value. */
export const pageOfAny = <T extends keyof Tables, O>(
  branches: readonly SelectQueryBuilder<Tables, T, O>[],
  order: Order,
  slice: Slice,
  checks: readonly Check[] = [],
): Promise<O[]> =>
  pageOfHeads(
    branches.map((rows) => (head) => walk(rows, order, head, checks)),
    order,
    slice,
  );

/** How many rows one query checks. */
const windowSize = 1000;

/**
 * A slice of one query, whose order an index has. With checks, it may take any number of rows to find enough: they are
 * read in windows, and other work runs in between.
 */
export async function walk<T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  { columns, names, direction }: Order,
  slice: Slice,
  checks: readonly Check[] = [],
): Promise<O[]> {
  const read = (
    from: SelectQueryBuilder<Tables, T, O>,
    take: number,
    skip: number,
    after: SortKey | undefined,
  ) => sliced(from, columns, direction, { take, skip, after }).execute() as Promise<O[]>;
  if (checks.length === 0) return read(rows, slice.take, slice.skip, slice.after);
  const checked = checks.reduce((some, check) => some.where(check), rows);
  const found: O[] = [];
  let [skip, after] = [slice.skip, slice.after];
  for (;;) {
    const [last] = await read(rows, 1, windowSize - 1, after);
    const end = last && names.map((name) => last[name as keyof O] as string | number);
    const window = end === undefined ? checked : checked.where(upTo(columns, direction, end));
    const matches = await read(window, Math.min(windowSize, skip + slice.take - found.length), 0, after);
    found.push(...matches.slice(skip));
    skip = Math.max(0, skip - matches.length);
    if (end === undefined || found.length >= slice.take) return found;
    after = end;
    await setImmediate();
  }
}

/** A slice of a few rows that are already in memory. */
export function slicedRows<O extends object>(
  rows: readonly O[],
  { names, direction }: Order,
  slice: Slice,
): O[] {
  const compare = comparing<O>(names, direction);
  const { after, skip, take } = slice;
  const start = after && (Object.fromEntries(names.map((name, index) => [name, after[index]])) as O);
  return rows
    .filter((row) => start === undefined || compare(start, row) < 0)
    .sort(compare)
    .slice(skip, skip + take);
}

/**
 * A slice of several lists merged. Each list has an index in this order; merging their heads avoids scans past rows
 * of the others. They are read one by one: a single union would be slow to prepare and would load everything.
 */
export async function pageOfHeads<O>(lists: readonly List<O>[], order: Order, slice: Slice): Promise<O[]> {
  const [first, ...others] = lists;
  if (first === undefined) return [];
  if (others.length === 0) return first(slice);
  const compare = comparing<O>(order.names, order.direction);
  const { starts, skip } = await skipInAll(lists, order.names, compare, slice);
  const wanted = skip + slice.take;
  let merged: O[] = [];
  for (const [number, read] of lists.entries()) {
    if (number > 0) await setImmediate();
    merged.push(...(await read({ take: wanted, skip: 0, after: starts[number] })));
    merged = merged.sort(compare).slice(0, wanted);
  }
  return merged.slice(skip);
}

type List<O> = (slice: Slice) => Promise<O[]>;

/** Reading so many rows of each list costs less than looking ahead in all of them. */
const fewRows = 100;

/**
 * Skips rows of the union without reading them all: where each list continues, and how many rows are left to skip, a
 * few. If each list skips the same number of rows, then the list that gets least far skips only
 * rows that the union skips too. So that list moves on, until fewer rows are left.
 */
async function skipInAll<O>(
  lists: readonly List<O>[],
  names: readonly string[],
  compare: (one: O, other: O) => number,
  slice: Slice,
): Promise<{ starts: (SortKey | undefined)[]; skip: number }> {
  const starts: (SortKey | undefined)[] = lists.map(() => slice.after);
  let left = slice.skip;
  const share = () => (left > fewRows ? Math.floor(left / lists.length) : 0);
  for (let rows = share(); rows > 0; rows = Math.min(share(), Math.floor(rows / 2))) {
    const ends: { number: number; row: O }[] = [];
    const probe = async (number: number): Promise<void> => {
      const [row] = (await lists[number]?.({ take: 1, skip: rows - 1, after: starts[number] })) ?? [];
      if (row !== undefined) ends.push({ number, row });
      await setImmediate();
    };
    for (const number of lists.keys()) await probe(number);
    while (left >= rows * lists.length) {
      const [nearest] = ends.sort((one, other) => compare(one.row, other.row));
      if (nearest === undefined) break;
      ends.shift();
      starts[nearest.number] = names.map((name) => nearest.row[name as keyof O] as string | number);
      left -= rows;
      await probe(nearest.number);
    }
  }
  return { starts, skip: left };
}

/** Compares like the engines: numbers by value, ids by bytes. */
export const comparing =
  <O>(names: readonly string[], direction: 'asc' | 'desc') =>
  (one: O, other: O): number => {
    for (const name of names as readonly (keyof O)[]) {
      if (one[name] === other[name]) continue;
      return one[name] < other[name] === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };

/** One query per value; the query itself if there is no filter on that column. */
export const branchesBy = <T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  column: string,
  values: readonly string[] | undefined,
): SelectQueryBuilder<Tables, T, O>[] =>
  values === undefined
    ? [rows]
    : [...new Set(values)].map((value) => rows.where(sql<boolean>`${sql.ref(column)} = ${value}`));

/** Above this, scan the order's index instead of sorting. */
export const maxSorted = 2000;

/** Whether there are few enough rows to sort; they must be found by an index. */
export const areFew = async <T extends keyof Tables>(db: Db, rows: Identified<T>): Promise<boolean> =>
  isFew(await countOfFew(db, rows).executeTakeFirst());

type Identified<T extends keyof Tables> = SelectQueryBuilder<
  Tables,
  T,
  { id: string } | { sequence: number }
>;

/** Counts rows, up to one more than are few. */
export const countOfFew = <T extends keyof Tables>(db: Db, rows: Identified<T>) =>
  db.selectFrom(rows.limit(maxSorted + 1).as('few')).select(({ fn }) => fn.countAll<number>().as('count'));

export const isFew = (counted: { count: number } | undefined): boolean => Number(counted?.count) <= maxSorted;

/** Rows not beyond this one. */
function upTo(columns: readonly string[], direction: 'asc' | 'desc', end: SortKey) {
  const left = sql.join(columns.map((column) => sql.ref(column)));
  const right = sql.join([...end]);
  return direction === 'desc' ? sql<boolean>`(${left}) >= (${right})` : sql<boolean>`(${left}) <= (${right})`;
}

/** A tuple comparison, which a matching index answers with one range. */
function beyond(
  keys: readonly RawBuilder<unknown>[],
  direction: 'asc' | 'desc',
  after: readonly (string | number)[],
) {
  const left = sql.join([...keys]);
  const right = sql.join([...after]);
  return direction === 'desc' ? sql<boolean>`(${left}) < (${right})` : sql<boolean>`(${left}) > (${right})`;
}
