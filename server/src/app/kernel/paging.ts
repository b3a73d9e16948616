// Reads one page of a list. A page by number starts after the row before it, whose sort key is read first: that costs
// less than skipping whole rows. Far into a list, rows are skipped in steps (ADR 0003). A list is counted by its own
// queries, so a total can't disagree with the pages (ADR 0003).

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
} from '../../domain/kernel/page.ts';

/** Skipping fewer rows costs less than another query. */
const fewRows = 100;

type Sliced<Query> = Omit<Query, 'page'> & { slice: Slice };

/** `keysOf` reads sort keys alone, if that costs less than rows. */
export async function readPage<Query extends object, T>(
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
    const start = await keyBefore(keys, slice.skip);
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

/** Rows that one query skips. Other requests are answered between two of them. */
const step = 2000;

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

/** The sort key of the last of the first rows; undefined if the list is shorter. */
async function keyBefore(keys: Keys, rows: number): Promise<SortKey | undefined> {
  let after: SortKey | undefined;
  for (let left = rows; left > 0; left -= step) {
    if (left < rows) await setImmediate();
    [after] = await keys({ take: 1, skip: Math.min(left, step) - 1, after });
    if (after === undefined) return undefined;
  }
  return after;
}
