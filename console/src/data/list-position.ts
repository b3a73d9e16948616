// The list of feedback as it was left in this tab, so that the way back from a post leads to the same search, the
// same place and the same row. Only the last one: a list that is asked for anew begins at its top.

import type { FeedbackSearch } from './feedback-search.ts';

export interface LeftPlace {
  /** How far it was scrolled. */
  offset: number;
  /** The row that was looked at last. The post may be gone from the list meanwhile, its place is not. */
  row: { postId: string; index: number } | undefined;
}

let lastSearch: FeedbackSearch = {};
let lastPlace: (LeftPlace & { list: string }) | undefined;

export const leaveSearch = (search: FeedbackSearch): void => {
  lastSearch = search;
};

/** What the list was last asked for. */
export const leftSearch = (): FeedbackSearch => lastSearch;

export const leavePlace = (list: string, place: LeftPlace): void => {
  lastPlace = { ...place, list };
};

export const leftPlace = (list: string): LeftPlace | undefined =>
  lastPlace?.list === list ? lastPlace : undefined;

/** Which row to go back to among these posts; -1 when there is none. */
export function rowToReturnTo(place: LeftPlace | undefined, posts: readonly { id: string }[]): number {
  const row = place?.row;
  if (row === undefined) return -1;
  if (posts[row.index]?.id === row.postId) return row.index;
  const found = posts.findIndex(({ id }) => id === row.postId);
  if (found >= 0) return found;
  return row.index < posts.length ? row.index : -1;
}
