// What statuses and post types have in common: each workspace keeps its own set in an order of its own, and one
// of them is what a new post gets when it names none.

import type { Instant } from './clock.ts';
import { badField } from './failure.ts';
import type { Slice } from './page.ts';
import { slugOf } from './slug.ts';
import { boundedText } from './text.ts';
import { firstVersion, type New } from './version.ts';

export interface Ordered {
  id: string;
  name: string;
  slug: string;
  color: string;
  /** Its index in the order, from 0 without gaps. */
  position: number;
  isDefault: boolean;
  postsCount: number;
  /** Raised whenever a field changes, also when another one's move changes the position; counts leave it alone. */
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** An absent filter does not restrict. */
export interface OrderedQuery {
  updatedSince?: Instant;
  slice: Slice;
}

export const defaultColor = '#64748b';

export const newOrdered = (
  given: New<Ordered, 'id' | 'name' | 'slug' | 'position'>,
  now: Instant,
): Ordered => ({
  color: defaultColor,
  isDefault: false,
  postsCount: 0,
  ...firstVersion(now),
  ...given,
});

export const orderedName = (text: string): string => boundedText(text, 'name', 1, 64);

const slugShape = /^[a-z0-9-]{1,64}$/;

/** A slug that the caller chose. Narrower than other slugs, since code rather than people will compare it. */
export function checkedSlug(slug: string): string {
  if (!slugShape.test(slug)) {
    throw badField('slug', 'must be 1 to 64 lower-case letters of ASCII, digits and hyphens.');
  }
  return slug;
}

/** `fallback` for a name in a script that these slugs do not have. */
export const slugOfName = (name: string, fallback: string): string =>
  slugOf(name, fallback)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '') || fallback;

/** Past the end means at the end. */
export function checkedPosition(position: number): number {
  if (!Number.isSafeInteger(position) || position < 0) throw badField('position', 'must be 0 or more.');
  return position;
}

/** The ids with this one at the position, or at the end when there are not so many. */
export function placed(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}
