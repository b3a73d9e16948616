import { describe, expect, it } from 'vitest';
import { columnsOf, flagColumn, jsonColumn } from './columns.ts';
import type { Flag } from './tables.ts';

interface Row {
  workspace_id: string;
  id: string;
  is_open: Flag;
  labels: string;
  home_page: string | null;
}

interface Thing {
  id: string;
  isOpen: boolean;
  labels: string[];
  homePage: string | null;
}

const columns = columnsOf<Row, Thing>()({
  id: 'id',
  isOpen: flagColumn('is_open'),
  labels: jsonColumn('labels'),
  homePage: 'home_page',
});

const thing: Thing = { id: 'a', isOpen: true, labels: ['x'], homePage: null };

describe('a map of columns', () => {
  it('selects each column under the name of its field', () => {
    expect(columns.selected).toEqual(['id', 'is_open as isOpen', 'labels', 'home_page as homePage']);
  });

  it('writes each field into its column, in the order of the map', () => {
    const values = { id: 'a', is_open: 1, labels: '["x"]', home_page: null };
    expect(Object.entries(columns.valuesOf(thing))).toEqual(Object.entries(values));
  });

  it('reads back what it wrote', () => {
    expect(columns.read({ id: 'a', isOpen: 1, labels: '["x"]', homePage: null })).toEqual(thing);
  });

  it('picks only its own fields out of a larger row, and leaves the row alone', () => {
    const row = { id: 'a', isOpen: 0 as Flag, labels: '[]', homePage: null, textBytes: 7 };
    expect(columns.pick(row)).toEqual({ id: 'a', isOpen: false, labels: [], homePage: null });
    expect(row).toEqual({ id: 'a', isOpen: 0, labels: '[]', homePage: null, textBytes: 7 });
  });

  it('can do without some fields', () => {
    const fewer = columns.without('id', 'labels');
    expect(fewer.selected).toEqual(['is_open as isOpen', 'home_page as homePage']);
    expect(fewer.valuesOf(thing)).toEqual({ is_open: 1, home_page: null });
  });

  it('does not compile without a column for every field, or with a column of another type', () => {
    const { homePage: _, ...without } = { ...map };
    // @ts-expect-error: homePage has no column.
    columnsOf<Row, Thing>()(without);
    // @ts-expect-error: a flag is no boolean.
    columnsOf<Row, Thing>()({ ...map, isOpen: 'is_open' });
    expect(Object.keys(without)).toEqual(['id', 'isOpen', 'labels']);
  });
});

const map = {
  id: 'id',
  isOpen: flagColumn('is_open'),
  labels: jsonColumn<'labels', string[]>('labels'),
  homePage: 'home_page',
} as const;
