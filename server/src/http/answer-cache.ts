// Keeps answers by a digest, and lets concurrent requests for the same digest share one computation. A digest contains
// the workspace's revision, so an entry is never stale: after a change nobody asks for it, and newer entries evict it.

import { LRUCache } from 'lru-cache';

export interface KeptAnswer {
  etag: string;
  body: Buffer;
}

export interface AnswerCache {
  /**
   * The answer for the digest, waiting for it if another request is computing it. Undefined if there is none: the
   * first caller to be told so computes it for all, and must call `keep` or `giveUp` in the end.
   */
  find(digest: string): Promise<KeptAnswer | undefined>;
  keep(digest: string, answer: KeptAnswer): void;
  /** There will be no answer to share: those who wait compute their own. */
  giveUp(digest: string): void;
}

/** A larger answer would evict too many others. */
export const maxAnswerBytes = 256 * 1024;

/** The overhead of an entry, so that many small answers are not free. */
const entryBytes = 512;

/** An answer under way, and how to tell those who wait for it. */
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
      // Those who wait get it even if it is too large to keep.
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
