// Reads one page of a list. A page by number starts after the row before it, whose sort key is read first: that costs
// less than skipping whole rows. Far into a list, remembered positions are where the skipping starts (ADR 0059).

import { hash } from 'node:crypto';
import { type Page, type PageRequest, pageOf, type Slice, type SortKey, sliceOf } from '../../domain/page.ts';
import type { Caller, Deps } from './change.ts';
import { rowsPerPosition } from './positions.ts';

/** Skipping fewer rows costs less than another query. */
const fewRows = 100;

type Sliced<Query> = Omit<Query, 'page'> & { slice: Slice };

/** `query` determines the list's contents and order. `keysOf` reads sort keys alone, if that costs less than rows. */
export async function readPage<Query extends object, T>(
  deps: Deps,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  list: string,
  { page, ...query }: Query & { page: PageRequest },
  rowsOf: (query: Sliced<Query>) => Promise<T[]>,
  sortKeyOf: (item: T) => SortKey,
  keysOf: (query: Sliced<Query>) => Promise<SortKey[]> = async (asked) =>
    (await rowsOf(asked)).map(sortKeyOf),
): Promise<Page<T>> {
  const slice = sliceOf(page);
  const filters = query as Omit<Query, 'page'>;
  const read = (some: Slice): Promise<T[]> => rowsOf({ ...filters, slice: some });
  if (slice.skip < fewRows) return pageOf(await read(slice), page, sortKeyOf);
  const keyAt: KeyAt = async (skip, after) =>
    (await keysOf({ ...filters, slice: { take: 1, skip, after } }))[0];
  const name = JSON.stringify([workspaceId, list, query]);
  const start = await keyBefore(deps, workspaceId, name, slice.skip, keyAt);
  const rows = start === undefined ? [] : await read({ ...slice, skip: 0, after: start });
  return pageOf(rows, page, sortKeyOf);
}

/** The sort key of a row, by the number of rows between it and another, or the beginning. */
type KeyAt = (skip: number, after: SortKey | undefined) => Promise<SortKey | undefined>;

/** The sort key of the last of the first rows; undefined if the list is shorter. */
async function keyBefore(
  { store, positions }: Deps,
  workspaceId: string,
  name: string,
  rows: number,
  keyAt: KeyAt,
): Promise<SortKey | undefined> {
  const count = Math.floor(rows / rowsPerPosition);
  const rest = rows % rowsPerPosition;
  if (count === 0) return keyAt(rest - 1, undefined);
  const revision = await store.read.workspaces.revision(workspaceId);
  const digest = hash('sha1', name, 'base64url');
  const next = (after: SortKey | undefined) => keyAt(rowsPerPosition - 1, after);
  const start = await positions.find(digest, revision, count, next);
  return start === undefined || rest === 0 ? start : keyAt(rest - 1, start);
}
