// A copy of a database for a backup.

import type { Db } from './tables.ts';

export interface CopyProgress {
  /** The file to write. It must not exist. */
  path: string;
  onProgress(done: number, total: number): void;
  /** The environment of this process, for programs that it starts. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** The copied state, for counting rows and listing files. */
export interface CopiedDatabase {
  engine: string;
  reads: Db;
}
