// Pagination (contract §4): by page number, as in the specification, or after the last item of the previous page,
// which costs the same at any depth.

export const defaultLimit = 20;
export const maxLimit = 100;
/** Keeps the offset a safe integer. */
export const maxPageNumber = 1_000_000_000;

/** The sort values of the last item read. Opaque except to the store. */
export type SortKey = readonly (string | number)[];

export type PageStart = { kind: 'page'; number: number } | { kind: 'after'; key: SortKey };

export interface PageRequest {
  limit: number;
  start: PageStart;
  /** Whether to count the whole list. */
  withTotal?: boolean;
}

/** Lists are counted up to here. */
export const maxTotal = 10_000;

export interface Total {
  count: number;
  /** There are more than the count. */
  isMore: boolean;
}

/** A page as a store query: one extra row shows whether there is another page. */
export interface Slice {
  take: number;
  skip: number;
  after: SortKey | undefined;
}

export interface Page<T> {
  items: T[];
  /** The next page number if there is more; otherwise the current one. */
  cursor: number;
  hasMore: boolean;
  /** Where the next page starts; undefined at the end. */
  next: SortKey | undefined;
  /** Present if it was asked for. */
  total?: Total;
}

export const sliceOf = ({ limit, start }: PageRequest): Slice => ({
  take: limit + 1,
  skip: start.kind === 'page' ? (start.number - 1) * limit : 0,
  after: start.kind === 'after' ? start.key : undefined,
});

/** Builds a page from the rows of `sliceOf(request)`. */
export function pageOf<T>(rows: T[], request: PageRequest, sortKeyOf: (item: T) => SortKey): Page<T> {
  const hasMore = rows.length > request.limit;
  const items = hasMore ? rows.slice(0, request.limit) : rows;
  const last = items.at(-1);
  const current = request.start.kind === 'page' ? request.start.number : 1;
  return {
    items,
    cursor: hasMore ? current + 1 : current,
    hasMore,
    next: hasMore && last !== undefined ? sortKeyOf(last) : undefined,
  };
}
