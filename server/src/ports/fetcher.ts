// Fetches files from addresses that an import names. Whatever it names, a fetcher calls only addresses that it may call,
// also after a redirect, and bounds how long it takes.

import type { Readable } from 'node:stream';

export interface Fetcher {
  /**
   * The content, which ends with an error if it takes too long or breaks off. Fails with BAD_REQUEST, in one sentence,
   * if there is none.
   */
  fetch(url: string, stopping?: AbortSignal): Promise<Readable>;
  close(): void;
}
