// What the address of the list asks for: a view, with its own filters or with others in their place, or filters alone.
// Views keep their filters as the API writes them. Pure.

import type { View } from '@earshot/client';
import {
  defaultSort,
  type FeedbackSearch,
  filterNames,
  filters,
  filtersOf,
  pairOf,
  readFeedbackSearch,
} from './feedback-search.ts';

type Kept = Pick<View, 'id' | 'filters' | 'sortBy'>;

export interface FeedbackAddress extends FeedbackSearch {
  view?: string;
  /** The filters in the address take the place of those of the view. */
  edited?: true;
}

export function readFeedbackAddress(search: Record<string, unknown>): FeedbackAddress {
  const asked = readFeedbackSearch(search);
  const { view } = search;
  if (typeof view !== 'string' || !/^\w{1,64}$/.test(view)) return asked;
  return search.edited === true ? { ...asked, view, edited: true } : { view };
}

/** What the address asks for, given its view. */
export function askedBy({ view: _, edited, ...search }: FeedbackAddress, view: Kept | undefined) {
  return view === undefined || edited === true ? search : searchOf(view);
}

/** The address that asks for this within a view. */
export function addressWithin(search: FeedbackSearch, view: Kept | undefined): FeedbackAddress {
  if (view === undefined) return search;
  return isSameSearch(search, searchOf(view))
    ? { view: view.id }
    : { ...search, view: view.id, edited: true };
}

/** An ID or a word that the console has a name for; the API also takes slugs and names. */
const isShown = /^(?:[a-z]+_(?:test_)?[0-9a-z]{26}|none|true|false|internal|public|\d+|\d{4}-\d\d-\d\d)$/;

/** What a view asks for. What the console has no name for stays as it is written. */
export function searchOf({ filters: text, sortBy }: Omit<Kept, 'id'>): FeedbackSearch {
  const pieces = text.split(';').map((piece) => piece.trim());
  const given = pieces
    .map((piece) => ({ piece, pair: pairOf(piece) }))
    .filter(({ pair: [key, value] }) => key !== '' && value !== '');
  const words = given.filter(({ pair: [key] }) => key === 'text');
  const q = words.length === 1 ? words[0]?.pair[1] : undefined;
  const search: FeedbackSearch = {
    ...(q !== undefined && { q }),
    ...(sortBy !== null && sortBy !== defaultSort && { sort: sortBy }),
  };
  const more: string[] = [];
  for (const { piece, pair } of given) {
    const [key, value] = pair;
    const isDefault = key === 'merged' && value === 'false' && q === undefined;
    if (isDefault || (key === 'text' && q !== undefined)) continue;
    const name = filterNames.find((known) => filters[known].filter === key);
    if (name !== undefined && isShown.test(value)) search[name] = [...(search[name] ?? []), value];
    else more.push(piece);
  }
  // Without the filter, the API lists both.
  if (q === undefined && !given.some(({ pair: [key] }) => key === 'merged'))
    search.merged = ['false', 'true'];
  return more.length === 0 ? search : { ...search, more };
}

/** Written as the API reads it, where a semicolon would begin another filter. */
const written = (value: unknown): string =>
  String(value)
    .replace(/%(?=3b|25)/gi, '%25')
    .replaceAll(';', '%3B');

const piecesOf = (search: FeedbackSearch): string[] =>
  Object.entries(filtersOf(search)).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${key}:${written(one)}`),
  );

/** What a view keeps to ask for the same. */
export const keptOf = (search: FeedbackSearch): Omit<Kept, 'id'> => ({
  filters: piecesOf(search).join(';'),
  sortBy: search.sort ?? null,
});

const keyOf = (search: FeedbackSearch): string =>
  [...piecesOf(search).sort(), search.sort ?? defaultSort].join(';');

export const isSameSearch = (one: FeedbackSearch, other: FeedbackSearch): boolean =>
  keyOf(one) === keyOf(other);

/** Whether it asks for more than all posts in the order that they have. */
export const isPlain = (search: FeedbackSearch): boolean => isSameSearch(search, {});
