// A slice of rows in one direction over columns that make the order total; shared by the smaller lists.

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Slice } from '../../domain/page.ts';
import type { Tables } from './tables.ts';

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

/** More than this are not collected to be sorted: the order's own index is walked instead. */
const mostSorted = 2000;

/** Whether rows are so few that a page of them is better sorted; they must be found by an index. */
export async function areFew<T extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, T, { id: string }>,
): Promise<boolean> {
  return (await rows.limit(mostSorted + 1).execute()).length <= mostSorted;
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
