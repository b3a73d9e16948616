// Copies every row of every table to another database, of any dialect: in key order and in batches, each in one
// transaction with the progress marker. An interrupted copy resumes from there.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../kernel/dialect.ts';
import { isKeptByIndex } from '../kernel/search/searchable.ts';
import { insertMany } from '../kernel/statements/insert-many.ts';
import { type CopiedTable, copiedTables, tableKeys } from '../kernel/table-keys.ts';
import type { Db } from '../kernel/tables.ts';

export interface TableProgress {
  table: CopiedTable;
  done: number;
  total: number;
}

/** Batch sizes depend on row size: many small rows, or a few rows with texts of 100 KB. */
const maxRows = 512;
const fewestRows = 16;
const wantedCharacters = 2 * 1024 * 1024;

type Row = Record<string, string | number | null>;

interface Place {
  rowsCopied: number;
  /** Undefined before the first row. */
  lastKey: string[] | undefined;
}

/** `onProgress` is called when a table starts, and after each committed batch. */
export async function copyTables(
  source: Dialect,
  target: Dialect,
  onProgress: (progress: TableProgress) => void,
): Promise<void> {
  const totals = await countRows(source);
  const columnsOf = await readColumns(source.reads);
  for (const table of copiedTables) {
    const total = totals[table];
    const plan = { table, columns: columnsOf.get(table) ?? [] };
    await copyTable(source, target, plan, (done) => onProgress({ table, done, total }));
  }
}

async function copyTable(
  source: Dialect,
  target: Dialect,
  { table, columns }: { table: CopiedTable; columns: readonly string[] },
  onProgress: (done: number) => void,
): Promise<void> {
  let place = await findPlace(target.reads, table);
  let limit = fewestRows;
  onProgress(place.rowsCopied);
  for (;;) {
    const rows = await rowsAfter(source.reads, table, columns, place.lastKey, limit);
    const last = rows.at(-1);
    if (last === undefined) return;
    const reached = {
      rowsCopied: place.rowsCopied + rows.length,
      lastKey: tableKeys[table].map((column) => String(last[column])),
    };
    await target.writes.transaction().execute(async (db) => {
      await insertMany(db, table, rows as never[]);
      await indexRows(db, target, table, rows);
      await keepPlace(db, table, reached);
    });
    place = reached;
    limit = nextLimit(limit, rows);
    onProgress(place.rowsCopied);
    // An embedded engine never yields to the event loop by itself.
    await setImmediate();
  }
}

/** At most doubles each time, so that one batch of small rows can't make the next one huge. */
function nextLimit(limit: number, rows: readonly Row[]): number {
  let characters = 1;
  for (const row of rows)
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8;
  const fitting = Math.floor((rows.length * wantedCharacters) / characters);
  return Math.max(fewestRows, Math.min(maxRows, 2 * limit, fitting));
}

const refs = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)));

/** Columns by table. Columns derived by a search index are left out: the target rebuilds them. */
async function readColumns(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => column.name).filter((column) => !isKeptByIndex(column)),
    ]),
  );
}

async function rowsAfter(
  db: Db,
  table: CopiedTable,
  columns: readonly string[],
  lastKey: readonly string[] | undefined,
  limit: number,
): Promise<Row[]> {
  const key = refs(tableKeys[table]);
  const isAfter = lastKey === undefined ? sql`` : sql`where (${key}) > (${sql.join(lastKey)})`;
  const { rows } = await sql<Row>`
    select ${refs(columns)} from ${sql.table(table)} ${isAfter} order by ${key} limit ${limit}`.execute(db);
  return rows;
}

/** The batch is in key order, so the rows of a workspace are adjacent. */
async function indexRows(
  db: Db,
  { search }: Dialect,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  if (table !== 'posts' && table !== 'users' && table !== 'texts') return;
  const idsOf = new Map<string, string[]>();
  for (const row of rows) {
    const workspaceId = String(row.workspace_id);
    const ids = idsOf.get(workspaceId) ?? [];
    ids.push(String(row.id));
    idsOf.set(workspaceId, ids);
  }
  for (const [workspaceId, ids] of idsOf) await search[table].put(db, workspaceId, ids);
}

async function findPlace(db: Db, table: CopiedTable): Promise<Place> {
  const kept = await db
    .selectFrom('move_progress')
    .select(['rows_copied', 'last_key'])
    .where('table_name', '=', table)
    .executeTakeFirst();
  if (kept === undefined) return { rowsCopied: 0, lastKey: undefined };
  return { rowsCopied: kept.rows_copied, lastKey: JSON.parse(kept.last_key) };
}

async function keepPlace(db: Db, table: CopiedTable, { rowsCopied, lastKey }: Place): Promise<void> {
  const kept = { rows_copied: rowsCopied, last_key: JSON.stringify(lastKey) };
  await db
    .insertInto('move_progress')
    .values({ table_name: table, ...kept })
    .onConflict((clash) => clash.column('table_name').doUpdateSet(kept))
    .execute();
}

export type RowCounts = Record<CopiedTable, number>;

export const countRows = async ({ reads }: Pick<Dialect, 'reads'>): Promise<RowCounts> =>
  (await countIn(reads, copiedTables)) as RowCounts;

/** Without the tables that an older schema does not have. */
export async function countPresentRows({ reads }: Pick<Dialect, 'reads'>): Promise<Partial<RowCounts>> {
  const present = await presentTables(reads);
  return countIn(
    reads,
    copiedTables.filter((table) => present.has(table)),
  );
}

async function countIn(db: Db, tables: readonly CopiedTable[]): Promise<Partial<RowCounts>> {
  const counts: Partial<RowCounts> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as "count" from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Other schemas of a server may hold older installations. */
async function presentTables(db: Db): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  if (tables.every(({ schema }) => schema === undefined)) return new Set(tables.map(({ name }) => name));
  const { rows } = await sql<{ schema: string }>`select current_schema() as "schema"`.execute(db);
  return new Set(tables.filter(({ schema }) => schema === rows[0]?.schema).map(({ name }) => name));
}

export interface CopiedFile {
  fileKey: string;
  size: number;
  sha256: string;
}

const filesAtOnce = 500;

/** The files referenced by attachments, across all workspaces. */
export async function* attachedFiles({ reads }: Pick<Dialect, 'reads'>): AsyncGenerator<CopiedFile> {
  let last: string[] | undefined;
  for (;;) {
    const columns = ['workspace_id', 'id', 'file_key', 'size', 'sha256'];
    const rows = await rowsAfter(reads, 'attachments', columns, last, filesAtOnce);
    for (const { file_key: fileKey, size, sha256 } of rows)
      yield { fileKey: String(fileKey), size: Number(size), sha256: String(sha256) };
    const next = rows.at(-1);
    if (next === undefined) return;
    last = [String(next.workspace_id), String(next.id)];
  }
}
