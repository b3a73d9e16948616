// What statuses and post types share: each workspace has its own ordered set, one of which is the default for new
// posts.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';
import type { Slice } from '../kernel/page.ts';
import { slugOf } from '../kernel/slug.ts';
import { boundedText } from '../kernel/text.ts';
import { firstVersion, type New } from '../kernel/version.ts';

export interface Ordered {
  id: string;
  name: string;
  slug: string;
  color: string;
  /** Index in the order, starting at 0, without gaps. */
  position: number;
  isDefault: boolean;
  postsCount: number;
  /** Raised by every edit, including a changed position, but not by changes of the count. */
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A missing filter matches everything. */
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

/** Whether the text can be a slug. No ID can be one, since IDs have an underscore. */
export const isSlug = (text: string): boolean => slugShape.test(text);

/** Checks a slug chosen by the caller. Stricter than other slugs, because code compares these. */
export function checkedSlug(slug: string): string {
  if (!isSlug(slug)) {
    throw badField('slug', 'must be 1 to 64 lower-case letters of ASCII, digits and hyphens.');
  }
  return slug;
}

/** Returns `fallback` for names without ASCII letters or digits. */
export const slugOfName = (name: string, fallback: string): string =>
  slugOf(name, fallback)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '') || fallback;

/**
 * The slug that a name has in every workspace. Undefined for a name that loses letters as a slug, such as a Chinese one:
 * other names would have the same.
 */
export function ownSlugOfName(name: string): string | undefined {
  const slug = slugOf(name, '');
  return isSlug(slug) ? slug : undefined;
}

/** Positions past the end are allowed and mean the end. */
export function checkedPosition(position: number): number {
  if (!Number.isSafeInteger(position) || position < 0) throw badField('position', 'must be 0 or more.');
  return position;
}

/** Moves the id to the position, or to the end if the list is shorter. */
export function placed(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}
