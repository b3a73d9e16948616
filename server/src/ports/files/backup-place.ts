// Where backups are kept: a directory or a bucket.

import type { Readable } from 'node:stream';
import type { Files } from './files.ts';

export interface BackupShelf {
  /** For messages. Contains no secrets. */
  readonly description: string;
  /** Begins a backup; CONFLICT if something has this name. It is not visible before `finish`. */
  draft(name: string): Promise<BackupDraft>;
  /** A backup of this name, which may be missing. */
  open(name: string): StoredBackup;
  /** The names of all complete backups. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

export interface BackupDraft {
  /** The attachments of the backup. */
  readonly files: Files;
  /**
   * Adds a file that lies on the same file system, without copying its bytes; false if that is not possible.
   * Undefined if it never is.
   */
  readonly link: ((fileKey: string, path: string) => Promise<boolean>) | undefined;
  /** Where a part can be written directly, for programs that write files. Undefined if only `write` works. */
  readonly pathOf: ((part: string) => string) | undefined;
  write(part: string, bytes: Readable): Promise<void>;
  /** Writes the manifest last, and makes the backup visible. It is durable then. */
  finish(manifest: string): Promise<void>;
  /** Removes everything. */
  discard(): Promise<void>;
}

export interface StoredBackup {
  readonly description: string;
  readonly files: Files;
  /** Where a part is on this machine; undefined if it is elsewhere. */
  readonly pathOf: ((part: string) => string) | undefined;
  /** Undefined if there is no such part. */
  read(part: string): Promise<Readable | undefined>;
}
