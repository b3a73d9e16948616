// The search, filters and sorting of the feedback list as stored in the URL, so that they can be shared and restored.

import type { PostDetail, PostFilters } from '@earshot/client';

/** The first is the default, which the URL leaves out. */
export const sorts = ['recent', 'votes', 'oldest'] as const;
export type Sort = (typeof sorts)[number];
export const [defaultSort] = sorts;

type Compared = 'statusId' | 'postTypeId' | 'visibility' | 'ownerId' | 'commentsCount' | 'mergedIntoId';
type ComparedPost = Partial<Pick<PostDetail, Compared>> & {
  tags?: readonly { id: string }[];
  author?: { id: string } | null;
};

type ValuesOf = (post: ComparedPost) => string | readonly string[] | undefined;

/**
 * What a list can be filtered by: its name in the URL, the filter of the API, and the values of a post that this
 * compares, if the console can tell.
 */
export const filters = {
  status: { filter: 'statusId', valueOf: (post: ComparedPost) => post.statusId },
  type: { filter: 'typeId', valueOf: (post: ComparedPost) => post.postTypeId },
  tag: { filter: 'tag', valueOf: ({ tags }: ComparedPost) => tags?.map(({ id }) => id) },
  author: { filter: 'authorId', valueOf: ({ author }: ComparedPost) => author?.id },
  owner: {
    filter: 'ownerId',
    valueOf: ({ ownerId }: ComparedPost) => (ownerId === null ? 'none' : ownerId),
  },
  visibility: { filter: 'visibility', valueOf: (post: ComparedPost) => post.visibility },
  comments: {
    filter: 'hasComments',
    valueOf: ({ commentsCount: count }: ComparedPost) => (count === undefined ? count : String(count > 0)),
  },
  unanswered: { filter: 'unansweredDays', valueOf: () => undefined },
  /** Days, such as 2026-01-31, in UTC: the same for everyone who opens a view. */
  since: { filter: 'createdSince', valueOf: () => undefined },
  before: { filter: 'createdBefore', valueOf: () => undefined },
  merged: {
    filter: 'merged',
    valueOf: ({ mergedIntoId: into }: ComparedPost) => (into === undefined ? into : String(into !== null)),
  },
} as const satisfies Record<string, { filter: keyof PostFilters; valueOf: ValuesOf }>;
export type FilterName = keyof typeof filters;
export const filterNames = Object.keys(filters) as FilterName[];

export interface FeedbackSearch extends Partial<Record<FilterName, string[]>> {
  q?: string;
  sort?: Sort;
  /** Filters of the API that the console has no name for, as they are written there. Views may have them. */
  more?: string[];
}

/** Removes the search and all filters from a search that it is spread over. */
export const nothingAsked = Object.fromEntries(
  ['q', 'more', ...filterNames].map((name) => [name, undefined]),
) as FeedbackSearch;

/** One value or several, such as IDs; anything else is dropped. The router parses 7 as a number. */
function texts(value: unknown, shape = /^[\w-]{1,64}$/): string[] | undefined {
  const given = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const all = (Array.isArray(given) ? given : [given]).filter(
    (item): item is string => typeof item === 'string' && shape.test(item),
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
    const values = texts(search[name]);
    if (values !== undefined) read[name] = values;
  }
  const more = texts(search.more, /^[a-z]+:[^;]{1,300}$/i);
  return more === undefined ? read : { ...read, more };
}

/** A search also finds merged posts, because people look for them that way. */
function isMergedAsked({ q, merged }: FeedbackSearch): boolean | undefined {
  if (merged === undefined) return q === undefined ? false : undefined;
  return merged.length === 1 ? merged[0] === 'true' : undefined;
}

/** The filters of the API. */
export function filtersOf(search: FeedbackSearch): PostFilters {
  const asked: Record<string, unknown> = {
    text: search.q,
    ...Object.fromEntries(filterNames.map((name) => [filters[name].filter, search[name]])),
    merged: isMergedAsked(search),
  };
  for (const piece of search.more ?? []) {
    const [key, value] = pairOf(piece);
    // Values of one filter are alternatives.
    asked[key] = key === 'merged' ? value : [asked[key] ?? [], value].flat();
  }
  return asked;
}

/** A key and its value, as the API writes them in a text of filters. */
export function pairOf(piece: string): [key: string, value: string] {
  const colon = piece.indexOf(':');
  const value = piece.slice(colon + 1).trim();
  return [
    piece.slice(0, colon).trim(),
    value.replace(/%(?:3b|25)/gi, (encoded) => (encoded === '%25' ? '%' : ';')),
  ];
}

/** Whether the post still matches the filters, as far as the console can tell; only the server can match words. */
export const isListed = (post: ComparedPost, search: FeedbackSearch): boolean =>
  filterNames.every((name) => {
    const values = filters[name].valueOf(post);
    const wanted = search[name];
    return (
      values === undefined || wanted === undefined || [values].flat().some((one) => wanted.includes(one))
    );
  });
