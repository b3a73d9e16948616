// The filters of a list as a table of SQL conditions. A filter without a condition does not compile, so no list can
// accept a filter and then ignore it.

import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Check } from './paging.ts';
import type { Tables } from './tables.ts';

/** The filters of a list's query: everything except its order and its slice. */
export type FiltersOf<Query> = Omit<Query, 'sort' | 'slice'>;

/** For each filter, its condition on a row. */
export type Conditions<Query> = {
  readonly [Filter in Exclude<keyof Query, 'sort' | 'slice'>]-?: (
    value: Exclude<Query[Filter], undefined>,
    workspaceId: string,
  ) => Check;
};

/** The conditions of the filters that are set, in the table's order. */
export function conditionsOf<Query>(
  table: Conditions<Query>,
  workspaceId: string,
  filters: Partial<FiltersOf<Query>>,
): Check[] {
  const values = filters as Readonly<Record<string, unknown>>;
  const entries = Object.entries(table as Record<string, (value: unknown, workspaceId: string) => Check>);
  return entries.flatMap(([filter, condition]) =>
    values[filter] === undefined ? [] : [condition(values[filter], workspaceId)],
  );
}

/** The rows that fulfill all conditions. */
export const where = <T extends keyof Tables, O>(
  rows: SelectQueryBuilder<Tables, T, O>,
  conditions: readonly Check[],
): SelectQueryBuilder<Tables, T, O> => conditions.reduce((some, condition) => some.where(condition), rows);

/** A filter with an empty list of values matches nothing. */
export const matchesNothing = (filters: object): boolean =>
  Object.values(filters).some((values) => Array.isArray(values) && values.length === 0);

const columnOf = (column: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/** The column has any of the values. */
export const isAny =
  (column: string | RawBuilder<unknown>) =>
  (values: readonly string[]): Check =>
    sql`${columnOf(column)} in (${sql.join([...values])})`;

/** The column has this time or a later one. */
export const isSince =
  (column: string | RawBuilder<unknown>) =>
  (instant: number): Check =>
    sql`${columnOf(column)} >= ${instant}`;
