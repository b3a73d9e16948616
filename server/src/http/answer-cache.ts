// Caches responses by digest. Concurrent identical reads are computed once. A digest contains the workspace's revision,
// so entries are never stale: after a change they are no longer requested, and newer entries evict them.

import { LRUCache } from 'lru-cache';

export interface KeptAnswer {
  etag: string;
  body: Buffer;
}

export interface AnswerCache {
  /**
   * The cached response. Waits if another request is computing it. Undefined on a miss: the first caller then
   * computes the response for all, and must call `keep` or `giveUp` when done.
   */
  find(digest: string): Promise<KeptAnswer | undefined>;
  keep(digest: string, answer: KeptAnswer): void;
  /** Releases the waiting requests without a response; each computes its own. */
  giveUp(digest: string): void;
}

/** Larger responses are not cached: they would evict too many others. */
export const maxAnswerBytes = 256 * 1024;

/** The memory overhead of an entry, counted so that many small responses stay within the limit. */
const entryBytes = 512;

/** A response being computed, and the callback that resolves it for the waiting requests. */
interface Making {
  answer: Promise<KeptAnswer | undefined>;
  end(answer: KeptAnswer | undefined): void;
}

export function answerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes + entryBytes,
    sizeCalculation: ({ body }) => body.length + entryBytes,
  });
  const underWay = new Map<string, Making>();

  const end = (digest: string, answer?: KeptAnswer): void => {
    underWay.get(digest)?.end(answer);
    underWay.delete(digest);
  };

  return {
    async find(digest) {
      const answer = answers.get(digest);
      if (answer !== undefined) return answer;
      const making = underWay.get(digest);
      if (making === undefined) underWay.set(digest, newMaking());
      return making?.answer;
    },
    keep(digest, answer) {
      // Waiting requests get it even if it is too large to cache.
      end(digest, answer);
      if (!answers.has(digest)) answers.set(digest, answer);
    },
    giveUp: (digest) => end(digest),
  };
}

function newMaking(): Making {
  let end: Making['end'] = () => undefined;
  const answer = new Promise<KeptAnswer | undefined>((resolve) => {
    end = resolve;
  });
  return { answer, end };
}
