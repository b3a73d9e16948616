// Caches responses by state, in each encoding that was requested. Concurrent identical reads are computed once, and
// compressed once. A state is everything that a response depends on, including the workspace's revision, so entries are
// never stale: after a change they are no longer requested, and newer entries evict them.

import { LRUCache } from 'lru-cache';

import type { Encoding } from '../kernel/encodings.ts';

export interface KeptAnswer {
  /** Of the uncompressed response. */
  etag: string;
  body: Buffer;
  /** Undefined if the body is not compressed. */
  encoding?: Encoding | undefined;
}

export interface AnswerCache {
  /**
   * The cached response. Waits if another request is computing it. Undefined on a miss: the first caller then
   * computes the response for all, and must call `keep` or `giveUp` when done.
   */
  find(state: string): Promise<KeptAnswer | undefined>;
  /** The cached response in this encoding, or uncompressed. Doesn't wait for one. */
  recall(state: string, encoding: Encoding | undefined): KeptAnswer | undefined;
  keep(state: string, answer: KeptAnswer): void;
  /**
   * The response in this encoding. `compress` runs once for all callers, unless it gave undefined: then it was too
   * busy, and the next caller tries again.
   */
  encoded(
    state: string,
    etag: string,
    encoding: Encoding,
    compress: () => Promise<Buffer | undefined>,
  ): Promise<Buffer | undefined>;
  /** Releases the waiting requests without a response; each computes its own. */
  giveUp(state: string): void;
}

/** Larger responses are not cached, unless their compressed form is smaller: they would evict too many others. */
const maxAnswerBytes = 256 * 1024;

/** The memory overhead of an entry, counted so that many small responses stay within the limit. */
const entryBytes = 512;

/** For the requests that wait for a response being computed. */
interface Waiting {
  promise: Promise<KeptAnswer | undefined>;
  resolve(answer: KeptAnswer | undefined): void;
}

export function answerCache(maxBytes: number): AnswerCache {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes + entryBytes,
    sizeCalculation: ({ body }, state) => body.length + state.length + entryBytes,
  });
  /** Responses being computed. */
  const underWay = new Map<string, Waiting>();
  const compressing = new Map<string, Promise<Buffer | undefined>>();
  /** Each encoding is an entry of its own: counted by its own size, and evicted when no one asks for it. */
  const keyOf = (state: string, encoding: Encoding): string => `${state} ${encoding}`;

  const end = (state: string, answer?: KeptAnswer): void => {
    underWay.get(state)?.resolve(answer);
    underWay.delete(state);
  };

  return {
    async find(state) {
      const found = answers.get(state) ?? underWay.get(state)?.promise;
      if (found === undefined) underWay.set(state, newWaiting());
      return found;
    },
    recall: (state, encoding) => answers.get(encoding === undefined ? state : keyOf(state, encoding)),
    async encoded(state, etag, encoding, compress) {
      const key = keyOf(state, encoding);
      const known = answers.get(key)?.body ?? compressing.get(key);
      if (known !== undefined) return known;
      const making = compress();
      compressing.set(key, making);
      try {
        const body = await making;
        if (body !== undefined) answers.set(key, { etag, body, encoding });
        return body;
      } finally {
        compressing.delete(key);
      }
    },
    keep(state, answer) {
      // Waiting requests get it even if it is too large to cache.
      end(state, answer);
      if (!answers.has(state)) answers.set(state, answer);
    },
    giveUp: (state) => end(state),
  };
}

function newWaiting(): Waiting {
  let resolve: Waiting['resolve'] = () => undefined;
  const promise = new Promise<KeptAnswer | undefined>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
