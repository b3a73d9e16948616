// Row ids for the FTS5 text index, which reads in row-id order. A row id is the creation time in milliseconds times
// 2^20, plus an offset that follows the order of ids within that millisecond. Offsets leave gaps, so most rows fit
// between two others without moving them. When a gap is used up, the rows around it are spread out: few at a time,
// since a wider range must also be emptier (list labeling).

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import type { Db } from '../kernel/tables.ts';

const levels = 20;
/** With twice as many, the latest allowed instant would not fit into 63 bits. */
const offsets = 2 ** levels;
export const rowIdsPerInstant = offsets;
/** The first row leaves room on both sides; more rows are appended than prepended. */
const firstOffset = offsets / 4;
/** Gap between appended rows. */
const stride = 16;
/** How full a millisecond may get before rows are packed without gaps. */
const maxFull = 0.9;

/** Computed in SQL as an integer: JavaScript numbers are bound as doubles, which are too coarse. */
export const rowIdAt = (
  createdAt: Instant | RawBuilder<unknown>,
  offset: number | RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(cast(${createdAt} as integer) * ${sql.lit(offsets)} + cast(${offset} as integer))`;

export const firstRowId = (createdAt: Instant | RawBuilder<unknown>): RawBuilder<unknown> =>
  rowIdAt(createdAt, 0);

/** The offset in a row id; null if the row was created at another time. */
export const offsetOf = (rowId: RawBuilder<unknown>, createdAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${rowId} >= ${firstRowId(createdAt)} and ${rowId} < ${rowIdAt(createdAt, sql.lit(offsets))}
    then ${rowId} - ${firstRowId(createdAt)} end`;

/** The offset of a row appended to its millisecond; undefined if the last offset is taken. */
export function offsetAfter(last: number | undefined): number | undefined {
  const offset = last === undefined ? firstOffset : last + stride;
  return offset < offsets ? offset : undefined;
}

/** The row id of a row appended to its millisecond; null if its id is not the last one there, or no offset is left. */
export const appendedRowId = (
  table: RawBuilder<unknown>,
  createdAt: Instant,
  id: string,
): RawBuilder<unknown> => sql`(
  select case
    when max(search_row) is null then ${rowIdAt(createdAt, sql.lit(firstOffset))}
    when id < ${id} and max(search_row) < ${rowIdAt(createdAt, sql.lit(offsets - stride))}
      then max(search_row) + ${sql.lit(stride)}
  end
  from ${table}
  where search_row >= ${firstRowId(createdAt)} and search_row < ${rowIdAt(createdAt, sql.lit(offsets))}
)`;

export interface RowOffset {
  workspaceId: string;
  id: string;
  offset: number;
}

/** Gives rows new offsets within their millisecond. All of the offsets are free once these rows are removed. */
export type MoveRows = (db: Db, rows: readonly RowOffset[]) => Promise<void>;

export interface RowOrder {
  /** A free offset, in id order, for a row not yet indexed. May move other rows. */
  offsetFor(db: Db, createdAt: Instant, id: string): Promise<number>;
}

export function rowOrder(tableName: string, move: MoveRows): RowOrder {
  const table = sql.table(tableName);
  /** Rows in a range of offsets, in order. */
  const rowsIn = async (
    db: Db,
    createdAt: Instant,
    [from, to]: readonly [number, number],
    direction: 'asc' | 'desc',
    max: number,
  ): Promise<RowOffset[]> => {
    const { rows } = await sql<RowOffset>`
      select workspace_id as "workspaceId", id, search_row - ${firstRowId(createdAt)} as "offset" from ${table}
      where search_row >= ${rowIdAt(createdAt, from)} and search_row < ${rowIdAt(createdAt, to)}
      order by search_row ${sql.raw(direction)} limit ${max}`.execute(db);
    return rows;
  };

  const countIn = async (
    db: Db,
    createdAt: Instant,
    [from, to]: readonly [number, number],
  ): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as "count" from ${table}
      where search_row >= ${rowIdAt(createdAt, from)} and search_row < ${rowIdAt(createdAt, to)}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  };

  /** The rows right before and after the id, by bisection: offsets follow ids. */
  const neighborsOf = async (db: Db, createdAt: Instant, id: string): Promise<Neighbors> => {
    const [last] = await rowsIn(db, createdAt, [0, offsets], 'desc', 1);
    if (last === undefined) return {};
    if (last.id < id) return { before: last.offset };
    const found: Neighbors = { after: last.offset };
    for (let [low, high] = [0, last.offset]; low < high; ) {
      const middle = Math.floor((low + high) / 2);
      const [row] = await rowsIn(db, createdAt, [middle, high], 'asc', 1);
      if (row !== undefined && row.id < id) {
        found.before = row.offset;
        low = row.offset + 1;
      } else {
        if (row !== undefined) found.after = row.offset;
        high = middle;
      }
    }
    return found;
  };

  /** Spreads the rows of the smallest range that is empty enough; returns the new row's offset. */
  const makeRoom = async (db: Db, createdAt: Instant, id: string, around: number): Promise<number> => {
    const all = (await countIn(db, createdAt, [0, offsets])) + 1;
    if (all > offsets) throw new Error(`More than ${offsets} rows were created in one millisecond.`);
    // Allowed density falls from full in the smallest range to the actual one in the whole millisecond.
    const thinning = Math.max(1, (offsets * maxFull) / all) ** (1 / levels);
    for (let level = 1; ; level += 1) {
      const size = 2 ** level;
      const start = Math.floor(around / size) * size;
      const range = [start, start + size] as const;
      const isWhole = level === levels;
      if (!isWhole && (await countIn(db, createdAt, range)) + 1 > size / thinning ** level) continue;
      const rows = await rowsIn(db, createdAt, range, 'asc', offsets);
      const position = rows.filter((row) => row.id < id).length;
      const offsetOf = (index: number): number =>
        start + Math.floor(((2 * index + 1) * size) / (2 * (rows.length + 1)));
      const moved = rows.map((row, index) => ({
        ...row,
        offset: offsetOf(index < position ? index : index + 1),
      }));
      await move(db, moved);
      return offsetOf(position);
    }
  };

  return {
    async offsetFor(db, createdAt, id) {
      const { before, after } = await neighborsOf(db, createdAt, id);
      const offset = between(before, after);
      return offset ?? (await makeRoom(db, createdAt, id, before ?? after ?? 0));
    },
  };
}

interface Neighbors {
  before?: number;
  after?: number;
}

/** A free offset between two rows, either of which may be missing; undefined if none is free. */
function between(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined && after === undefined) return firstOffset;
  const place =
    after === undefined
      ? Math.min((before ?? 0) + stride, offsets - 1)
      : before === undefined
        ? Math.max(after - stride, 0)
        : Math.floor((before + after) / 2);
  return place === before || place === after ? undefined : place;
}
