// A label that posts share. Two names that differ in case only are the same tag.

import type { Instant } from './clock.ts';
import { boundedText } from './text.ts';

export interface Tag {
  id: string;
  name: string;
  createdAt: Instant;
}

export const maxTagsPerPost = 50;

export const tagNameKey = (name: string): string => name.toLowerCase();

export const tagName = (text: string): string => boundedText(text, 'tags', 1, 64);
