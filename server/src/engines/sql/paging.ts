// A slice of rows in one direction over columns that make the order total; shared by the smaller lists.

import { type SelectQueryBuilder, sql } from 'kysely';
import type { Slice } from '../../domain/page.ts';
import type { Tables } from './tables.ts';

export function sliced<T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  columns: readonly string[],
  direction: 'asc' | 'desc',
  slice: Slice,
): SelectQueryBuilder<Tables, T, O> {
  let selection = rows;
  if (slice.after !== undefined) selection = selection.where(beyond(columns, direction, slice.after));
  for (const column of columns) selection = selection.orderBy(sql.ref(column), direction);
  selection = selection.limit(slice.take);
  return slice.skip === 0 ? selection : selection.offset(slice.skip);
}

/** A comparison of tuples, which an index on those columns answers by one range. */
function beyond(columns: readonly string[], direction: 'asc' | 'desc', after: readonly (string | number)[]) {
  const left = sql.join(columns.map((column) => sql.ref(column)));
  const right = sql.join([...after]);
  return direction === 'desc' ? sql<boolean>`(${left}) < (${right})` : sql<boolean>`(${left}) > (${right})`;
}
