// Reading a page of any list. Where a deep page begins is remembered as long as nothing changes in the workspace,
// so that asking for one page number after the other costs what `after` costs. A page that is asked for out of the
// blue is walked to in steps, and only as far as is worth it: past that the list ends (ADR 0036).

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Page, type PageRequest, pageOf, type Slice, type SortKey, sliceOf } from '../../domain/page.ts';
import type { Caller, Deps } from './change.ts';

/** Fewer rows than this are skipped in less time than it takes to look up where the page begins. */
const deepFrom = 1000;
/** Rows that are skipped in one query: fewer with many values, but not so few that asking costs more than skipping. */
const rowsPerStep = 4000;
const fewestPerStep = 500;
/** Rows that are skipped at most to reach a page by its number, all values of the filters together. */
export const maxSkippedRows = 100_000;

/** `query` is all that decides what is in the list and in which order. */
export async function readPage<Query extends object, T>(
  { store, pageStarts: starts }: Deps,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  list: string,
  { page, ...query }: Query & { page: PageRequest },
  rowsOf: (query: Omit<Query, 'page'> & { slice: Slice }) => Promise<T[]>,
  sortKeyOf: (item: T) => SortKey,
): Promise<Page<T>> {
  const slice = sliceOf(page);
  const asked = query as Omit<Query, 'page'>;
  const read = (some: Slice): Promise<T[]> => rowsOf({ ...asked, slice: some });
  if (page.start.kind === 'after' || slice.skip < deepFrom) {
    return pageOf(await read(slice), page, sortKeyOf);
  }
  const { number } = page.start;
  const revision = await store.read.workspaces.revision(workspaceId);
  const placeOf = (pageNumber: number): string =>
    createHash('sha1')
      .update(JSON.stringify([workspaceId, list, query, page.limit, pageNumber]))
      .digest('base64url');
  const values = valuesOf(query);
  const isTooDeep = slice.skip * values > maxSkippedRows;
  const kept = starts.find(placeOf(number));
  // Past the depth that is walked, a place from before the last change is better than none.
  const known = kept?.revision === revision || isTooDeep ? kept?.key : undefined;
  const start =
    known ?? (isTooDeep ? undefined : await keyBefore(read, sortKeyOf, slice.skip, stepFor(values)));
  if (start === undefined) return pageOf<T>([], page, sortKeyOf);
  starts.keep(placeOf(number), { revision, key: start });
  const found = pageOf(await read({ ...slice, skip: 0, after: start }), page, sortKeyOf);
  if (found.next !== undefined) starts.keep(placeOf(number + 1), { revision, key: found.next });
  return found;
}

/** The key of the last row before a page; undefined when the list ends before that. */
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

const stepFor = (values: number): number => Math.max(fewestPerStep, Math.floor(rowsPerStep / values));

/** How many indexes are read side by side: one for each combination of the filters' values. */
const valuesOf = (query: object): number =>
  Object.values(query)
    .filter((value) => Array.isArray(value))
    .reduce((product, values) => product * Math.max(1, values.length), 1);
