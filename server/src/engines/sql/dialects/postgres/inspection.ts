// Checks of a PostgreSQL database with the rights of its owner: what the server knows about damage, and the foreign
// keys, which a restore or a superuser can bypass. Reading every row, which the other checks do, finds broken pages.

import { sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';
import type { BrokenReference, Inspected } from '../../kernel/inspection.ts';
import type { Db } from '../../kernel/tables.ts';
import { isUnfinished } from '../../restore/unfinished.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';

const oldestVersion = 15;

export async function inspectPostgres(options: PostgresOptions): Promise<Inspected> {
  const dialect = openPostgres({ ...options, poolSize: 2, purpose: 'bulk' });
  const { reads } = dialect;
  try {
    const version = await versionOf(reads);
    return {
      engine: `PostgreSQL ${version}`,
      needsVersion: Number.parseInt(version, 10) < oldestVersion ? `PostgreSQL ${oldestVersion}` : undefined,
      isUnfinished: await isUnfinished(reads),
      now: () => nowOn(dialect),
      reads,
      integrity: () => integrity(reads),
      brokenReferences: () => brokenReferences(reads),
      searchIndex: undefined,
      close: () => dialect.close(),
    };
  } catch (error) {
    await dialect.close();
    throw error;
  }
}

async function versionOf(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(' ')[0] ?? '?';
}

async function nowOn({ reads, now }: Dialect): Promise<number | undefined> {
  const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(reads);
  return rows[0]?.now;
}

async function* integrity(db: Db): AsyncGenerator<string> {
  const { rows: indexes } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and not (indisvalid and indisready)`.execute(db);
  for (const { name } of indexes) yield `the index ${name} is invalid`;
  const { rows: constraints } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and not convalidated`.execute(db);
  for (const { name } of constraints) yield `the constraint ${name} is not validated`;
  const { rows: failures } = await sql<{ count: number | null }>`
    select checksum_failures as "count" from pg_stat_database where datname = current_database()`.execute(db);
  const count = failures[0]?.count ?? 0;
  if (count > 0) yield `${count} pages failed their checksum`;
}

interface ForeignKey {
  table: string;
  parent: string;
  columns: string[];
  parentColumns: string[];
}

/** One query per foreign key: the server compares, and only the count comes here. */
async function* brokenReferences(db: Db): AsyncGenerator<BrokenReference> {
  for (const { table, parent, columns, parentColumns } of await foreignKeys(db)) {
    const child = (column: string) => sql.ref(`child.${column}`);
    const isSet = columns.map((column) => sql`${child(column)} is not null`);
    const isParent = columns.map(
      (column, index) => sql`parent.${sql.ref(parentColumns[index] ?? column)} = ${child(column)}`,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) as "count" from ${sql.table(table)} as child
      where ${sql.join(isSet, sql` and `)} and not exists (
        select 1 from ${sql.table(parent)} as parent where ${sql.join(isParent, sql` and `)}
      )`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) yield { table, parent, count };
  }
}

/** Those of partitions are those of their table. */
async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const names = (oid: string, keys: string) => sql`(
    select json_agg(attname order by place) from unnest(${sql.ref(keys)}) with ordinality as k(number, place)
    join pg_attribute on attrelid = ${sql.ref(oid)} and attnum = number)`;
  const { rows } = await sql<ForeignKey>`
    select child.relname as "table", parent.relname as "parent", ${names('conrelid', 'conkey')} as "columns",
      ${names('confrelid', 'confkey')} as "parentColumns"
    from pg_constraint
    join pg_class as child on child.oid = conrelid
    join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    order by 1, 2`.execute(db);
  return rows;
}
