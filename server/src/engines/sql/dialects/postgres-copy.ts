// Copies a PostgreSQL database with `pg_dump`, and restores it with `pg_restore`. Rows are counted in the snapshot that
// is dumped. Only the schema of the installation is copied: a restore leaves what it replaced in another one.

import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { conflict } from '../../../domain/failure.ts';
import type { CopiedDatabase, CopyProgress } from '../kernel/database-copy.ts';
import type { Dialect } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { applicationName, openPostgres, type PostgresOptions } from './postgres.ts';
import { runProgram } from './postgres-programs.ts';

/** For copying: nothing waits for it, so nothing times out. */
const forCopying = (options: PostgresOptions): Dialect =>
  openPostgres({ ...options, poolSize: 2, purpose: 'bulk' });

export async function copyPostgres<T>(
  options: PostgresOptions,
  { path, environment }: CopyProgress,
  look: (copy: CopiedDatabase) => Promise<T>,
): Promise<T> {
  // pg_dump keeps the mode of a file that exists.
  await (await open(path, 'wx', 0o600)).close();
  const dialect = forCopying(options);
  try {
    return await dialect.writes.transaction().execute(async (reads) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(reads);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(reads);
      const { rows } = await sql<{ snapshot: string; schema: string }>`
        select pg_export_snapshot() as snapshot, current_schema() as schema`.execute(reads);
      const { snapshot = '', schema = '' } = rows[0] ?? {};
      const what = ['--format=custom', `--schema=${quoted(schema)}`, '--exclude-table-data=*.claims'];
      await runProgram('pg_dump', [...what, `--snapshot=${snapshot}`, `--file=${path}`], {
        url: options.url,
        environment,
      });
      return look({ engine: 'PostgreSQL', reads });
    });
  } finally {
    await dialect.close();
  }
}

/** As a pattern of pg_dump. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface PostgresRestore {
  /** The dump. */
  path: string;
  environment: CopyProgress['environment'];
  /** Where tables that exist go, as the name of a schema; undefined refuses them. */
  setAside: string | undefined;
}

/** Fills an empty database, or none of it. Returns whether something was set aside. */
export async function restorePostgres(
  options: PostgresOptions,
  { path, setAside, environment }: PostgresRestore,
): Promise<boolean> {
  const dialect = forCopying(options);
  let isSetAside = false;
  let schema: string;
  try {
    schema = await schemaOf(dialect.reads);
    await refuseServers(dialect.reads);
    if (await hasTables(dialect.reads)) {
      if (setAside === undefined) throw notEmpty();
      await dialect.writes.transaction().execute(async (db) => {
        await sql`alter schema ${sql.id(schema)} rename to ${sql.id(setAside)}`.execute(db);
        await sql`create schema ${sql.id(schema)}`.execute(db);
      });
      isSetAside = true;
    }
  } finally {
    await dialect.close();
  }
  const { pathname } = new URL(options.url);
  const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  const where = [`--schema=${schema}`, `--dbname=${decodeURIComponent(pathname.slice(1))}`];
  await runProgram('pg_restore', [...how, ...where, path], { url: options.url, environment });
  return isSetAside;
}

export async function requireEmptyPostgres(options: PostgresOptions): Promise<void> {
  const dialect = forCopying(options);
  try {
    await refuseServers(dialect.reads);
    if (await hasTables(dialect.reads)) throw notEmpty();
  } finally {
    await dialect.close();
  }
}

const notEmpty = () =>
  conflict('The database is not empty. Restore into an empty one, or use --force to set its tables aside.');

async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema ?? undefined;
  if (schema === undefined) throw conflict('The database has no schema to restore into: create "public".');
  return schema;
}

async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db);
  return rows[0]?.count !== 0;
}

async function refuseServers(db: Db): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`.execute(db);
  if (rows[0]?.count !== 0) throw conflict('A server is connected to the database. Stop every node first.');
}
