// A slice of rows in one direction over columns that make the order total; shared by the smaller lists.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Slice } from '../../../domain/page.ts';
import type { Db, Tables } from './tables.ts';

export function sliced<T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  columns: readonly string[],
  direction: 'asc' | 'desc',
  slice: Slice,
  /** `sort` collects the rows first: right where they are few and the order's index would be walked to its end. */
  way: 'walk' | 'sort' = 'walk',
): SelectQueryBuilder<Tables, T, O> {
  // The sign changes no number, but keeps the engine off the index of that column.
  const keys = columns.map((column, index) =>
    way === 'sort' && index === 0 ? sql`+${sql.ref(column)}` : sql.ref(column),
  );
  let selection = rows;
  if (slice.after !== undefined) selection = selection.where(beyond(keys, direction, slice.after));
  for (const key of keys) selection = selection.orderBy(key, direction);
  selection = selection.limit(slice.take);
  return slice.skip === 0 ? selection : selection.offset(slice.skip);
}

/** An order of rows: its columns, and the names that a query gives them. */
export interface Order {
  columns: readonly [string, ...string[]];
  names: readonly [string, ...string[]];
  direction: 'asc' | 'desc';
}

/** A slice of rows that have any of several values, a query of the rows of each given. */
export const pageOfAny = <T extends keyof Tables, O>(
  branches: readonly SelectQueryBuilder<Tables, T, O>[],
  order: Order,
  slice: Slice,
): Promise<O[]> =>
  pageOfHeads(
    branches.map(
      (rows) => async (head) => (await sliced(rows, order.columns, order.direction, head).execute()) as O[],
    ),
    order,
    slice,
  );

/**
 * A slice of several lists. Each has an index in the right order: their heads are merged, so that none, rare or
 * common, makes the engine walk past others. They are read one after the other: together they would be one statement
 * that is slow to prepare and brings all at once.
 */
export async function pageOfHeads<O>(
  lists: readonly ((head: Slice) => Promise<O[]>)[],
  { names, direction }: Order,
  slice: Slice,
): Promise<O[]> {
  const [first, ...others] = lists;
  if (first === undefined) return [];
  if (others.length === 0) return first(slice);
  const head = { ...slice, take: slice.skip + slice.take, skip: 0 };
  const inOrder = comparing<O>(names, direction);
  let merged: O[] = [];
  for (const [number, read] of lists.entries()) {
    if (number > 0) await setImmediate();
    merged.push(...(await read(head)));
    merged = merged.sort(inOrder).slice(0, head.take);
  }
  return merged.slice(slice.skip);
}

/** Numbers by size, ids by their bytes, as the engines order them. */
const comparing =
  <O>(names: readonly string[], direction: 'asc' | 'desc') =>
  (one: O, other: O): number => {
    for (const name of names as readonly (keyof O)[]) {
      if (one[name] === other[name]) continue;
      return one[name] < other[name] === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };

/** The rows of each value on their own; as they are when nothing is asked of that column. */
export const branchesBy = <T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  column: string,
  values: readonly string[] | undefined,
): SelectQueryBuilder<Tables, T, O>[] =>
  values === undefined
    ? [rows]
    : [...new Set(values)].map((value) => rows.where(sql<boolean>`${sql.ref(column)} = ${value}`));

/** More than this are not collected to be sorted: the order's own index is walked instead. */
const maxSorted = 2000;

/** Whether rows are so few that a page of them is better sorted; they must be found by an index. */
export async function areFew<T extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, T, { id: string } | { sequence: number }>,
): Promise<boolean> {
  const { count } = await db
    .selectFrom(rows.limit(maxSorted + 1).as('few'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) <= maxSorted;
}

/** A comparison of tuples, which an index on those columns answers by one range. */
function beyond(
  keys: readonly RawBuilder<unknown>[],
  direction: 'asc' | 'desc',
  after: readonly (string | number)[],
) {
  const left = sql.join([...keys]);
  const right = sql.join([...after]);
  return direction === 'desc' ? sql<boolean>`(${left}) < (${right})` : sql<boolean>`(${left}) > (${right})`;
}
