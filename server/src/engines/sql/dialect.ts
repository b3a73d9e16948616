// What truly differs between the SQL engines, and nothing else. Queries are written once, beside this file.

import type { MigrationProvider } from 'kysely';
import type { Instant } from '../../domain/clock.ts';
import type { Db } from './tables.ts';

export interface Dialect {
  /** For questions; sees what is committed. */
  readonly reads: Db;
  /** For transactions. */
  readonly writes: Db;
  readonly search: TextSearch;
  /** What a driver's error means to us; undefined when it is a bug. */
  classify(error: unknown): 'conflict' | 'unavailable' | undefined;
  close(): Promise<void>;
}

/** An absent list does not restrict; none is ever empty. */
export interface SearchTerms {
  /** Any of these searches; a title must have all words of one, and none is empty. */
  searches: readonly (readonly string[])[];
  statusIds?: readonly string[];
  typeIds?: readonly string[];
  updatedSince?: Instant;
}

/** A stretch of the matches in order of creation (createdAt, id). */
export interface SearchSlice {
  direction: 'asc' | 'desc';
  take: number;
  skip: number;
  after?: { createdAt: Instant; id: string };
}

export interface TextSearch {
  /** Adds what the index needs to a fresh schema. */
  createIndex(db: Db): Promise<void>;
  /** Makes the index agree with the post's row as it is now. */
  put(db: Db, workspaceId: string, postId: string): Promise<void>;
  /** The same for posts that are not in the index yet: bulk loading. */
  putMany(db: Db, workspaceId: string, postIds: readonly string[]): Promise<void>;
  /** Called before the post's row goes. */
  remove(db: Db, workspaceId: string, postId: string): Promise<void>;
  /** The ids of posts whose title has, for every word of some search, a word that begins with it. */
  matches(db: Db, workspaceId: string, terms: SearchTerms, slice: SearchSlice): Promise<string[]>;
}

export type Migrations = (search: TextSearch) => MigrationProvider;
