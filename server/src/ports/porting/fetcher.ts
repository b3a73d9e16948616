// Fetches files from addresses that an import names. Whatever it names, a fetcher calls only addresses that it may call,
// also after a redirect, and bounds how long it takes.

import type { Readable } from 'node:stream';
import { Failure } from '../../domain/kernel/failure.ts';

/** The host didn't send the whole file in time. */
export class TookTooLong extends Failure {
  constructor(reason: string) {
    super('BAD_REQUEST', `The file was not fetched. ${reason}`);
  }
}

export interface Fetcher {
  /**
   * The content, which ends with an error if it takes too long or breaks off. Fails with BAD_REQUEST, in one sentence,
   * if there is none.
   */
  fetch(url: string, stopping?: AbortSignal): Promise<Readable>;
  close(): void;
}
