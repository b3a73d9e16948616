// PostgreSQL: the engine for many processes. Three pools, so that none of them waits for another's work: one reads, one
// writes, and one decides who is let in.

import {
  type CreateTableNode,
  type DataTypeNode,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  sql,
} from 'kysely';
import pg from 'pg';
import { conflict, Failure } from '../../../domain/failure.ts';
import type { Dialect, Locks, Purpose } from '../kernel/dialect.ts';
import { everyTable } from '../kernel/table-keys.ts';
import type { Tables } from '../kernel/tables.ts';
import { postgresClaims } from './postgres-claims.ts';
import { PostgresDriver, type TransactionSettings } from './postgres-driver.ts';
import { classify } from './postgres-errors.ts';
import { checkPartitions, partitioning, partitionsOf } from './postgres-partitions.ts';
import { postgresSearches } from './postgres-search.ts';
import { noStatementNames, type StatementNames, statementNames } from './postgres-statements.ts';

export interface PostgresOptions {
  url: string;
  /** Connections of this process in all; at least two. */
  poolSize: number;
  /** Whether statements are prepared under names. */
  prepare: boolean;
  /** Into how many parts an empty database puts its large tables; one that is not empty must have as many. */
  partitions?: number | undefined;
  purpose?: Purpose;
}

const connectWithinMs = 5_000;
const statementWithinMs = 30_000;
/** The server ends what takes too long by itself. Should it not even do that, it is not waited for any longer. */
const silentForMs = statementWithinMs + 2_000;
/**
 * A transaction never waits for anything but the server, so one that is idle belongs to a process that is frozen or
 * gone. Less than others wait for its locks: they get their turn instead of an error.
 */
const idleInTransactionMs = 5_000;
const lockHeldForMs = 8_000;
const idleConnectionMs = 60_000;
/** Connections are made anew now and then: they grow, and the name may lead to another server by then. */
const connectionLivesSeconds = 1_800;

const int8 = 20;
const numeric = 1700;

/** Counts and instants fit a double; `pg` would answer them as text. Of this pool only, nobody else's. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
};

export function openPostgres(options: PostgresOptions): Dialect {
  const { url, poolSize, prepare, purpose = 'serve' } = options;
  const width = divided(poolSize);
  const names = prepare ? statementNames() : noStatementNames;
  const forPurpose = purpose === 'bulk' ? unhurried : {};
  const pools = {
    read: newPool(url, width.reads, forPurpose),
    write: newPool(url, width.writes, purpose === 'bulk' ? forBulk : {}),
    ...(width.door > 0 && { admission: newPool(url, width.door, forPurpose) }),
  };
  const reads = onPool(pools.read, names);
  const writes = onPool(pools.write, names, purpose === 'bulk' ? {} : { settings: ofRequests });
  const door = pools.admission === undefined ? reads : onPool(pools.admission, names);
  /** A connection of its own, without the limits that requests have. */
  const alone = async <T>(
    name: string,
    work: (db: Kysely<Tables>, pool: pg.Pool) => Promise<T>,
  ): Promise<T> => {
    const pool = new pg.Pool({
      connectionString: url,
      max: 1,
      types,
      connectionTimeoutMillis: connectWithinMs,
      keepAlive: true,
      application_name: `${servingName} ${name}`,
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
    door,
    writes,
    width,
    search: postgresSearches,
    locks,
    // Not behind writers who wait for each other, nor behind long questions: a claim waits for nobody.
    claims: postgresClaims(door),
    /** An index may take its time. */
    migrating: (work) =>
      alone('migrate', async (db, pool) => {
        await requireUtf8(db);
        const found = await partitionsOf(db);
        checkPartitions(found, options.partitions);
        const done = await work(onPool(pool, noStatementNames, { partitions: found ?? options.partitions }));
        // Another process may have been the first to make an empty database.
        checkPartitions(await partitionsOf(db), options.partitions);
        return done;
      }),
    frozen: (work) => alone('freeze', (db) => whileFrozen(db, work)),
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    probe: () => requireWritable(door),
    figures: async () => ({
      connections: Object.entries(pools).map(([use, pool]) => ({ use, ...busyness(pool) })),
    }),
    classify,
    close: async () => {
      for (const db of new Set([reads, writes, door])) await db.destroy();
    },
  };
}

/** A few connections are enough for short questions. With too few for three pools, readers share theirs. */
function divided(poolSize: number): { reads: number; writes: number; door: number } {
  const door = Math.min(2, Math.floor(poolSize / 4));
  const writes = Math.max(1, Math.floor((poolSize - door) / 2));
  return { door, writes, reads: Math.max(1, poolSize - door - writes) };
}

/** What holds for the transactions of a server, whatever the connection was opened with. */
const ofRequests: TransactionSettings = {
  statement_timeout: statementWithinMs,
  lock_timeout: lockHeldForMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
};

/** What every connection of a server, and of the commands beside it, is called. */
const servingName = 'earshot';

/** Reading a whole table is no mistake here. */
const unhurried: pg.PoolConfig = { statement_timeout: 0, application_name: `${servingName} bulk` };

/** Only a superuser may leave references unchecked; for others it takes twice as long. */
const forBulk: pg.PoolConfig = {
  ...unhurried,
  onConnect: async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query('set session_replication_role = replica').catch(() => undefined);
  },
};

function newPool(url: string, max: number, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: idleConnectionMs,
    maxLifetimeSeconds: connectionLivesSeconds,
    statement_timeout: statementWithinMs,
    query_timeout: silentForMs,
    keepAlive: true,
    application_name: servingName,
    ...more,
  });
  surviveLostConnections(pool);
  return pool;
}

const busyness = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** A connection that breaks while nobody asks anything of it is told here; whoever uses it next is told anyway. */
function surviveLostConnections(pool: pg.Pool): void {
  const told = () => undefined;
  pool.on('error', told);
  pool.on('connect', (client) => client.on('error', told));
}

const onPool = (
  pool: pg.Pool,
  names: StatementNames,
  { settings, partitions = 0 }: { settings?: TransactionSettings; partitions?: number | undefined } = {},
): Kysely<Tables> => {
  const dialect: KyselyDialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, names, settings),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new AgreeingCompiler(partitions),
  };
  return new Kysely<Tables>({ dialect });
};

/** Where the two engines would read the same query differently, this one is made to agree with the other. */
class AgreeingCompiler extends PostgresQueryCompiler {
  readonly #partitions: number;

  constructor(partitions: number) {
    super();
    this.#partitions = partitions;
  }

  /** A migration says what a table is, and not in how many pieces it lies. */
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node);
    this.append(partitioning(node, this.#partitions));
  }

  /** Texts are ordered by their bytes, whatever the database's own language is. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }

  /** Nothing is in an empty list. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(null)');
    else super.visitPrimitiveValueList(node);
  }
}

const locks: Locks = {
  held: (rows) => rows.forUpdate(),
  unclaimed: (rows) => rows.forUpdate().skipLocked(),
};

const lockWithinMs = 10_000;

/**
 * The locks end with the connection, so that the commit at the end proves that they were held. They are taken before
 * servers are looked for: one that comes later finds the mark of whoever asked for this.
 */
const whileFrozen = <T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(lockWithinMs)}`.execute(transaction);
    const tables = sql.join(everyTable.map((name) => sql.table(name)));
    await sql`lock table ${tables} in share row exclusive mode`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      select count(*) as "count" from pg_stat_activity
      where datname = current_database() and application_name = ${servingName}`.execute(transaction);
    if (rows[0]?.count !== 0) {
      throw conflict('A server is connected to the database that is to be moved. Stop every node first.');
    }
    return work();
  });

/** Also true of a standby. Asked on a connection for reads: writers may all be waiting for each other. */
async function requireWritable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db);
  if (rows[0]?.isReadOnly !== false) throw new Failure('UNAVAILABLE', 'The database is read-only.');
}

async function requireUtf8(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') {
    throw new Failure('UNAVAILABLE', `It must be encoded in UTF8; this one is in ${encoding}.`);
  }
}
