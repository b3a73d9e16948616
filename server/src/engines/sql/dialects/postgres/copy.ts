// Copies a PostgreSQL database with `pg_dump`, and restores it with `pg_restore`. Rows are counted in the snapshot that
// is dumped. Only the schema of the installation is copied: a restore leaves what it replaced in another one.

import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { conflict } from '../../../../domain/kernel/failure.ts';
import type { CopiedDatabase, CopyProgress } from '../../kernel/database-copy.ts';
import type { Dialect } from '../../kernel/dialect.ts';
import type { Db } from '../../kernel/tables.ts';
import { markUnfinished, refuseUnfinished, removeMark, unfinishedMark } from '../../restore/unfinished.ts';
import { applicationName, openPostgres, type PostgresOptions } from './postgres.ts';
import { runProgram } from './programs.ts';

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
    await refuseUnfinished(dialect.reads);
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
  /** Fails if what was restored is not what was dumped. */
  check(restored: CopiedDatabase): Promise<void>;
  /** Makes it ready to be used. */
  prepare(): Promise<void>;
  signal: AbortSignal | undefined;
}

/** Fills an empty database, or puts back what it set aside. Returns whether something was set aside. */
export async function restorePostgres(
  options: PostgresOptions,
  { path, setAside, environment, check, prepare, signal }: PostgresRestore,
): Promise<boolean> {
  const surroundings = { url: options.url, environment };
  // A missing program, or one that is too old for the dump, is found before the first change.
  await runProgram('pg_restore', ['--list', path], surroundings);
  const dialect = forCopying(options);
  try {
    const schema = await schemaOf(dialect.reads);
    await refuseServers(dialect.reads);
    const aside = (await hasTables(dialect.reads)) ? setAside : '';
    if (aside === undefined) throw notEmpty();
    if (aside === '') await markUnfinished(dialect.writes, schema);
    else await replaceSchema(dialect.writes, schema, aside);
    let isFilled = false;
    try {
      const { pathname } = new URL(options.url);
      const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
      // Without --strict-names, nothing would be restored from a dump of a schema with another name.
      const where = ['--strict-names', `--schema=${schema}`];
      const database = `--dbname=${decodeURIComponent(pathname.slice(1))}`;
      await runProgram('pg_restore', [...how, ...where, database, path], { ...surroundings, signal });
      isFilled = true;
      await check({ engine: 'PostgreSQL', reads: dialect.reads });
      await prepare();
    } catch (error) {
      if (aside !== '') await putSchemaBack(dialect.writes, schema, aside);
      else if (!isFilled) await removeMark(dialect.writes);
      else if (error instanceof Error)
        error.message += ` The restore is not complete: drop the schema "${schema}" and create it again before the next one.`;
      throw error;
    }
    return aside !== '';
  } finally {
    await dialect.close();
  }
}

const replaceSchema = (db: Db, schema: string, aside: string): Promise<void> =>
  db.transaction().execute(async (changes) => {
    await sql`alter schema ${sql.id(schema)} rename to ${sql.id(aside)}`.execute(changes);
    await sql`create schema ${sql.id(schema)}`.execute(changes);
    await markUnfinished(changes, schema);
  });

async function putSchemaBack(db: Db, schema: string, aside: string): Promise<void> {
  try {
    await db.transaction().execute(async (changes) => {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(changes);
      await sql`alter schema ${sql.id(aside)} rename to ${sql.id(schema)}`.execute(changes);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason given';
    throw conflict(
      `The restore failed, and so did putting back what was there: ${reason}. It is in the schema "${aside}"; ` +
        `drop the schema "${schema}", and rename it back.`,
    );
  }
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
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname <> ${unfinishedMark}`.execute(db);
  return rows[0]?.count !== 0;
}

async function refuseServers(db: Db): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName}`.execute(db);
  if (rows[0]?.count !== 0) throw conflict('A server is connected to the database. Stop every node first.');
}
