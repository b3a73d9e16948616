// Views: filters of posts that are kept under a name. A shared one belongs to the workspace, any other to the member who
// created it, and to others it doesn't exist.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import { boundedText, lengthOf, nameKey } from '../kernel/text.ts';
import { firstVersion, type New } from '../kernel/version.ts';
import type { PostSort } from './post.ts';

export interface View {
  id: string;
  name: string;
  /** As in the query string of `GET /posts`. */
  filters: string;
  /** Null for the order of the list. */
  sortBy: PostSort | null;
  shared: boolean;
  /** The account of the member who created it. Null for an application, or if the member has left. */
  memberId: string | null;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newView = (given: New<View, 'id' | 'name' | 'filters'>, now: Instant): View => ({
  sortBy: null,
  shared: true,
  memberId: null,
  ...firstVersion(now),
  ...given,
});

/** A missing filter matches everything. */
export interface ViewQuery {
  /** The shared ones, and those of this member. Null for the shared ones alone. */
  seenBy: string | null;
  updatedSince?: Instant;
  slice: Slice;
}

export const viewSortKey = ({ name, id }: Pick<View, 'name' | 'id'>): SortKey => [nameKey(name), id];

export const isSeenBy = (view: View, memberId: string | null): boolean =>
  view.shared || (memberId !== null && view.memberId === memberId);

/** All of a workspace are listed in the console, and those of a member who leaves go in one transaction. */
export const maxViews = 500;

export const viewName = (text: string): string => boundedText(text, 'name', 1, 64);

const maxFiltersLength = 2000;

/** Which filters there are is checked where they are read. */
export function viewFilters(text: string): string {
  if (lengthOf(text) > maxFiltersLength)
    throw badField('filters', `must be at most ${maxFiltersLength} characters long.`);
  return text.trim();
}
