// Remembers API keys and the revisions of their workspaces for as long as nothing is committed to the database, by any
// process. Every request needs them, and few are writes.

import { LRUCache } from 'lru-cache';
import type { ApiKeyReader, KnownKey } from '../../../ports/store.ts';

export interface KeyMemory {
  recall(hash: string): KnownKey | undefined;
  /** Asks the database, and remembers what it says. */
  find: ApiKeyReader['findByHash'];
}

/** About 3 MB. */
const maxKeys = 5_000;

/** Without `dataVersion`, nothing is remembered. */
export function keyMemory(
  find: ApiKeyReader['findByHash'],
  dataVersion: (() => number) | undefined,
): KeyMemory {
  if (dataVersion === undefined) return { recall: () => undefined, find };
  const keys = new LRUCache<string, KnownKey>({ max: maxKeys });
  let version: number | undefined;

  /** Undefined if the database cannot tell. The query that follows reports the reason. */
  const currentVersion = (): number | undefined => {
    try {
      return dataVersion();
    } catch {
      return undefined;
    }
  };

  const forgetOutdated = (): void => {
    const current = currentVersion();
    if (current !== undefined && current === version) return;
    keys.clear();
    version = current;
  };

  return {
    recall(hash) {
      forgetOutdated();
      return keys.get(hash);
    },
    async find(hash) {
      forgetOutdated();
      const askedAt = version;
      const found = await find(hash);
      // Later commits may have changed it. If they were not noticed yet, the next call does.
      if (found !== undefined && askedAt !== undefined && version === askedAt) keys.set(hash, found);
      return found;
    },
  };
}
