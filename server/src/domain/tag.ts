// A label that posts share. Two names with one key (`nameKey`) are the same tag.

import type { Instant } from './clock.ts';
import type { Slice } from './page.ts';
import { boundedText } from './text.ts';
import { firstVersion, type New } from './version.ts';

export interface Tag {
  id: string;
  name: string;
  color: string | null;
  postsCount: number;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newTag = (given: New<Tag, 'id' | 'name'>, now: Instant): Tag => ({
  color: null,
  postsCount: 0,
  ...firstVersion(now),
  ...given,
});

/** An absent filter does not restrict; an empty one matches nothing. */
export interface TagQuery {
  /** Any of these searches; a name must have all words of one. */
  searches?: string[][];
  updatedSince?: Instant;
  slice: Slice;
}

export const maxTagsPerPost = 50;

export const tagName = (text: string, field = 'tags'): string => boundedText(text, field, 1, 64);
