// What `verify` asks of each engine beyond plain queries. Nothing here writes.

import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Searches } from './dialect.ts';
import type { Db } from './tables.ts';

export interface Inspected {
  /** The name of the engine and its version, for people. */
  readonly engine: string;
  /** The oldest version that works, if this one is older. */
  readonly needsVersion: string | undefined;
  /** Whether a restore into the database was interrupted. */
  readonly isUnfinished: boolean;
  /** The engine's clock; undefined if it is this machine's. */
  now(): Promise<Instant | undefined>;
  readonly reads: Db;
  /** The engine's own checks, table by table. Yields problems as sentences. */
  integrity(): AsyncIterable<string>;
  /** Rows that reference a row that doesn't exist, by foreign key. */
  brokenReferences(): AsyncIterable<BrokenReference>;
  /** Compares the text index with the rows; undefined where the engine maintains it by itself. */
  readonly searchIndex: ((table: keyof Searches) => Promise<IndexComparison>) | undefined;
  close(): Promise<void>;
}

export interface BrokenReference {
  table: string;
  parent: string;
  count: number;
}

export interface IndexComparison {
  rows: number;
  /** Rows that should be in the index and are not. */
  unindexed: number;
  /** Whether the index holds exactly the words of the rows. */
  isSame: boolean;
}
