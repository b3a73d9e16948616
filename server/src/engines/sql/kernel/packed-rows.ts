// Reads the rows of a page as one text. Handing a value from the engine to the program takes about as long as reading
// it, and a page has more than a hundred values.

import { type RawBuilder, sql } from 'kysely';
import type { NamedColumn, Packing } from './dialect.ts';

/** How a value is restored from its text. */
export type PackedKind = 'text' | 'number' | 'optionalText' | 'optionalNumber';

/** Its values must not contain control characters: JSON, ids and numbers have none. */
export interface PackedColumn extends NamedColumn {
  kind: PackedKind;
  /** The texts that the column joins, if it does. */
  joined?: readonly RawBuilder<unknown>[];
}

/** The rows are of two kinds, each with columns that are null for the other. */
export interface PackedKinds {
  isFirst: RawBuilder<unknown>;
  onlyFirst: readonly PackedColumn[];
  onlySecond: readonly PackedColumn[];
  both: readonly PackedColumn[];
}

/** Ends each value. */
const separator = '\u001e';

const restored: Record<PackedKind, (text: string) => unknown> = {
  text: (text) => text,
  number: Number,
  optionalText: (text) => (text === '' ? null : text),
  optionalNumber: (text) => (text === '' ? null : Number(text)),
};

export function packing<Row>({ isFirst, onlyFirst, onlySecond, both }: PackedKinds): Packing<Row> {
  const columns = [...onlyFirst, ...onlySecond, ...both];
  const readers = columns.map(({ name, kind }) => ({ name, read: restored[kind] }));
  const end = sql.lit(separator);
  // Null is written as an empty text.
  const textsOf = ({ column, joined = [column] }: PackedColumn) => [...joined, end];
  const written = (other: readonly PackedColumn[]) =>
    sql`concat(${sql.join(columns.flatMap((one) => (other.includes(one) ? end : textsOf(one))))})`;
  return {
    // One condition for the whole row: the engine works out each that it meets, and copies each text that it joins.
    column: sql`case when ${isFirst} then ${written(onlySecond)} else ${written(onlyFirst)} end`,
    unpack(text) {
      const values = text.split(separator);
      const rows: Row[] = [];
      for (let start = 0; start + readers.length <= values.length; start += readers.length) {
        const row: Record<string, unknown> = {};
        for (const [index, { name, read }] of readers.entries())
          row[name] = read(values[start + index] ?? '');
        rows.push(row as Row);
      }
      return rows;
    },
  };
}
