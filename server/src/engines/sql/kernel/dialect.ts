// Everything that differs between the SQL engines. Queries are written once, in the neighboring files.

import type { MigrationProvider, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
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
  /**
   * A number that differs after every commit to the database, by any process. Undefined where asking takes as long as
   * a query.
   */
  readonly dataVersion: (() => number) | undefined;
  /** Maximum concurrent queries and transactions. */
  readonly width: { reads: number; writes: number };
  readonly search: Searches;
  readonly locks: Locks;
  readonly lookups: Lookups;
  readonly jsonString: JsonString;
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
  /** Rejects if writes fail: read-only, disk full, broken disk. Concurrent writers are fine. */
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

/** A text column as a JSON string, exactly as `JSON.stringify` writes it. */
export type JsonString = (column: RawBuilder<unknown>) => RawBuilder<string>;

/** A text index per searchable resource. */
export interface Searches {
  readonly posts: TextSearch;
  readonly users: TextSearch<WordTerms>;
}

export interface WordTerms {
  /** Matches any of these searches. A text must contain all words of one; none is empty. */
  searches: readonly (readonly string[])[];
  /** Bounds of the creation time, which limit how much of the index is read: `since` included, `before` not. */
  createdSince?: Instant | undefined;
  createdBefore?: Instant | undefined;
  /** Further conditions, checked on the row. */
  onRow?: readonly RawBuilder<SqlBool>[];
}

/** For posts. An absent list does not filter; none is ever empty. */
export interface SearchTerms extends WordTerms {
  statusIds?: readonly string[];
  typeIds?: readonly string[];
}

/** A slice of the matches, ordered by (createdAt, id). */
export interface SearchSlice {
  direction: 'asc' | 'desc';
  take: number;
  skip: number;
  after?: { createdAt: Instant; id: string };
  /**
   * Whether an engine may find less to be quick: leave out searches for several words that are all common, find several
   * words only as they are and not as beginnings, and miss some that aren't among the newest.
   */
  isBrief?: boolean;
}

/** A row of a searchable table, with all of its columns. */
export interface IndexableRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: Instant;
}

export interface TextSearch<Terms extends WordTerms = SearchTerms> {
  /** Adds the index to a new schema. */
  createIndex(db: Db): Promise<void>;
  /** Indexes all rows again, after what the index holds of a row has changed. */
  reindex(db: Db): Promise<void>;
  /** Inserts a new row and indexes it. */
  insert(db: Db, row: IndexableRow): Promise<void>;
  /** Updates the index from the row. */
  put(db: Db, workspaceId: string, id: string): Promise<void>;
  /** Indexes new rows in bulk. */
  putMany(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Updates indexed rows whose filter values changed, but not their words or creation time. */
  refresh(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Call before deleting a row. For users, whose old words must be erased, also before updating it. */
  remove(db: Db, workspaceId: string, id: string): Promise<void>;
  /** Removes many rows from the index at once. Call before deleting them in the same transaction. */
  removeMany(db: Db, workspaceId: string, ids: readonly string[]): Promise<void>;
  /** Ids of rows whose text has, for every word of some search, a word that starts with it. */
  matches(db: Db, workspaceId: string, terms: Terms, slice: SearchSlice): Promise<string[]>;
  /**
   * For an engine that can read the matching rows in the same query. Call it once per selection. `packing` reads the
   * same columns faster.
   */
  matchingRows?<Row>(columns: readonly NamedColumn[], packing?: Packing<Row>): MatchingRows<Terms, Row>;
}

/** One text for all columns of a row; `unpack` takes the joined texts of all rows. */
export interface Packing<Row> {
  column: RawBuilder<string>;
  unpack(text: string): Row[];
}

export interface NamedColumn {
  name: string;
  column: RawBuilder<unknown>;
}

/** Undefined if further conditions must be checked on the rows. */
export type MatchingRows<Terms, Row> = (
  db: Db,
  workspaceId: string,
  terms: Terms,
  slice: SearchSlice,
) => Promise<Row[]> | undefined;

/** Claims and their table. */
export interface ClaimTable extends Claims {
  create(db: Db): Promise<void>;
}

export type Migrations = (dialect: Pick<Dialect, 'search' | 'claims'>) => MigrationProvider;
