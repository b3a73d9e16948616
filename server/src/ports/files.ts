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
  /**
   * The bytes, streamed; undefined when there is nothing under the key. With `size`, fails as UNAVAILABLE when the file
   * is known to have another size.
   */
  read(key: string, range?: ByteRange, size?: number): Promise<Readable | undefined>;
  /** How many bytes lie under the key; undefined when there is nothing. A half-written file is nothing. */
  sizeOf(key: string): Promise<number | undefined>;
  /** For good. Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything that is kept or was left half-written, in any order, for sweeping. */
  list(): AsyncIterable<ListedFile>;
  /** The time now, by the clock that `writtenAt` is of; undefined when the engine cannot tell. */
  now(): Promise<Instant | undefined>;
  readonly trash: Trash;
  /** A short text that the sweeper keeps beside the files; undefined when there is none. */
  readNote(): Promise<string | undefined>;
  /** Replaces the note as a whole. */
  writeNote(text: string): Promise<void>;
}

export interface ListedFile {
  key: string;
  writtenAt: Instant;
  /** False for what was left half-written, which nothing can ever name. */
  isWhole: boolean;
}

/** Whole files that were put aside: not read, sized or listed any more, but not gone either. */
export interface Trash {
  /** False when there was no whole file under the key. */
  put(key: string, at: Instant): Promise<boolean>;
  list(): AsyncIterable<TrashedFile>;
  /** Puts the file back under its key. */
  restore(file: TrashedFile): Promise<void>;
  /** For good. Removing what is not there is no error. */
  remove(file: TrashedFile): Promise<void>;
}

export interface TrashedFile {
  key: string;
  trashedAt: Instant;
}
