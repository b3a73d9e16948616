// The search, filters and sorting of the feedback list as stored in the URL, so that they can be shared and restored.

import type { PostDetail, PostFilters } from '@earshot/client';

/** The first is the default, which the URL leaves out. */
export const sorts = ['recent', 'votes', 'oldest'] as const;
export type Sort = (typeof sorts)[number];
export const [defaultSort] = sorts;

/** What a list can be filtered by: its name in the URL, the filter of the API, and the field that this compares. */
const filters = {
  status: { filter: 'statusId', field: 'statusId' },
  type: { filter: 'typeId', field: 'postTypeId' },
  visibility: { filter: 'visibility', field: 'visibility' },
} as const satisfies Record<string, { filter: keyof PostFilters; field: keyof PostDetail }>;
export type FilterName = keyof typeof filters;
export const filterNames = Object.keys(filters) as FilterName[];

export interface FeedbackSearch extends Partial<Record<FilterName, string[]>> {
  q?: string;
  sort?: Sort;
}

/** Removes the search and all filters from a search that it is spread over. */
export const nothingAsked = Object.fromEntries(
  ['q', ...filterNames].map((name) => [name, undefined]),
) as FeedbackSearch;

/** One ID or several; anything else is dropped. */
function ids(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === 'string' && /^[\w-]{1,64}$/.test(item),
  );
  return all.length > 0 ? all : undefined;
}

export function readFeedbackSearch(search: Record<string, unknown>): FeedbackSearch {
  // The router parses a search for 42 as a number.
  const q = typeof search.q === 'number' ? String(search.q) : search.q;
  const sort = sorts.find((known) => known === search.sort);
  const read: FeedbackSearch = {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 200) }),
    ...(sort !== undefined && sort !== defaultSort && { sort }),
  };
  for (const name of filterNames) {
    const values = ids(search[name]);
    if (values !== undefined) read[name] = values;
  }
  return read;
}

/** The filters of the API. A search also finds merged posts, because people look for them that way. */
export const filtersOf = (search: FeedbackSearch): PostFilters => ({
  merged: search.q === undefined ? false : undefined,
  search: search.q,
  ...Object.fromEntries(filterNames.map((name) => [filters[name].filter, search[name]])),
});

/** Whether the post still matches the filters, as far as the console can tell; only the server can match words. */
export const isListed = (
  post: Partial<Pick<PostDetail, (typeof filters)[FilterName]['field']>>,
  search: FeedbackSearch,
): boolean =>
  filterNames.every((name) => {
    const value = post[filters[name].field];
    return value === undefined || (search[name]?.includes(value) ?? true);
  });
