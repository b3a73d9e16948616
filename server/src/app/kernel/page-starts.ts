// Remembers where pages begin, so that a page far down the list need not be counted from the start.

import { LRUCache } from 'lru-cache';
import type { SortKey } from '../../domain/page.ts';

/** The sort key of the last row before a page, and the workspace's revision at that time. */
export interface PageStart {
  revision: number;
  key: SortKey;
}

/** By a digest of the list and the page. */
export interface PageStarts {
  find(digest: string): PageStart | undefined;
  keep(digest: string, start: PageStart): void;
}

const maxStarts = 2000;

export function pageStarts(): PageStarts {
  const starts = new LRUCache<string, PageStart>({ max: maxStarts });
  return {
    find: (digest) => starts.get(digest),
    keep: (digest, start) => void starts.set(digest, start),
  };
}

/** For reads within a transaction that may roll back: nobody else may build on what they find. */
export const noPageStarts: PageStarts = { find: () => undefined, keep: () => undefined };
