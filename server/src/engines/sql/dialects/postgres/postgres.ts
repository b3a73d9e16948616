// PostgreSQL, for several processes. Reads, writes and admission (API keys, sessions) have separate pools, so none
// of them waits for another.

import {
  type CreateTableNode,
  type DataTypeNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import { conflict, Failure } from '../../../../domain/kernel/failure.ts';
import type { Dialect, Locks, Lookups, Purpose, WriteConnection } from '../../kernel/dialect.ts';
import { boundTo } from '../../kernel/statements/bound.ts';
import { everyTable } from '../../kernel/table-keys.ts';
import type { Tables } from '../../kernel/tables.ts';
import { postgresClaims } from './claims.ts';
import { type PostgresConnection, PostgresDriver, type TransactionSettings } from './driver.ts';
import { classify } from './errors.ts';
import { checkPartitions, partitioning, partitionsOf } from './partitions.ts';
import { postgresSearches } from './search.ts';
import { manyValues, noStatementNames, type StatementNames, statementNames } from './statements.ts';

export interface PostgresOptions {
  url: string;
  /** Total connections of this process; at least two. */
  poolSize: number;
  /** Whether to use named prepared statements. */
  prepare: boolean;
  /** Partitions per large table in a new database; an existing database must match. */
  partitions?: number | undefined;
  purpose?: Purpose;
}

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** Client-side limit, in case the server does not enforce its own. */
const queryTimeoutMs = statementTimeoutMs + 2_000;
/**
 * A transaction waits for nothing but the server, so an idle one belongs to a frozen or dead process. Shorter than
 * the lock timeout: processes waiting for its locks proceed instead of failing.
 */
const idleInTransactionMs = 5_000;
const lockTimeoutMs = 8_000;
const idleConnectionMs = 60_000;
/** Connections are renewed: their memory grows, and DNS may point to another server. */
const connectionLifetimeSeconds = 1_800;

const int8 = 20;
const numeric = 1700;

/** Counts and instants fit a double, but `pg` returns them as text. Applies to these pools only. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
};

export function openPostgres(options: PostgresOptions): Dialect {
  const { url, poolSize, prepare, purpose = 'serve' } = options;
  const width = dividePool(poolSize);
  const names = prepare ? statementNames() : noStatementNames;
  const purposeConfig = purpose === 'bulk' ? bulkConfig : {};
  const pools = {
    read: newPool(url, width.reads, purposeConfig),
    write: newPool(url, width.writes, purpose === 'bulk' ? bulkWriteConfig : {}),
    ...(width.admission > 0 && { admission: newPool(url, width.admission, purposeConfig) }),
  };
  const reads = onPool(pools.read, names);
  const onWriters = kyselyOn(pools.write, names, purpose === 'bulk' ? {} : { settings: requestSettings });
  const writes = new Kysely<Tables>({ dialect: onWriters });
  const admission = pools.admission === undefined ? reads : onPool(pools.admission, names);
  /** Runs the work on its own connection, without request timeouts. */
  const onOwnConnection = async <T>(
    name: string,
    work: (db: Kysely<Tables>, pool: pg.Pool) => Promise<T>,
  ): Promise<T> => {
    const pool = new pg.Pool({
      connectionString: url,
      max: 1,
      types,
      pipeline: true,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: `${applicationName} ${name}`,
    });
    surviveLostConnections(pool);
    const db = onPool(pool, noStatementNames);
    try {
      return await work(db, pool);
    } finally {
      await db.destroy();
      if (!pool.ended) await pool.end();
    }
  };
  return {
    reads,
    admission,
    writes,
    connect: connector(onWriters, writes),
    // A commit is durable when the server answers it.
    durable: () => Promise.resolve(),
    width,
    search: postgresSearches,
    locks,
    lookups,
    // On the admission pool: claims must not queue behind writers or long reads.
    claims: postgresClaims(admission),
    /** No timeout: creating an index can take long. */
    migrating: (work) =>
      onOwnConnection('migrate', async (db, pool) => {
        await requireUtf8(db);
        const found = await partitionsOf(db);
        checkPartitions(found, options.partitions);
        const done = await work(onPool(pool, noStatementNames, { partitions: found ?? options.partitions }));
        // Another process may have created the schema first.
        checkPartitions(await partitionsOf(db), options.partitions);
        return done;
      }),
    frozen: (work) => onOwnConnection('freeze', (db) => whileFrozen(db, work)),
    snapshot: (work) =>
      onOwnConnection('export', (db) =>
        db.transaction().execute(async (transaction) => {
          await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
          return work(transaction);
        }),
      ),
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    probe: () => requireWritable(admission),
    // Autovacuum does it.
    tidy: async () => false,
    metrics: async () => ({
      connections: Object.entries(pools).map(([use, pool]) => ({ use, ...usageOf(pool) })),
    }),
    classify,
    // Not by way of the query builders: they don't close what they never used, and transactions bypass them.
    close: async () => {
      for (const pool of Object.values(pools)) if (!pool.ending) await pool.end();
    },
  };
}

/** Admission queries are short and need few connections. A pool too small for three shares the readers'. */
function dividePool(poolSize: number): { reads: number; writes: number; admission: number } {
  const admission = Math.min(2, Math.floor(poolSize / 4));
  const writes = Math.max(1, Math.floor((poolSize - admission) / 2));
  return { admission, writes, reads: Math.max(1, poolSize - admission - writes) };
}

/** Transaction settings of a server, whatever the connection's defaults are. */
const requestSettings: TransactionSettings = {
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
};

/** The application name of servers and of commands run next to them. */
export const applicationName = 'earshot';

/**
 * PostgreSQL would compile statements that it expects to be expensive, which takes 20 to 40 ms each time. Ours aren't:
 * most parts of a search, for example, never run.
 */
const turnOffCompiling = async (client: pg.ClientBase): Promise<void> => {
  await client.query('set jit = off');
};

/** Reading whole tables is expected here. */
const bulkConfig: pg.PoolConfig = {
  statement_timeout: 0,
  query_timeout: 0,
  application_name: `${applicationName} bulk`,
};

/** Only a superuser may skip foreign key checks; others load half as fast. */
const bulkWriteConfig: pg.PoolConfig = {
  ...bulkConfig,
  onConnect: async (client) => {
    await turnOffCompiling(client);
    await client.query('set synchronous_commit = off');
    await client.query('set session_replication_role = replica').catch(() => undefined);
  },
};

function newPool(url: string, max: number, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    pipeline: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleConnectionMs,
    maxLifetimeSeconds: connectionLifetimeSeconds,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: applicationName,
    onConnect: turnOffCompiling,
    ...more,
  });
  surviveLostConnections(pool);
  return pool;
}

const usageOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/**
 * Without listeners, an idle connection that breaks would crash the process. The next query reports the error
 * anyway.
 */
function surviveLostConnections(pool: pg.Pool): void {
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
}

interface PoolOptions {
  settings?: TransactionSettings;
  partitions?: number | undefined;
}

function kyselyOn(pool: pg.Pool, names: StatementNames, { settings, partitions = 0 }: PoolOptions) {
  const driver = new PostgresDriver(pool, names, settings);
  return {
    driver,
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PortableCompiler(partitions),
  };
}

const onPool = (pool: pg.Pool, names: StatementNames, options: PoolOptions = {}): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: kyselyOn(pool, names, options) });

/** Takes connections of the pool for transactions, each with its own query builder. */
function connector(dialect: ReturnType<typeof kyselyOn>, db: Kysely<Tables>): Dialect['connect'] {
  const known = new WeakMap<PostgresConnection, WriteConnection>();
  return async () => {
    const connection = await dialect.driver.acquireConnection();
    const taken = known.get(connection) ?? {
      transaction: connection,
      db: boundTo(connection, db, dialect),
      release: () => connection.release(),
    };
    known.set(connection, taken);
    return taken;
  };
}

/** Makes PostgreSQL agree with SQLite where the same query would behave differently. */
class PortableCompiler extends PostgresQueryCompiler {
  readonly #partitions: number;

  constructor(partitions: number) {
    super();
    this.#partitions = partitions;
  }

  /** Migrations define tables; partitioning is added here. */
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node);
    this.append(partitioning(node, this.#partitions));
  }

  /** Text sorts by bytes, whatever the database's locale is. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }

  /** PostgreSQL rejects an empty list; `(null)` matches nothing. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(null)');
    else super.visitPrimitiveValueList(node);
  }
}

const locks: Locks = {
  held: (rows) => rows.forUpdate(),
  unclaimed: (rows) => rows.forUpdate().skipLocked(),
};

/** A subquery with a limit is run for each value; `in` lets the planner choose to read the whole table. */
const lookups: Lookups = {
  async each(db, rows, column, values) {
    const wanted = rows.where(sql<boolean>`${sql.ref(column)} = given_values.value`).limit(1);
    const found = sql<OutputOf<typeof rows>>`
      select found.* from unnest(${values}::text[]) ${sql.raw(manyValues)}
      cross join lateral (${wanted}) as found`;
    return (await found.execute(db)).rows;
  },
};

type OutputOf<Query> = Query extends SelectQueryBuilder<Tables, keyof Tables, infer O> ? O : never;

const freezeLockTimeoutMs = 10_000;

/**
 * Losing the connection drops the locks, so a successful commit proves that they were held. Take them before
 * looking for servers: a server started later finds the marker left by the caller.
 */
const whileFrozen = <T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(freezeLockTimeoutMs)}`.execute(transaction);
    const tables = sql.join(everyTable.map((name) => sql.table(name)));
    await sql`lock table ${tables} in share row exclusive mode`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*) as "count" from pg_stat_activity
      where datname = current_database() and application_name = ${applicationName}`.execute(transaction);
    if (rows[0]?.count !== 0) {
      throw conflict('A server is still connected to the database to be moved. Stop every node first.');
    }
    return work();
  });

/** Also fails for a standby. Uses the admission pool, since all writers may be waiting for locks. */
async function requireWritable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean; mayWrite: boolean | null }>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly",
      has_table_privilege(to_regclass('workspaces'), 'update') as "mayWrite"`.execute(db);
  if (rows[0]?.isReadOnly !== false) throw new Failure('UNAVAILABLE', 'The database is read-only.');
  if (rows[0].mayWrite === false)
    throw new Failure('UNAVAILABLE', 'The database role may not write to the tables.');
}

async function requireUtf8(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') {
    throw new Failure('UNAVAILABLE', `The database encoding must be UTF8, not ${encoding}.`);
  }
}
