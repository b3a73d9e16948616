// Where a row stands in a text index on FTS5, which walks in row-id order. A row id is the millisecond of creation
// times 2^20, plus an offset that follows the order of ids within that millisecond. Offsets leave gaps, so that a row
// finds its place between two others without moving them. Where a gap is used up, the rows around it are spread out
// again: few rows at a time, since the wider the stretch, the emptier it must be (list labeling).

import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '../../../domain/clock.ts';
import type { Db } from '../kernel/tables.ts';

const levels = 20;
/** Twice as many would not fit the last instant that a row may have into 63 bits. */
const offsets = 2 ** levels;
export const rowIdsAnInstant = offsets;
/** A lone row leaves room on both sides. More rows are added behind others than before them. */
const firstOffset = offsets / 4;
/** Between rows that come one after the other. */
const stride = 16;
/** How full a millisecond may get before its rows are packed without gaps. */
const maxFull = 0.9;

/** The row id of an offset. Computed in SQL and as an integer: a double, which numbers are bound as, is too coarse. */
export const rowIdAt = (
  createdAt: Instant | RawBuilder<unknown>,
  offset: number | RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(cast(${createdAt} as integer) * ${sql.lit(offsets)} + cast(${offset} as integer))`;

export const firstRowId = (createdAt: Instant | RawBuilder<unknown>): RawBuilder<unknown> =>
  rowIdAt(createdAt, 0);

/** For a row behind all others of its millisecond, if there are any; undefined when the last offset is taken. */
export function offsetBehind(last: number | undefined): number | undefined {
  const offset = last === undefined ? firstOffset : last + stride;
  return offset < offsets ? offset : undefined;
}

export interface Placed {
  workspaceId: string;
  id: string;
  offset: number;
}

/** Gives rows other offsets in their millisecond; all of them are free once these rows are out of the way. */
export type MoveRows = (db: Db, rows: readonly Placed[]) => Promise<void>;

export interface RowOrder {
  /** A free offset for a row that is not in the index, in the order of ids. May move others out of the way. */
  placeFor(db: Db, createdAt: Instant, id: string): Promise<number>;
}

export function rowOrder(tableName: string, move: MoveRows): RowOrder {
  const table = sql.table(tableName);
  /** Of a range of offsets, in order. */
  const rowsIn = async (
    db: Db,
    createdAt: Instant,
    [from, to]: readonly [number, number],
    direction: 'asc' | 'desc',
    max: number,
  ): Promise<Placed[]> => {
    const { rows } = await sql<Placed>`
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

  /** Those right before and right after the id, by bisection: the offsets follow the ids. */
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

  /** Spreads the rows of the smallest stretch that is empty enough, and answers the place of the new one there. */
  const makeRoom = async (db: Db, createdAt: Instant, id: string, around: number): Promise<number> => {
    const all = (await countIn(db, createdAt, [0, offsets])) + 1;
    if (all > offsets) throw new Error(`More than ${offsets} rows were created in one millisecond.`);
    // From one row an offset, in the smallest stretch, to what there is, in the whole millisecond.
    const thinning = Math.max(1, (offsets * maxFull) / all) ** (1 / levels);
    for (let level = 1; ; level += 1) {
      const size = 2 ** level;
      const start = Math.floor(around / size) * size;
      const stretch = [start, start + size] as const;
      const isWhole = level === levels;
      if (!isWhole && (await countIn(db, createdAt, stretch)) + 1 > size / thinning ** level) continue;
      const rows = await rowsIn(db, createdAt, stretch, 'asc', offsets);
      const own = rows.filter((row) => row.id < id).length;
      const offsetOf = (index: number): number =>
        start + Math.floor(((2 * index + 1) * size) / (2 * (rows.length + 1)));
      const moved = rows.map((row, index) => ({ ...row, offset: offsetOf(index < own ? index : index + 1) }));
      await move(db, moved);
      return offsetOf(own);
    }
  };

  return {
    async placeFor(db, createdAt, id) {
      const { before, after } = await neighborsOf(db, createdAt, id);
      const place = between(before, after);
      return place ?? (await makeRoom(db, createdAt, id, before ?? after ?? 0));
    },
  };
}

interface Neighbors {
  before?: number;
  after?: number;
}

/** A free offset between two rows, either of which may be missing; undefined when there is none. */
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
