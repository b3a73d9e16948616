// Everything that differs between the SQL engines. Queries are written once, in the neighboring files.

import type { MigrationProvider, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { Claims, StoreMetrics } from '../../../ports/store.ts';
import type { Db, Tables } from './tables.ts';

export interface Dialect {
  /** For queries; sees committed data. */
  readonly reads: Db;
  /** For the short queries that admit a request (API keys, sessions): they never wait for `reads`. */
  readonly admission: Db;
  /** For migrations and moves: what a statement or transaction wrote is durable when it ends. */
  readonly writes: Db;
  /** Takes a connection for one transaction of the store; waits until one is free. */
  connect(): Promise<WriteConnection>;
  /**
   * Resolves when every commit so far is durable, those of others included; CommitUnanswered if that is unknown. From
   * then on, nothing can be written.
   */
  durable(): Promise<void>;
  /** Maximum concurrent queries and transactions. */
  readonly width: { reads: number; writes: number };
  readonly search: Searches;
  readonly locks: Locks;
  readonly lookups: Lookups;
  readonly claims: ClaimTable;
  /** Runs the work with a handle for schema changes, one caller at a time. */
  migrating<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Blocks all other writes while the work runs; reads continue. Fails with CONFLICT if a server is connected, and
   * fails if the database did not stay frozen until the end.
   */
  frozen<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the work with a connection of its own, which sees the database as it is now, whatever others commit. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: RawBuilder<Instant>;
  /** Rejects if writes fail: read-only, disk full, broken disk, damaged file. Concurrent writers are fine. */
  probe(): Promise<void>;
  /** See `Store`. */
  tidy(): Promise<boolean>;
  metrics(): Promise<StoreMetrics>;
  /** Classifies a driver's error; undefined if it is a bug. */
  classify(error: unknown): ErrorKind | undefined;
  close(): Promise<void>;
}

/** The connection or the disk failed during a commit, so its outcome is unknown. */
export class CommitUnanswered extends Error {
  constructor(cause: unknown) {
    super('The outcome of a commit is unknown.', { cause });
  }
}

/** Others were to be committed together with this transaction, which failed or takes too long. */
export class RunAlone extends Error {
  constructor() {
    super('The transaction has to run again, alone.');
  }
}

/**
 * A transaction. Its statements run in the order in which they were started, whether or not the earlier ones are waited
 * for. After one that failed, the others fail for the same reason, and so does the commit. The end of the transaction
 * waits for all of them.
 */
export interface Transactable {
  /** The transaction may be committed together with others, and see what they wrote; not if it runs alone. */
  begin(isAlone: boolean): Promise<void>;
  /** Ends the transaction. It is committed then if it runs alone, otherwise see `outcome`. */
  commit(): Promise<void>;
  /**
   * To be taken before the transaction ends: resolves when what it did or saw is committed, but perhaps not durable.
   * Rejects with CommitUnanswered if that is unknown, or with RunAlone.
   */
  readonly outcome: Promise<void>;
  rollback(): Promise<void>;
  /**
   * From now on, every statement of the open transaction fails with this reason. A running statement is not
   * awaited; its connection is dropped.
   */
  end(reason: Error): void;
}

/** The same object each time that the same connection is taken. */
export interface WriteConnection {
  readonly transaction: Transactable;
  /** Its statements run on this connection. */
  readonly db: Db;
  release(): void;
}

/** `again`: a conflict with another transaction; retry. */
export type ErrorKind = 'conflict' | 'unavailable' | 'again';

/**
 * `bulk` loads data that can be loaded again: commits are not synced one by one, and foreign keys are not checked.
 * The database stays consistent.
 */
export type Purpose = 'serve' | 'bulk';

type Rows<T extends keyof Tables, O> = SelectQueryBuilder<Tables, T, O>;

/** Row locks. No-ops where transactions run one by one. */
export interface Locks {
  /** Locks the rows until the transaction ends; others wait. */
  held<T extends keyof Tables, O>(rows: Rows<T, O>): Rows<T, O>;
  /** Skips locked rows, so that concurrent processes get different ones. */
  unclaimed<T extends keyof Tables, O>(rows: Rows<T, O>): Rows<T, O>;
}

/** Finds rows by many values of a column with one statement. */
export interface Lookups {
  /**
   * Every value is looked up in an index, even if the planner knows nothing about the table yet, or would rather read
   * all of it. If several rows have the same value, one or more of them are found.
   */
  each<T extends keyof Tables, O>(
    db: Db,
    rows: Rows<T, O>,
    column: keyof Tables[T] & string,
    values: readonly string[],
  ): Promise<O[]>;
}

/** A text index per searchable resource. */
export interface Searches {
  readonly posts: TextSearch;
  readonly users: TextSearch<WordTerms>;
  readonly texts: TextSearch<WordTerms>;
}

export interface WordTerms {
  /** Matches any of these searches. A text must contain all words of one; none is empty. */
  searches: readonly (readonly string[])[];
}

/** For posts. An absent list does not filter; none is ever empty. */
export interface SearchTerms extends WordTerms {
  statusIds?: readonly string[] | undefined;
  typeIds?: readonly string[] | undefined;
}

/** A row of a searchable table, with all of its columns. */
export interface IndexableRow {
  readonly workspace_id: string;
  readonly id: string;
}

export interface TextSearch<Terms extends WordTerms = SearchTerms> {
  /** Adds the index to a new schema. */
  createIndex(db: Db): Promise<void>;
  /** Indexes all rows again, after what the index holds of a row has changed. */
  reindex(db: Db): Promise<void>;
  /** Inserts a new row and indexes it. */
  insert(db: Db, row: IndexableRow): Promise<void>;
  /** Indexes new rows, and updates the index from rows that changed. */
  put(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Call before deleting rows. For users, whose old words must be erased, also before updating them. */
  remove(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /**
   * Names the rows whose text has, for every word of some search, a word that starts with it; undefined if there are
   * more than `max`. Words count only up to the length that the index holds, so check them on the rows.
   */
  find(db: Db, workspaceId: string, terms: Terms, max: number): Promise<Found | undefined>;
  /** How many rows have each word, or one that it starts: exact below `few`, otherwise an estimate. */
  countsOf(db: Db, workspaceId: string, words: readonly string[], few: number): Promise<number[]>;
  /** The rows that have all of these words, up to the length that the index holds, the last added first. */
  latest(
    db: Db,
    workspaceId: string,
    words: readonly string[],
    options: LatestOptions,
  ): Promise<WordsOfRow[]>;
  /** The row is one of those found in the workspace. Needs no other condition on the workspace, which would mislead the planner. */
  isAmong(workspaceId: string, found: Found): RawBuilder<SqlBool>;
}

export interface LatestOptions {
  max: number;
  /** Only rows that visitors see. */
  areShown: boolean;
}

/** The words of a row's text, as they are stored. */
export interface WordsOfRow {
  id: string;
  words: string;
}

/** Rows as the engine names them; an empty text if there are none. */
export type Found = string;

export interface NamedColumn {
  name: string;
  column: RawBuilder<unknown>;
}

/** Claims and their table. */
export interface ClaimTable extends Claims {
  create(db: Db): Promise<void>;
}

export type Migrations = (dialect: Pick<Dialect, 'search' | 'claims'>) => MigrationProvider;
