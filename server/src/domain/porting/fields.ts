// How one field of an exported record is written as JSON, and read back and checked. Knows no resource.

import { type Instant, parseInstant, toIso } from '../kernel/clock.ts';
import { grouped } from '../kernel/count.ts';
import { badField } from '../kernel/failure.ts';
import { findJsonError } from '../kernel/json-error.ts';
import { isWithinSize } from '../kernel/json-size.ts';
import { boundedText, storable } from '../kernel/text.ts';
import type { Allowed } from '../rich-text/document-builder.ts';
import { emptyRichText, parseRichText, parseStored, type RichText } from '../rich-text/rich-text.ts';

export interface Field<Value> {
  write(value: Value): unknown;
  /** Fails naming the field. `undefined` is an absent field. */
  read(json: unknown, name: string): Value;
}

/** Every property of a record has its field. */
export type Fields<Thing> = { readonly [Name in keyof Thing]-?: Field<Thing[Name]> };

const asIs = <Value>(value: Value): unknown => value;

/** A text that a rule checks and normalizes. */
export const text = (
  rule: (text: string, name: string) => string = (given, name) => storable(given, name),
): Field<string> => ({
  write: asIs,
  read: (json, name) => {
    if (typeof json !== 'string') throw badField(name, 'must be a string.');
    return rule(json, name);
  },
});

/** An ID of the source, or a reference to one. */
export const sourceId = text((given, name) => boundedText(given, name, 1, 255));

/** Null if absent, null or empty: spreadsheets and other services have no other way to say "none". */
export const orNull = <Value>(field: Field<Value>): Field<Value | null> => ({
  write: (value) => (value === null ? null : field.write(value)),
  read: (json, name) => (json === undefined || json === null || json === '' ? null : field.read(json, name)),
});

export const withDefault = <Value>(field: Field<Value>, value: Value): Field<Value> => ({
  write: field.write,
  read: (json, name) => (json === undefined || json === null ? value : field.read(json, name)),
});

export const flag: Field<boolean> = withDefault(
  {
    write: asIs,
    read: (json, name) => {
      if (typeof json !== 'boolean') throw badField(name, 'must be true or false.');
      return json;
    },
  },
  false,
);

export const count: Field<number> = {
  write: asIs,
  read: (json, name) => {
    if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0)
      throw badField(name, 'must be an integer of at least 0.');
    return json;
  },
};

export const instant: Field<Instant> = {
  write: toIso,
  read: (json, name) => {
    const parsed = typeof json === 'string' ? parseInstant(json.trim()) : undefined;
    if (parsed === undefined) throw badField(name, 'must be an ISO 8601 time between 1970 and 2200.');
    return parsed;
  },
};

export const oneOf = <Value extends string>(values: readonly Value[]): Field<Value> => ({
  write: asIs,
  read: (json, name) => {
    const found = values.find((value) => value === json);
    if (found === undefined) throw badField(name, `must be one of ${values.join(', ')}.`);
    return found;
  },
});

/** More entries than any list of a record has. */
const maxListed = 1_000;

export const listOf = <Value>(field: Field<Value>): Field<Value[]> => ({
  write: (values) => values.map((value) => field.write(value)),
  read: (json, name) => {
    if (json === undefined || json === null) return [];
    if (!Array.isArray(json)) throw badField(name, 'must be a list.');
    if (json.length > maxListed) throw badField(name, `must have at most ${grouped(maxListed)} entries.`);
    return json.map((each) => field.read(each, name));
  },
});

/** A document, or text in one of the formats of the API: `{"markdown": "…"}`, `{"html": "…"}`, `{"text": "…"}`. */
const documentWith = (allowed?: Allowed): Field<RichText> => ({
  write: asIs,
  read: (json, name) => {
    if (json === undefined || json === null) return emptyRichText;
    for (const format of ['markdown', 'html', 'text'] as const) {
      const given = (json as Record<string, unknown>)[format];
      if (typeof given === 'string') return parseRichText(given, format, name);
    }
    return parseStored(json, name, allowed);
  },
});

export const document = documentWith();

export const documentWithMentions = documentWith({ mentions: true });

/** One line of a part, without its line break. */
export function writeRecord<Thing>(fields: Fields<Thing>, thing: Thing): string {
  const json: Record<string, unknown> = {};
  for (const name of Object.keys(fields) as (keyof Thing & string)[])
    json[name] = fields[name].write(thing[name]);
  return JSON.stringify(json);
}

export function readRecord<Thing>(fields: Fields<Thing>, line: string): Thing {
  return readFields(fields, parseObject(line));
}

export function readFields<Thing>(fields: Fields<Thing>, json: Record<string, unknown>): Thing {
  const thing: Partial<Thing> = {};
  for (const name of Object.keys(fields) as (keyof Thing & string)[])
    thing[name] = fields[name].read(json[name], name);
  return thing as Thing;
}

/** Names and values that are parsed in one go. More than the largest document has. */
export const maxRecordSize = 150_000;

function parseObject(line: string): Record<string, unknown> {
  if (!isWithinSize(line, maxRecordSize))
    throw badField('line', `must not have more than ${grouped(maxRecordSize)} names and values.`);
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw badField('line', `is not valid JSON: column ${(findJsonError(line) ?? 0) + 1}.`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw badField('line', 'must be a JSON object.');
  return json as Record<string, unknown>;
}
