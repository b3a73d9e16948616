import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dialect } from '../kernel/dialect.ts';
import { openSqlite } from './sqlite.ts';
import { type RowOffset, rowIdAt, rowOrder } from './sqlite-row-order.ts';

const createdAt = Date.UTC(2026, 0, 31);
let directory: string;
let dialect: Dialect;
let moved: number;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'earshot-order-'));
  dialect = openSqlite(directory, 'bulk');
  moved = 0;
  await sql`create table items (workspace_id text, id text, search_row integer)`.execute(dialect.writes);
  await sql`create unique index by_row on items (search_row)`.execute(dialect.writes);
});
afterEach(async () => {
  await dialect.close();
  rmSync(directory, { recursive: true });
});

const order = rowOrder('items', async (db, rows: readonly RowOffset[]) => {
  moved += rows.length;
  for (const { id } of rows) await sql`update items set search_row = null where id = ${id}`.execute(db);
  for (const { id, offset } of rows)
    await sql`update items set search_row = ${rowIdAt(createdAt, offset)} where id = ${id}`.execute(db);
});

const insertAt = (id: string, offset: number) =>
  sql`insert into items values ('w', ${id}, ${rowIdAt(createdAt, offset)})`.execute(dialect.writes);

const add = async (id: string): Promise<void> => {
  await insertAt(id, await order.offsetFor(dialect.writes, createdAt, id));
};

const idsInOrder = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from items order by search_row`.execute(
    dialect.writes,
  );
  return rows.map(({ id }) => id);
};

const idOf = (number: number): string => `id${String(number).padStart(8, '0')}`;
const count = 600;

/** Pseudorandom, but the same order each time. */
const shuffled = Array.from({ length: count }, (_, index) => (index * 7919) % count);

describe('row order within one millisecond', () => {
  it.each<[string, number[], number]>([
    ['appending', Array.from({ length: count }, (_, index) => index), 0],
    ['prepending', Array.from({ length: count }, (_, index) => count - index), 0],
    ['in random order', shuffled, 10 * count],
    // The worst case: always the gap used last.
    ['into one gap', [0, 10 * count, ...Array.from({ length: count }, (_, index) => index + 1)], 10 * count],
    [
      'into one gap from the other side',
      [0, ...Array.from({ length: count }, (_, n) => 9999 - n)],
      10 * count,
    ],
  ])('follows ids while moving few rows: %s', async (_how, numbers, maxMoved) => {
    for (const number of numbers) await add(idOf(number));
    expect(await idsInOrder()).toEqual([...numbers].sort((a, b) => a - b).map(idOf));
    expect(moved).toBeLessThanOrEqual(maxMoved);
  });

  it('makes gaps once in an index that has none', async () => {
    for (let number = 0; number < count; number += 1) await insertAt(idOf(2 * number), number);
    await add(idOf(count + 1));
    expect(moved).toBeLessThanOrEqual(count);
    moved = 0;
    for (let number = 0; number < 50; number += 1) await add(idOf(2 * ((number * 29) % count) + 1));
    expect(moved).toBeLessThanOrEqual(50);
    const ids = await idsInOrder();
    expect(ids).toEqual([...ids].sort());
    expect(ids).toHaveLength(count + 51);
  });

  it('is independent of other milliseconds, including those before 1970', async () => {
    for (const at of [-1, 0, 1, createdAt - 1, createdAt + 1, 253_402_300_799_999]) {
      const offset = await order.offsetFor(dialect.writes, at, 'x');
      await sql`insert into items values ('w', ${`x${at}`}, ${rowIdAt(at, offset)})`.execute(dialect.writes);
    }
    await add('y');
    expect(await idsInOrder()).toEqual([
      'x-1',
      'x0',
      'x1',
      `x${createdAt - 1}`,
      'y',
      `x${createdAt + 1}`,
      'x253402300799999',
    ]);
    expect(moved).toBe(0);
  });
});
