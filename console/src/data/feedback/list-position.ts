// Remembers the search, scroll position and active row of the feedback list in this tab, to restore them when going
// back from a post. Only for the last search; a new one starts at the top.

import type { FeedbackAddress } from './feedback-address.ts';
import type { FeedbackSearch } from './feedback-search.ts';

export interface ListPosition {
  /** The scroll offset. */
  offset: number;
  /** The last active row. Its post may have left the list by now; its index still counts. */
  row: { postId: string; index: number } | undefined;
}

let address: FeedbackAddress = {};
let asked: FeedbackSearch = {};
let lastPosition: (ListPosition & { list: string }) | undefined;

/** `search`: what the address asks for, with the filters of its view. */
export const rememberSearch = (at: FeedbackAddress, search: FeedbackSearch): void => {
  address = at;
  asked = search;
};

/** The last address of the list. */
export const lastSearch = (): FeedbackAddress => address;

/** What it asked for. */
export const lastAsked = (): FeedbackSearch => asked;

export const rememberPosition = (list: string, position: ListPosition): void => {
  lastPosition = { ...position, list };
};

export const positionIn = (list: string): ListPosition | undefined =>
  lastPosition?.list === list ? lastPosition : undefined;

/** The index of the row to activate again; -1 if there is none. */
export function rowToRestore(position: ListPosition | undefined, posts: readonly { id: string }[]): number {
  const row = position?.row;
  if (row === undefined) return -1;
  if (posts[row.index]?.id === row.postId) return row.index;
  const found = posts.findIndex(({ id }) => id === row.postId);
  if (found >= 0) return found;
  return row.index < posts.length ? row.index : -1;
}
