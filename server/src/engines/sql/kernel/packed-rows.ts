// Reads the rows of a page as one text. Handing a value from the engine to the program takes about as long as reading
// it, and a page has more than a hundred values.

import { sql } from 'kysely';
import type { NamedColumn, Packing } from './dialect.ts';

/** How a value is restored from its text. */
export type PackedKind = 'text' | 'number' | 'optionalText' | 'optionalNumber';

/** Its values must not contain control characters: JSON, ids and numbers have none. */
export interface PackedColumn extends NamedColumn {
  kind: PackedKind;
}

/** Ends each value. */
const separator = '\u001e';

const restored: Record<PackedKind, (text: string) => unknown> = {
  text: (text) => text,
  number: Number,
  optionalText: (text) => (text === '' ? null : text),
  optionalNumber: (text) => (text === '' ? null : Number(text)),
};

export function packing<Row>(columns: readonly PackedColumn[]): Packing<Row> {
  const end = sql.lit(separator);
  const readers = columns.map(({ name, kind }) => ({ name, read: restored[kind] }));
  return {
    // Null is written as an empty text.
    column: sql`concat(${sql.join(columns.map(({ column }) => sql`${column}, ${end}`))})`,
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
