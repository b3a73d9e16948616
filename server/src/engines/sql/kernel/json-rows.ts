// Reads rows as JSON text: the columns of a form, and a function made once per form that writes a row as the response
// needs it. Stored JSON is copied, never parsed.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type Instant, toIso } from '../../../domain/kernel/clock.ts';
import type { AsJson, JsonKind, JsonSelection } from '../../../domain/kernel/json-form.ts';
import type { NamedColumn } from './dialect.ts';
import { bytesOf, inBatches, isShort } from './long-texts.ts';

/** A row as it is read: values by field. */
export interface JsonRow {
  id: string;
  /** Null for a row with short texts; otherwise its texts are null. PostgreSQL returns it as text. */
  longBytes: number | string | null;
  [field: string]: unknown;
}

export interface JsonRows<Thing, Key extends keyof Thing> {
  /** All but the long texts. */
  light: NamedColumn[];
  whole: NamedColumn[];
  toItem(row: JsonRow): AsJson<Thing, Key>;
}

/** `longFields` are the fields whose texts can be long. */
export function jsonRows<Thing, Key extends keyof Thing & string>(
  columnOf: (field: keyof Thing & string) => string,
  longFields: readonly (keyof Thing & string)[],
  { form, keys }: JsonSelection<Thing, Key>,
): JsonRows<Thing, Key> {
  const fields = [...new Set(['id', ...Object.keys(form), ...keys])] as (keyof Thing & string)[];
  const long = longFields.map(columnOf);
  const columns = (ofLong: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    fields.map((name) => {
      const column = sql.ref(columnOf(name));
      return { name, column: longFields.includes(name) ? ofLong(column) : column };
    });
  const unlessLong = (column: RawBuilder<unknown>) => sql`case when ${isShort(long)} then ${column} end`;
  const longBytes = sql`case when ${isShort(long)} then null else ${bytesOf(long)} end`;
  const write = writerOf(form as Readonly<Record<string, JsonKind>>);
  return {
    light: [...columns(unlessLong), { name: 'longBytes', column: longBytes }],
    whole: [...columns((column) => column), { name: 'longBytes', column: sql`null` }],
    toItem(row) {
      // Not the row itself, which would keep its texts in memory.
      const item: Record<string, unknown> = { json: write(row) };
      for (const key of keys) item[key] = row[key];
      return item as AsJson<Thing, Key>;
    },
  };
}

/** Writes the fields of a form, without the closing brace. */
function writerOf(form: Readonly<Record<string, JsonKind>>): (row: JsonRow) => string {
  const fields = Object.entries(form).map(([field, kind], index) => ({
    field,
    start: `${index === 0 ? '{' : ','}${JSON.stringify(field)}:`,
    textOf: written[kind],
  }));
  return (row) => {
    let json = '';
    for (const { field, start, textOf } of fields) json += start + textOf(row[field]);
    return json;
  };
}

const written: Readonly<Record<JsonKind, (value: unknown) => string>> = {
  id: (value) => `"${value}"`,
  text: (value) => JSON.stringify(value),
  optionalText: (value) => JSON.stringify(value),
  number: (value) => String(value),
  instant: (value) => `"${toIso(value as Instant)}"`,
  json: (value) => value as string,
};

/**
 * Adds the long texts to the rows, in batches limited by bytes that yield to the event loop. Leaves out rows that were
 * deleted in the meantime.
 */
export async function withLongTexts(
  rows: readonly JsonRow[],
  wholeRows: (ids: string[]) => Promise<JsonRow[]>,
): Promise<readonly JsonRow[]> {
  const long = rows.filter(({ longBytes }) => longBytes !== null);
  if (long.length === 0) return rows;
  const found = new Map<string, JsonRow>();
  for (const batch of inBatches(long, ({ longBytes }) => Number(longBytes))) {
    await setImmediate();
    for (const row of await wholeRows(batch.map(({ id }) => id))) found.set(row.id, row);
  }
  return rows.flatMap((row) => (row.longBytes === null ? row : (found.get(row.id) ?? [])));
}
