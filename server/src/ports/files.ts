// Where the bytes of attachments lie. Keys are ours (letters, digits, `_` and `-`), never a client's file name.

import type { Readable } from 'node:stream';
import type { Instant } from '../domain/clock.ts';

/** Both ends are included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Files {
  /**
   * Keeps the whole stream under the key, or nothing: when the source or the disk fails, no bytes are left
   * behind and the source's own error is passed on. Resolves once the bytes would survive a power cut.
   */
  write(key: string, bytes: Readable): Promise<void>;
  /** The bytes, streamed; undefined when there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** How many bytes lie under the key; undefined when there is nothing. A half-written file is nothing. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything that is kept or was left half-written, in any order, for sweeping. */
  list(): AsyncIterable<{ key: string; writtenAt: Instant }>;
}
