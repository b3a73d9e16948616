// One column map per table: which column holds which field, and in what form. Select lists, inserts, updates and row
// conversion are all derived from it, so that each field is named once.

import { type Flag, flag } from './tables.ts';

/** A column that stores its field in another form. */
export interface Coded<Name extends string, Stored, Value> {
  readonly column: Name;
  encode(value: Value): Stored;
  decode(stored: Stored): Value;
}

/** The columns of a table that can store a value unchanged. */
type PlainColumn<Table, Value> = {
  [Name in keyof Table & string]: [Value, Table[Name]] extends [Table[Name], Value] ? Name : never;
}[keyof Table & string];

type CodedColumn<Table, Value> = {
  [Name in keyof Table & string]: Coded<Name, Table[Name], Value>;
}[keyof Table & string];

/** Every field needs a column; a missing one is a compile error. */
export type ColumnMap<Table, Thing> = {
  readonly [Field in keyof Thing]-?: PlainColumn<Table, Thing[Field]> | CodedColumn<Table, Thing[Field]>;
};

type NameOf<Column> = Column extends string
  ? Column
  : Column extends { readonly column: infer Name extends string }
    ? Name
    : never;

/** `column as field`, or just the name if both are the same. */
type Selected<Map> = {
  [Field in keyof Map & string]: NameOf<Map[Field]> extends Field
    ? Field
    : `${NameOf<Map[Field]>} as ${Field}`;
}[keyof Map & string];

type Values<Table, Map> = {
  [Field in keyof Map as NameOf<Map[Field]>]: NameOf<Map[Field]> extends keyof Table
    ? Table[NameOf<Map[Field]>]
    : never;
};

/** A selected row: fields have their final names, but coded ones are still in their stored form. */
type RowOf<Table, Map> = {
  [Field in keyof Map]: NameOf<Map[Field]> extends keyof Table ? Table[NameOf<Map[Field]>] : never;
};

export interface Columns<Table, Thing, Map> {
  /** For `select`. */
  readonly selected: readonly Selected<Map>[];
  /** The column of a field. */
  nameOf(field: keyof Map & string): string;
  /** For `insert` and `update`. */
  valuesOf(thing: Thing): Values<Table, Map>;
  /** Converts a row of exactly these columns in place. */
  read(row: RowOf<Table, Map>): Thing;
  /** Extracts the object from a row that also has other columns. */
  pick(row: RowOf<Table, Map>): Thing;
  /** The same map without these fields. */
  without<Field extends keyof Map & keyof Thing>(
    ...fields: Field[]
  ): Columns<Table, Omit<Thing, Field>, Omit<Map, Field>>;
}

/** Two calls, because the table and the object type are given explicitly and the map is inferred. */
export const columnsOf =
  <Table, Thing extends object>() =>
  <const Map extends ColumnMap<Table, Thing>>(map: Map): Columns<Table, Thing, Map> =>
    mapped<Table, Thing, Map>(map);

type Loose = Record<string, unknown>;
type Recode = (value: unknown) => unknown;

function mapped<Table, Thing, Map>(map: Map): Columns<Table, Thing, Map> {
  const entries = Object.entries(map as Record<string, string | Coded<string, never, never>>);
  const fields = entries.map(([field]) => field);
  const names = entries.map(([, column]) => (typeof column === 'string' ? column : column.column));
  const codecs = entries.map(([, column]) => (typeof column === 'string' ? undefined : column));
  const encoders = codecs.map((codec) => codec?.encode as Recode | undefined);
  const decoded = fields.flatMap((field, index) => {
    const decode = codecs[index]?.decode as Recode | undefined;
    return decode === undefined ? [] : { field, decode };
  });

  const read = (row: Loose): Loose => {
    for (const { field, decode } of decoded) row[field] = decode(row[field]);
    return row;
  };
  // Loops by index: this runs for every row, and iterators cost more than the copying itself.
  const pick = (row: Loose): Loose => {
    const thing: Loose = {};
    for (let index = 0; index < fields.length; index += 1) {
      const field = fields[index] as string;
      thing[field] = row[field];
    }
    return read(thing);
  };
  const valuesOf = (thing: Loose): Loose => {
    const values: Loose = {};
    for (let index = 0; index < fields.length; index += 1) {
      const value = thing[fields[index] as string];
      const encode = encoders[index];
      values[names[index] as string] = encode === undefined ? value : encode(value);
    }
    return values;
  };

  return {
    selected: fields.map((field, index) => (names[index] === field ? field : `${names[index]} as ${field}`)),
    nameOf: (field: string) => names[fields.indexOf(field)],
    valuesOf,
    read,
    pick,
    without: (...left: string[]) =>
      mapped(Object.fromEntries(entries.filter(([field]) => !left.includes(field)))),
  } as unknown as Columns<Table, Thing, Map>;
}

export const flagColumn = <Name extends string>(column: Name): Coded<Name, Flag, boolean> => ({
  column,
  encode: flag,
  decode: (stored) => stored === 1,
});

export const jsonColumn = <Name extends string, Value>(column: Name): Coded<Name, string, Value> => ({
  column,
  encode: (value) => JSON.stringify(value),
  decode: (stored) => JSON.parse(stored),
});
