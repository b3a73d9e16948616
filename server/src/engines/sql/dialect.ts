// What truly differs between the SQL engines, and nothing else. Queries are written once, beside this file.

import type { MigrationProvider } from 'kysely';
import type { Instant } from '../../domain/clock.ts';
import type { Db } from './tables.ts';

export interface Dialect {
  /** For questions; sees what is committed. */
  readonly reads: Db;
  /** For transactions. */
  readonly writes: Db;
  readonly search: Searches;
  /** What a driver's error means to us; undefined when it is a bug. */
  classify(error: unknown): 'conflict' | 'unavailable' | undefined;
  close(): Promise<void>;
}

/** A text index for each kind of thing that can be searched. */
export interface Searches {
  readonly posts: TextSearch;
  readonly users: TextSearch<WordTerms>;
}

export interface WordTerms {
  /** Any of these searches; a text must have all words of one, and none is empty. */
  searches: readonly (readonly string[])[];
  updatedSince?: Instant;
}

/** Of posts. An absent list does not restrict; none is ever empty. */
export interface SearchTerms extends WordTerms {
  statusIds?: readonly string[];
  typeIds?: readonly string[];
  isMerged?: boolean;
}

/** A stretch of the matches in order of creation (createdAt, id). */
export interface SearchSlice {
  direction: 'asc' | 'desc';
  take: number;
  skip: number;
  after?: { createdAt: Instant; id: string };
}

export interface TextSearch<Terms extends WordTerms = SearchTerms> {
  /** Adds what the index needs to a fresh schema. */
  createIndex(db: Db): Promise<void>;
  /** Makes the index agree with the row as it is now. */
  put(db: Db, workspaceId: string, id: string): Promise<void>;
  /** The same for rows that are not in the index yet: bulk loading. */
  putMany(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** The same for rows in the index whose words and time are as they were: what narrows a search has changed. */
  refresh(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Called before the row goes; for users, whose old words must leave no trace, also before it changes. */
  remove(db: Db, workspaceId: string, id: string): Promise<void>;
  /** The ids of rows whose text has, for every word of some search, a word that begins with it. */
  matches(db: Db, workspaceId: string, terms: Terms, slice: SearchSlice): Promise<string[]>;
}

export type Migrations = (search: Searches) => MigrationProvider;
