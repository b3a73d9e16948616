// Storage of attachment contents. Keys are generated (letters, digits, `_` and `-`), never a client's file name.

import type { Readable } from 'node:stream';
import type { Instant } from '../../domain/kernel/clock.ts';

/** Both ends are inclusive, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Files {
  /**
   * Stores the whole stream or nothing: if the source or the disk fails, no bytes remain and the source's error is
   * rethrown. Resolves once the bytes would survive a power failure.
   */
  write(key: string, bytes: Readable): Promise<void>;
  /**
   * Streams the bytes; undefined if the key doesn't exist. If `size` is given and the file has a different size,
   * fails with UNAVAILABLE.
   */
  read(key: string, range?: ByteRange, size?: number): Promise<Readable | undefined>;
  /** The size in bytes; undefined if the key doesn't exist. Partially written files don't count. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Permanent. Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Lists all files, including partially written ones, in any order, for the sweeper. */
  list(): AsyncIterable<ListedFile>;
  /** The current time by the clock behind `writtenAt`; undefined if the engine can't tell. */
  now(): Promise<Instant | undefined>;
  readonly trash: Trash;
  /** A short text that the sweeper stores next to the files; undefined if there is none. */
  readNote(): Promise<string | undefined>;
  /** Overwrites the note. */
  writeNote(text: string): Promise<void>;
}

export interface ListedFile {
  key: string;
  writtenAt: Instant;
  /** False for a partially written file, which nothing can reference. */
  isWhole: boolean;
}

/** Files that were moved to the trash: they can't be read, sized or listed, but can still be restored. */
export interface Trash {
  /** False if there was no complete file under the key. */
  put(key: string, at: Instant): Promise<boolean>;
  list(): AsyncIterable<TrashedFile>;
  /** Moves the file back to its key. */
  restore(file: TrashedFile): Promise<void>;
  /** Permanent. Removing a missing file is not an error. */
  remove(file: TrashedFile): Promise<void>;
}

export interface TrashedFile {
  key: string;
  trashedAt: Instant;
}
