// What truly differs between the SQL engines, and nothing else. Queries are written once, beside this file.

import type { DatabaseConnection, MigrationProvider, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import type { Claims, StoreFigures } from '../../../ports/store.ts';
import type { Db, Tables } from './tables.ts';

export interface Dialect {
  /** For questions; sees what is committed. */
  readonly reads: Db;
  /** The same, for the short questions that decide whether a request is let in: they never wait for `reads`. */
  readonly door: Db;
  /** For transactions. Its connections are endable. */
  readonly writes: Db;
  /** How many questions and transactions are worth having under way at once. */
  readonly width: { reads: number; writes: number };
  readonly search: Searches;
  readonly locks: Locks;
  readonly claims: ClaimTable;
  /** Gives the handle to change the schema with: of all who ask, one at a time gets to do so. */
  migrating<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Nobody else changes anything while the work runs; everybody may read. Refuses with CONFLICT when a server is
   * seen at this database, and fails when it could not be kept still until the work ended.
   */
  frozen<T>(work: () => Promise<T>): Promise<T>;
  /** The time by the database's own clock, in milliseconds since 1970. */
  readonly now: RawBuilder<Instant>;
  /** Rejects when a write would fail now: read-only, no room, a broken disk. Others writing is no reason. */
  probe(): Promise<void>;
  figures(): Promise<StoreFigures>;
  /** What a driver's error means to us; undefined when it is a bug. */
  classify(error: unknown): ErrorKind | undefined;
  close(): Promise<void>;
}

/** A commit was asked for, and no answer says how it ended. */
export class CommitUnanswered extends Error {
  constructor(cause: unknown) {
    super('The outcome of a commit is unknown.', { cause });
  }
}

export interface EndableConnection extends DatabaseConnection {
  /**
   * From now on every statement of the open transaction fails with this reason. One that is under way is not waited
   * for; its connection is given up.
   */
  end(reason: Error): void;
}

/** `again`: nothing is wrong with the transaction, others were in its way. */
export type ErrorKind = 'conflict' | 'unavailable' | 'again';

/**
 * `bulk` is for loading what could be loaded again: commits need not be on the disk one by one, and references
 * need not be looked up again, since the loader made both of their ends. The database stays consistent.
 */
export type Purpose = 'serve' | 'bulk';

type Rows<T extends keyof Tables, O> = SelectQueryBuilder<Tables, T, O>;

/** Rows that a transaction keeps for itself. Where transactions run one by one there is nothing to add. */
export interface Locks {
  /** The rows stay as they are until the transaction ends; whoever else wants them waits. */
  held<T extends keyof Tables, O>(rows: Rows<T, O>): Rows<T, O>;
  /** Only rows that nobody holds: of several processes at the same work, each gets other pieces. */
  unclaimed<T extends keyof Tables, O>(rows: Rows<T, O>): Rows<T, O>;
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

/** Claims, and what they need in the schema. */
export interface ClaimTable extends Claims {
  create(db: Db): Promise<void>;
}

export type Migrations = (dialect: Pick<Dialect, 'search' | 'claims'>) => MigrationProvider;
