// How the program uses its connections to PostgreSQL.

import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PostgresDriver } from '../../src/engines/sql/dialects/postgres/driver.ts';
import { openPostgres } from '../../src/engines/sql/dialects/postgres/postgres.ts';
import { noStatementNames } from '../../src/engines/sql/dialects/postgres/statements.ts';
import type { Dialect } from '../../src/engines/sql/kernel/dialect.ts';
import { serverDatabase } from '../support/database.ts';
import { type Line, startDatabaseLine } from '../support/network/proxy.ts';
import { patiently } from '../support/patience.ts';
import { urlOfTest } from '../support/servers/engines.ts';
import { createDatabase, type Database, templateName } from '../support/servers/postgres.ts';

describe('connections to PostgreSQL', () => {
  let database: Database;
  let line: Line;
  let dialect: Dialect;
  beforeEach(async () => {
    database = await createDatabase(urlOfTest, templateName);
    const opened = await startDatabaseLine(database.url);
    line = opened.line;
    dialect = openPostgres({ url: opened.url, poolSize: 4, prepare: true });
  });
  afterEach(async () => {
    await dialect.close();
    await line.close();
    await database.drop();
  });

  const heldLocks = () =>
    serverDatabase(database.url)
      .rows(`select objid from pg_locks where locktype = 'advisory' order by objid`)
      .map(({ objid }) => objid);

  it('don’t let the server compile statements', async () => {
    const { db, release } = await dialect.connect();
    for (const on of [dialect.reads, dialect.admission, db])
      expect((await sql`show jit`.execute(on)).rows).toEqual([{ jit: 'off' }]);
    release();
  });

  it('carry all statements of a transaction while no answer has come', async () => {
    const { transaction, db, release } = await dialect.connect();
    await transaction.begin(false);
    line.stallAfter(Number.POSITIVE_INFINITY, 0);
    const locked = [1, 2, 3].map((lock) => sql`select pg_advisory_xact_lock(${lock}::int)`.execute(db));
    const outcomes = Promise.allSettled(locked);
    await vi.waitFor(() => expect(heldLocks()).toEqual(['1', '2', '3']), patiently);
    line.cut();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
    await transaction.rollback();
    release();
    await vi.waitFor(() => expect(heldLocks()).toEqual([]), patiently);
  });

  it('are closed when their transaction is given up, while the server still runs a statement', async () => {
    const { transaction, db, release } = await dialect.connect();
    await transaction.begin(false);
    const before = line.open();
    const sleeping = sql`select pg_sleep(3600)`.execute(db);
    const isAsleep = () =>
      serverDatabase(database.url).rows(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      ).length === 1;
    await vi.waitUntil(isAsleep, patiently);
    transaction.end(new Error('The client is gone.'));
    await expect(sleeping).rejects.toThrow('The client is gone.');
    await transaction.rollback();
    release();
    await vi.waitFor(() => expect(line.open()).toBe(before - 1), patiently);
    expect(isAsleep()).toBe(true);
  });

  it('wait for as long as a statement takes, if they are for whole tables', async () => {
    const bulk = openPostgres({ url: database.url, poolSize: 4, prepare: true, purpose: 'bulk' });
    await sql`select 1`.execute(bulk.reads);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const slept = sql<{ done: string }>`select 'yes' as done from pg_sleep(0.5)`.execute(bulk.reads);
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect((await slept).rows).toEqual([{ done: 'yes' }]);
    } finally {
      vi.useRealTimers();
      await bulk.close();
    }
  });

  it('are not used again if a transaction could not begin as a whole', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1, pipeline: true });
    const driver = new PostgresDriver(pool, noStatementNames, { statement_timeout: -5 });
    const connection = await driver.acquireConnection();
    await expect(driver.beginTransaction(connection)).rejects.toThrow('statement_timeout');
    await driver.releaseConnection(connection);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await driver.destroy();
  });
});
