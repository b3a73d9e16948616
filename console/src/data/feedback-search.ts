// The search, filters and sorting of the feedback list as stored in the URL, so that they can be shared and restored.

export const sorts = ['recent', 'votes', 'oldest'] as const;
export type Sort = (typeof sorts)[number];

export interface FeedbackSearch {
  q?: string;
  status?: string[];
  type?: string[];
  sort?: Sort;
}

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
  const status = ids(search.status);
  const type = ids(search.type);
  const sort = sorts.find((known) => known === search.sort);
  return {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 200) }),
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...(sort !== undefined && sort !== 'recent' && { sort }),
  };
}
