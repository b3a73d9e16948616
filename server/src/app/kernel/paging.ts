// Reads one page of a list. The start of a deep page is cached until the workspace changes, so paging through by
// number costs as much as by `after`. A deep page requested directly is reached by skipping rows in steps, up to a
// maximum depth, past which the list ends (ADR 0036).

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Page, type PageRequest, pageOf, type Slice, type SortKey, sliceOf } from '../../domain/page.ts';
import type { Caller, Deps } from './change.ts';

/** Skipping fewer rows is faster than a lookup. */
const deepFrom = 1000;
/** Rows skipped per query: fewer with many filter values, down to a minimum. */
const rowsPerStep = 4000;
const minRowsPerStep = 500;
/** Maximum rows to skip for a page number, across all filter values. */
export const maxSkippedRows = 100_000;

/** `query` determines the list's contents and order. */
export async function readPage<Query extends object, T>(
  { store, pageStarts: starts }: Deps,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  list: string,
  { page, ...query }: Query & { page: PageRequest },
  rowsOf: (query: Omit<Query, 'page'> & { slice: Slice }) => Promise<T[]>,
  sortKeyOf: (item: T) => SortKey,
): Promise<Page<T>> {
  const slice = sliceOf(page);
  const filters = query as Omit<Query, 'page'>;
  const read = (some: Slice): Promise<T[]> => rowsOf({ ...filters, slice: some });
  if (page.start.kind === 'after' || slice.skip < deepFrom) {
    return pageOf(await read(slice), page, sortKeyOf);
  }
  const { number } = page.start;
  const revision = await store.read.workspaces.revision(workspaceId);
  const cacheKeyOf = (pageNumber: number): string =>
    createHash('sha1')
      .update(JSON.stringify([workspaceId, list, query, page.limit, pageNumber]))
      .digest('base64url');
  const values = valuesOf(query);
  const isTooDeep = slice.skip * values > maxSkippedRows;
  const cached = starts.find(cacheKeyOf(number));
  // Past the maximum depth, an outdated start is better than none.
  const knownStart = cached?.revision === revision || isTooDeep ? cached?.key : undefined;
  const start =
    knownStart ?? (isTooDeep ? undefined : await keyBefore(read, sortKeyOf, slice.skip, stepFor(values)));
  if (start === undefined) return pageOf<T>([], page, sortKeyOf);
  starts.keep(cacheKeyOf(number), { revision, key: start });
  const found = pageOf(await read({ ...slice, skip: 0, after: start }), page, sortKeyOf);
  if (found.next !== undefined) starts.keep(cacheKeyOf(number + 1), { revision, key: found.next });
  return found;
}

/** The sort key of the last row before a page; undefined if the list is shorter. */
async function keyBefore<T>(
  read: (slice: Slice) => Promise<T[]>,
  sortKeyOf: (item: T) => SortKey,
  skip: number,
  step: number,
): Promise<SortKey | undefined> {
  let after: SortKey | undefined;
  for (let left = skip; left > 0; ) {
    const rows = Math.min(left, step);
    const [row] = await read({ skip: rows - 1, take: 1, after });
    if (row === undefined) return undefined;
    after = sortKeyOf(row);
    left -= rows;
    await setImmediate();
  }
  return after;
}

const stepFor = (values: number): number => Math.max(minRowsPerStep, Math.floor(rowsPerStep / values));

/** Indexes read in parallel: one per combination of filter values. */
const valuesOf = (query: object): number =>
  Object.values(query)
    .filter((value) => Array.isArray(value))
    .reduce((product, values) => product * Math.max(1, values.length), 1);
