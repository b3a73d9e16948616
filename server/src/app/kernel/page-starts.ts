// Caches where pages start, so that a deep page doesn't have to be counted from the beginning of the list.

import { LRUCache } from 'lru-cache';
import type { SortKey } from '../../domain/page.ts';

/** The sort key of the last row before a page, and the workspace revision it was read at. */
export interface PageStart {
  revision: number;
  key: SortKey;
}

/** Keyed by a digest of the list query and the page. */
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

/** For reads inside a transaction: it may roll back, so its results must not be cached. */
export const noPageStarts: PageStarts = { find: () => undefined, keep: () => undefined };
