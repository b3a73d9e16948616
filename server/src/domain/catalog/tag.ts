// Tags on posts. Names with the same `nameKey` are the same tag.

import type { Instant } from '../kernel/clock.ts';
import type { Slice } from '../kernel/page.ts';
import { boundedText } from '../kernel/text.ts';
import { firstVersion, type New } from '../kernel/version.ts';

export interface Tag {
  id: string;
  name: string;
  color: string | null;
  /** Whether visitors see it on public posts. */
  isPublic: boolean;
  postsCount: number;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

export const newTag = (given: New<Tag, 'id' | 'name'>, now: Instant): Tag => ({
  color: null,
  isPublic: false,
  postsCount: 0,
  ...firstVersion(now),
  ...given,
});

/** A missing filter matches everything; an empty one matches nothing. */
export interface TagQuery {
  /** Matches if the name contains all words of any of these searches. */
  searches?: string[][];
  updatedSince?: Instant;
  slice: Slice;
}

export const maxTagsPerPost = 50;

export const tagName = (text: string, field = 'tags'): string => boundedText(text, field, 1, 64);
