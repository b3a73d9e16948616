// A slice of rows in one direction over columns that make the order total; shared by the smaller lists.

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Slice } from '../../domain/page.ts';
import type { Tables } from './tables.ts';

export function sliced<T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  columns: readonly (string | RawBuilder<unknown>)[],
  direction: 'asc' | 'desc',
  slice: Slice,
): SelectQueryBuilder<Tables, T, O> {
  const keys = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column));
  let selection = rows;
  if (slice.after !== undefined) selection = selection.where(beyond(keys, direction, slice.after));
  for (const key of keys) selection = selection.orderBy(key, direction);
  selection = selection.limit(slice.take);
  return slice.skip === 0 ? selection : selection.offset(slice.skip);
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
