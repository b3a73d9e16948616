// Reading a page of any list. Where a deep page begins is remembered as long as nothing changes in the workspace,
// so that asking for one page number after the other costs what `after` costs, and not a walk from the start each.

import { createHash } from 'node:crypto';
import { type Page, type PageRequest, pageOf, type Slice, type SortKey, sliceOf } from '../domain/page.ts';
import type { Caller, Deps } from './deps.ts';

/** Fewer rows than this are skipped in less time than it takes to look up where the page begins. */
const deepFrom = 1000;

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
  if (page.start.kind === 'after' || slice.skip < deepFrom) {
    return pageOf(await rowsOf({ ...asked, slice }), page, sortKeyOf);
  }
  const { number } = page.start;
  const revision = await store.read.workspaces.revision(workspaceId);
  const placeOf = (pageNumber: number): string =>
    createHash('sha1')
      .update(JSON.stringify([workspaceId, revision, list, query, page.limit, pageNumber]))
      .digest('base64url');
  const known = starts.find(placeOf(number));
  const rows =
    known === undefined
      ? // With the one before the page, which tells where the page begins.
        await rowsOf({ ...asked, slice: { ...slice, skip: slice.skip - 1, take: slice.take + 1 } })
      : await rowsOf({ ...asked, slice: { ...slice, skip: 0, after: known } });
  const before = known === undefined ? rows.shift() : undefined;
  if (before !== undefined) starts.keep(placeOf(number), sortKeyOf(before));
  const found = pageOf(rows, page, sortKeyOf);
  if (found.next !== undefined) starts.keep(placeOf(number + 1), found.next);
  return found;
}
