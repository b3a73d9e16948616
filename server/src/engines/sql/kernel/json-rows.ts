// Reads rows as JSON text. The engine joins the columns of a row to one text, in the form that the response needs: this
// takes half the time of reading the columns and building the same text from an object. Times are formatted here,
// since the engines are slow at it.

import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type Instant, toIso } from '../../../domain/clock.ts';
import type { AsJson, JsonKind, JsonSelection } from '../../../domain/json-form.ts';
import type { JsonString, NamedColumn, Packing } from './dialect.ts';
import { type PackedKind, packing } from './packed-rows.ts';

/** Rows with longer texts are read separately, since a hundred of them are many megabytes to copy. */
const shortBytes = 4 * 1024;
/** Per batch. */
const maxBatchBytes = 256 * 1024;

/** A row as it is read: texts of the parts, times and keys by field. */
export interface JsonRow {
  id: string;
  /** Null for a row with short texts. PostgreSQL returns it as text. */
  longBytes: number | string | null;
  /** The first part; null if the texts are long. */
  json: string | null;
  [field: string]: unknown;
}

interface JoinedColumn extends NamedColumn {
  joined: readonly RawBuilder<unknown>[];
}

/** A piece of the text: constant, from a column of the row, or a time. */
type Piece = { constant: string } | { part: string } | { instant: string };

export interface JsonRows<Thing, Key extends keyof Thing> {
  /** All but the long texts. */
  light: NamedColumn[];
  /** The same as one text. Undefined if a key is a value that the form does not describe. */
  packed: Packing<JsonRow> | undefined;
  whole: NamedColumn[];
  toItem(row: JsonRow): AsJson<Thing, Key>;
}

/** `longFields` are the columns that can be long. */
export function jsonRows<Thing, Key extends keyof Thing & string>(
  columnOf: (field: keyof Thing & string) => string,
  longFields: readonly (keyof Thing & string)[],
  { form, keys }: JsonSelection<Thing, Key>,
  jsonString: JsonString,
): JsonRows<Thing, Key> {
  const fields = Object.entries(form) as [keyof Thing & string, JsonKind][];
  const column = (field: keyof Thing & string) => sql.ref(columnOf(field));
  const { parts, pieces, instants } = partsOf(fields, column, jsonString);
  const bytes = sql.join(
    longFields.map((field) => sql`octet_length(${column(field)})`),
    sql` + `,
  );
  const values = [...new Set<string>(['id', ...keys, ...instants])].map((name) => ({
    name,
    column: column(name as keyof Thing & string),
  }));
  const isShort = sql`${bytes} <= ${sql.lit(shortBytes)}`;
  const lightParts = parts.map((part) => ({
    ...part,
    column: sql`case when ${isShort} then ${part.column} end`,
  }));
  const longBytes = { name: 'longBytes', column: sql`case when ${isShort} then null else ${bytes} end` };
  return {
    light: [...lightParts, longBytes, ...values],
    packed: packedBy(
      { isShort, parts, bytes },
      values,
      form as Readonly<Record<string, JsonKind | undefined>>,
    ),
    whole: [...parts, { name: 'longBytes', column: sql`null` }, ...values],
    toItem(row) {
      let json = '';
      for (const piece of pieces) {
        if ('part' in piece) json += row[piece.part] as string;
        else if ('instant' in piece) json += toIso(row[piece.instant] as Instant);
        else json += piece.constant;
      }
      // The row has the keys already.
      row.json = json;
      return row as unknown as AsJson<Thing, Key>;
    },
  };
}

function packedBy(
  texts: { isShort: RawBuilder<unknown>; parts: readonly JoinedColumn[]; bytes: RawBuilder<unknown> },
  values: readonly NamedColumn[],
  form: Readonly<Record<string, JsonKind | undefined>>,
): Packing<JsonRow> | undefined {
  const known = values.flatMap((value) => {
    const kind = packedAs[form[value.name] ?? 'text'];
    return kind === undefined ? [] : { ...value, kind };
  });
  if (known.length < values.length) return undefined;
  return packing({
    isFirst: texts.isShort,
    onlyFirst: texts.parts.map((part) => ({ ...part, kind: 'optionalText' })),
    onlySecond: [{ name: 'longBytes', column: texts.bytes, kind: 'optionalNumber' }],
    both: known,
  });
}

/** Other kinds may contain any character, or be null. */
const packedAs: Partial<Record<JsonKind, PackedKind>> = { id: 'text', number: 'number', instant: 'number' };

/** Joins everything between two times to one text. */
function partsOf<Field extends string>(
  fields: readonly (readonly [Field, JsonKind])[],
  column: (field: Field) => RawBuilder<unknown>,
  jsonString: JsonString,
) {
  const parts: JoinedColumn[] = [];
  const pieces: Piece[] = [];
  const instants: Field[] = [];
  let open: RawBuilder<unknown>[] = [];
  let constant = '';
  const closeConstant = (): void => {
    if (constant !== '') open.push(sql.lit(constant));
    constant = '';
  };
  const closePart = (): void => {
    // Not worth a column.
    if (open.length === 0) {
      if (constant !== '') pieces.push({ constant });
      constant = '';
      return;
    }
    closeConstant();
    const name = parts.length === 0 ? 'json' : `json${parts.length}`;
    parts.push({ name, joined: open, column: sql`concat(${sql.join(open)})` });
    pieces.push({ part: name });
    open = [];
  };
  for (const [index, [field, kind]] of fields.entries()) {
    const isQuotedHere = kind === 'instant' || kind === 'id';
    constant += `${index === 0 ? '{' : ','}${JSON.stringify(field)}:${isQuotedHere ? '"' : ''}`;
    if (kind === 'instant') {
      closePart();
      pieces.push({ instant: field });
      instants.push(field);
    } else {
      closeConstant();
      open.push(writtenAs[kind](column(field), jsonString));
    }
    if (isQuotedHere) constant = '"';
  }
  closePart();
  return { parts, pieces, instants };
}

const writtenAs: Record<
  Exclude<JsonKind, 'instant'>,
  (column: RawBuilder<unknown>, jsonString: JsonString) => RawBuilder<unknown>
> = {
  id: (column) => column,
  text: (column, jsonString) => jsonString(column),
  optionalText: (column, jsonString) => sql`coalesce(${jsonString(column)}, 'null')`,
  number: (column) => column,
  json: (column) => column,
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
  for (const batch of boundedByBytes(long)) {
    await setImmediate();
    for (const row of await wholeRows(batch)) found.set(row.id, row);
  }
  return rows.flatMap((row) => (row.longBytes === null ? row : (found.get(row.id) ?? [])));
}

function boundedByBytes(rows: readonly JsonRow[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const { id, longBytes } of rows) {
    const bytes = Number(longBytes);
    const batch = batches.at(-1);
    if (batch === undefined || bytes > room) {
      batches.push([id]);
      room = maxBatchBytes - bytes;
    } else {
      batch.push(id);
      room -= bytes;
    }
  }
  return batches;
}
