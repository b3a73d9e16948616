// Reads the database from outside the program, to see what a request really changed.

import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { findTool } from '../../../scripts/tools.mjs';
import { eventTypes, type FieldChange } from '../../src/domain/events/event.ts';
import type { TestProgram } from './program.ts';

type Row = Record<string, unknown>;

export interface OutsideView {
  /** Integers are returned as text: some exceed a double. */
  rows(query: string): Row[];
  /** Every row of every table, including the search index's. */
  tables(): Map<string, Row[]>;
  /** Whether anything may have been committed since it was asked last. */
  hasChanged(): boolean;
  /** Forgets what was seen. Close it before the program: the last connection to close tidies up a SQLite file. */
  close(): void;
  /** Runs ANALYZE, which PostgreSQL would otherwise do some time after a bulk insert. */
  analyze(): void;
}

export interface EventRow {
  type: string;
  object: Record<string, unknown>;
  changes?: FieldChange[];
  actorId: string;
}

export const embeddedDatabase = (dataDir: string): OutsideView => {
  const file = join(dataDir, 'earshot.db');
  /** Opening reads the whole schema, so all queries of a dump share one connection. */
  const reading = <T>(work: (rows: (query: string) => Row[]) => T): T => {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return work((query) => {
        const statement = db.prepare(query);
        statement.setReadBigInts(true);
        return (statement.all() as Row[]).map(plain);
      });
    } finally {
      db.close();
    }
  };
  /** SQLite tells a connection whether others have committed. */
  let watching: { db: DatabaseSyncInstance; inode: number; version: unknown } | undefined;
  const close = (): void => {
    watching?.db.close();
    watching = undefined;
  };
  return {
    rows: (query) => reading((rows) => rows(query)),
    hasChanged() {
      const inode = statSync(file).ino;
      // A restored backup is another file.
      if (watching?.inode !== inode) close();
      const db = watching?.db ?? new DatabaseSync(file, { readOnly: true });
      const version = db.prepare('pragma data_version').get()?.data_version;
      const isNew = watching?.version !== version;
      watching = { db, inode, version };
      return isNew;
    },
    close,
    tables: () =>
      reading((rows) => {
        const names = rows(
          "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'",
        ).map(({ name }) => String(name));
        return new Map(names.map((name) => [name, rows(`select * from "${name}"`)]));
      }),
    analyze: () => undefined,
  };
};

function plain(row: Row): Row {
  const found: Row = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (typeof value === 'bigint') found[name] = value.toString();
    else found[name] = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  }
  return found;
}

/** Through psql, so that each query is one synchronous call. */
export const serverDatabase = (url: string): OutsideView => {
  const psql = findTool('psql') ?? 'psql';
  const execute = (statement: string): string =>
    execFileSync(psql, ['-XAtq', url, '-c', statement], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const rows = (query: string): Row[] =>
    execute(`select row_to_json(seen) from (${query}) as seen`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line, (_key, value) => (typeof value === 'number' ? String(value) : value)));
  let names: string[] | undefined;
  return {
    rows,
    tables() {
      // Partitions appear under their table.
      names ??= rows(
        `select relname from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      ).map((row) => String(row.relname));
      const found = new Map<string, Row[]>(names.map((name) => [name, []]));
      const each = names.map((name) => `select '${name}' as name, row_to_json(t) as row from "${name}" as t`);
      for (const { name, row } of rows(each.join(' union all '))) found.get(String(name))?.push(row as Row);
      return found;
    },
    hasChanged: () => true,
    close: () => undefined,
    analyze: () => void execute('analyze'),
  };
};

/** Written in the background, so that a row may change after the response. */
const exceptLastUse = ({ last_used_at: _, ...row }: Row): Row => row;

/** Reads everything again only if something was committed: most tests with a dump expect that nothing was. */
export function dumpOf(database: OutsideView): () => string {
  let last: string | undefined;
  return () => {
    if (database.hasChanged() || last === undefined) last = dumpDatabase(database);
    return last;
  };
}

export const dumpDatabase = (database: OutsideView): string =>
  [...database.tables()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, rows]) =>
        `${name}\n${rows
          .map((row) => JSON.stringify(exceptLastUse(row)))
          .sort()
          .join('\n')}`,
    )
    .join('\n\n');

type Looked = Pick<TestProgram, 'database' | 'workspaceId'>;

/** Everything that applications are told of, oldest first. */
export const readEvents = ({ database, workspaceId }: Looked): EventRow[] =>
  database
    .rows(
      `select type, payload, actor_id from ledger where workspace_id = '${workspaceId}'
       and type in (${eventTypes.map((type) => `'${type}'`).join()}) order by sequence`,
    )
    .map(({ type, payload, actor_id: actorId }) => ({
      type: String(type),
      ...JSON.parse(String(payload)),
      actorId: String(actorId),
    }));

/** The audit log of a workspace, oldest first. */
export const readAudit = ({ database, workspaceId }: Looked): { action: string; objectId: string }[] =>
  database
    .rows(`select type, object_id from ledger where workspace_id = '${workspaceId}' order by sequence`)
    .map(({ type, object_id: objectId }) => ({ action: String(type), objectId: String(objectId) }));

/** Deletions in a workspace, as `kind id`, oldest first. */
export const readDeletions = ({ database, workspaceId }: Looked): string[] =>
  database
    .rows(
      `select object_kind, object_id from ledger
       where workspace_id = '${workspaceId}' and type like '%.deleted' order by sequence`,
    )
    .map(({ object_kind: kind, object_id: id }) => `${kind} ${id}`);
