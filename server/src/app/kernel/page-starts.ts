// Where pages begin, as far as it is known: a small memory that forgets the oldest.

import type { SortKey } from '../../domain/page.ts';

/** The key of the last thing before a page, and the workspace's revision when it was so. */
export interface PageStart {
  revision: number;
  key: SortKey;
}

/** By a digest of what the page belongs to. */
export interface PageStarts {
  find(digest: string): PageStart | undefined;
  keep(digest: string, start: PageStart): void;
}

const startsKept = 2000;

export function pageStarts(): PageStarts {
  const starts = new Map<string, PageStart>();
  return {
    find: (digest) => starts.get(digest),
    keep(digest, start) {
      starts.delete(digest);
      starts.set(digest, start);
      const [oldest] = starts.keys();
      if (starts.size > startsKept && oldest !== undefined) starts.delete(oldest);
    },
  };
}

/** For reads of what may never be committed: whatever they find, nobody else may build on it. */
export const noPageStarts: PageStarts = { find: () => undefined, keep: () => undefined };
