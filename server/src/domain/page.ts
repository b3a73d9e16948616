// Lists are read a page at a time, in one of two ways (contract §4): by page number, as the specification
// shows, or after the last thing of the page before, which costs the same at any depth.

export const defaultLimit = 20;
export const maxLimit = 100;
/** Past this page number nobody reads on; it keeps the offset a safe integer. */
export const maxPageNumber = 1_000_000_000;

/** The values a list is ordered by, of the last thing already read. The store compares, nobody else looks inside. */
export type SortKey = readonly (string | number)[];

export type PageStart = { kind: 'page'; number: number } | { kind: 'after'; key: SortKey };

export interface PageRequest {
  limit: number;
  start: PageStart;
}

/** How a store is asked for a page: one row more than the page holds tells whether there is another page. */
export interface Slice {
  take: number;
  skip: number;
  after: SortKey | undefined;
}

export interface Page<T> {
  items: T[];
  /** While there is more: the page to ask for next; on the last page: the page just read. */
  cursor: number;
  hasMore: boolean;
  /** Where the next page starts, undefined at the end. */
  next: SortKey | undefined;
}

export const sliceOf = ({ limit, start }: PageRequest): Slice => ({
  take: limit + 1,
  skip: start.kind === 'page' ? (start.number - 1) * limit : 0,
  after: start.kind === 'after' ? start.key : undefined,
});

/** Makes a page of what the store answered to `sliceOf(request)`. */
export function pageOf<T>(rows: T[], request: PageRequest, sortKeyOf: (item: T) => SortKey): Page<T> {
  const hasMore = rows.length > request.limit;
  const items = hasMore ? rows.slice(0, request.limit) : rows;
  const last = items.at(-1);
  const read = request.start.kind === 'page' ? request.start.number : 1;
  return {
    items,
    cursor: hasMore ? read + 1 : read,
    hasMore,
    next: hasMore && last !== undefined ? sortKeyOf(last) : undefined,
  };
}
