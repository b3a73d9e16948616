// Reads one page of a list. A page by number starts after the row before it, whose sort key is read first: that costs
// less than skipping whole rows. Far into a list, remembered positions are where the skipping starts (ADR 0059). A list
// is counted by its own queries, so a total can't disagree with the pages (ADR 0003).

import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  maxTotal,
  type Page,
  type PageRequest,
  pageOf,
  type Slice,
  type SortKey,
  sliceOf,
  type Total,
} from '../../domain/page.ts';
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
  keysOf?: (query: Sliced<Query>) => Promise<SortKey[]>,
): Promise<Page<T>> {
  const slice = sliceOf(page);
  const filters = query as Omit<Query, 'page'>;
  const read = (some: Slice): Promise<T[]> => rowsOf({ ...filters, slice: some });
  const keys: Keys = async (some) =>
    keysOf === undefined ? (await read(some)).map(sortKeyOf) : keysOf({ ...filters, slice: some });
  const readRows = async (): Promise<T[]> => {
    if (slice.skip < fewRows) return read(slice);
    const name = JSON.stringify([workspaceId, list, query]);
    const keyAt: KeyAt = async (skip, after) => (await keys({ take: 1, skip, after }))[0];
    const start = await keyBefore(deps, workspaceId, name, slice.skip, keyAt);
    return start === undefined ? [] : read({ ...slice, skip: 0, after: start });
  };
  const found = pageOf(await readRows(), page, sortKeyOf);
  if (page.withTotal !== true) return found;
  const total = totalOfLast(found, page) ?? (await countOf(keys, keysOf === undefined ? fewRows : step));
  return { ...found, total };
}

type Keys = (slice: Slice) => Promise<SortKey[]>;

/** The last page by number says how many rows there are. */
function totalOfLast({ items, hasMore }: Page<unknown>, page: PageRequest): Total | undefined {
  const { skip, after } = sliceOf(page);
  const isPastEnd = items.length === 0 && skip > 0;
  if (hasMore || after !== undefined || isPastEnd) return undefined;
  const count = skip + items.length;
  return { count: Math.min(count, maxTotal), isMore: count > maxTotal };
}

/** Rows that one query skips while a list is counted. */
const step = 1000;

/** Counts in steps, each one query that skips rows in an index. `readAtOnce` is how many of the last may be read. */
async function countOf(keys: Keys, readAtOnce: number): Promise<Total> {
  let count = 0;
  let after: SortKey | undefined;
  for (const size of new Set([step, readAtOnce])) {
    while (count < maxTotal) {
      const [key] = await keys({ take: 1, skip: size - 1, after });
      if (key === undefined) break;
      [count, after] = [count + size, key];
      await setImmediate();
    }
  }
  count += (await keys({ take: readAtOnce, skip: 0, after })).length;
  return { count: Math.min(count, maxTotal), isMore: count > maxTotal };
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
