// Archives of exports: a directory or a zip file. Entries are named by us, never by what an archive contains.

import type { Readable } from 'node:stream';

export interface ArchiveReader {
  /** Names of all entries and their sizes, as the archive claims them. */
  readonly entries: ReadonlyMap<string, number>;
  /** Streams an entry; fails with BAD_REQUEST if it is damaged or larger than claimed. */
  open(name: string): Promise<Readable>;
  close(): Promise<void>;
}

export interface ArchiveWriter {
  /** Resolves when the entry is written. One at a time. */
  add(name: string, bytes: Readable): Promise<void>;
  /** Makes the archive visible under its name. Nothing can be added afterward. */
  finish(): Promise<void>;
  /** Removes everything written. */
  discard(): Promise<void>;
}
