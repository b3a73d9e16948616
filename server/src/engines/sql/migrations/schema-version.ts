// Whether the schema of a database is the one that this program was written for.

import { DEFAULT_MIGRATION_TABLE, sql } from 'kysely';
import { conflict } from '../../../domain/kernel/failure.ts';
import type { Dialect } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { migrations } from './index.ts';

/** The migrations that the database has, and those that this program knows. */
export interface Versions {
  applied: string[];
  known: string[];
}

export const versionsOf = (dialect: Dialect): Promise<Versions> =>
  dialect.migrating((db) => versionsOn(db, dialect));

export const versionsOn = async (db: Db, dialect: Dialect): Promise<Versions> => ({
  applied: await appliedIn(db),
  known: await knownMigrations(dialect),
});

/** The migrations that the database has, also those that only a newer program knows. */
export async function appliedIn(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The migrations that this program knows. */
export const knownMigrations = async (dialect: Parameters<typeof migrations>[0]): Promise<string[]> =>
  Object.keys(await migrations(dialect).getMigrations());

/** An older program would not know what the newer one has changed. */
export function refuseNewer({ applied, known }: Versions): void {
  if (applied.every((name) => known.includes(name))) return;
  throw conflict(
    'This version of Earshot is older than the one that last migrated the database: run that version, or restore a ' +
      'backup made before the upgrade.',
  );
}

/** For whoever may not migrate: a server of another version may be running beside it. */
export function requireCurrent(versions: Versions): void {
  refuseNewer(versions);
  const { applied, known } = versions;
  if (applied.length === 0) throw noInstallation();
  if (applied.length < known.length) {
    throw conflict(
      'The database has the schema of an older version of Earshot: run "npx earshot migrate", or start the server, ' +
        'to bring it up to date.',
    );
  }
}

export const noInstallation = () =>
  conflict('There is no installation here yet: run "npx earshot migrate", or start the server, to make one.');
