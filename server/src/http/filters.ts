// The filters of a list as a table. Each entry reads the values of one key and describes them, so that parser, OpenAPI
// document and client have the same filters.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Instant } from '../domain/clock.ts';
import { maxFilterValues, type Query, readEarliest, readFilters, readSearches } from './vocabulary.ts';

/** The JSON Schema of one value, or of several where any of them will do. */
type ValueSchema =
  | { type: 'string'; format?: 'date-time'; enum?: string[] }
  | { type: 'boolean' }
  | { type: 'array'; items: ValueSchema };

/** A request whose query string has been parsed, and nothing more. */
type QueryRequest = FastifyRequest & { query: Query };

/** What a filter can look at beside its own values. */
export interface FilterContext {
  key: string;
  request: FastifyRequest;
  /** The values of all filters in the request, by key. */
  given: ReadonlyMap<string, readonly string[]>;
}

export interface Filter<Field extends string, Value> {
  /** The field of the use case's query that it fills. */
  field: Field;
  /** Absent when programs should not know of it. */
  schema?: ValueSchema;
  /** What the documentation says in parentheses after the key. */
  note?: string | undefined;
  maxValues?: number;
  /** Undefined when the values say nothing. */
  read(values: string[], context: FilterContext): Value | undefined | Promise<Value | undefined>;
}

export type Filters = Record<string, Filter<string, unknown>>;

/** The part of a use case's query that the filters fill. */
export type FilterValues<F extends Filters> = {
  [Key in keyof F as F[Key]['field']]?: Exclude<Awaited<ReturnType<F[Key]['read']>>, undefined>;
};

const strings: ValueSchema = { type: 'array', items: { type: 'string' } };

/** Any of several values. */
export const many = <Field extends string>(field: Field, note?: string): Filter<Field, string[]> => ({
  field,
  schema: strings,
  note,
  read: (values) => values,
});

/** Values that a unique index finds, so that more of them are cheap. */
export const lookups = <Field extends string>(field: Field, note?: string): Filter<Field, string[]> => ({
  ...many(field, note),
  maxValues: 100,
});

/** Any of several known words. Other words match nothing. */
export const among = <Field extends string, const Word extends string>(
  field: Field,
  words: readonly Word[],
  note?: string,
): Filter<Field, Word[]> => ({
  field,
  schema: { type: 'array', items: { type: 'string', enum: [...words] } },
  note,
  read: (values) => words.filter((word) => values.includes(word)),
});

/** `true` or `false`; the last value decides, and any other word counts as absent. */
export const flag = <Field extends string>(
  field: Field,
  note = '`true` or `false`',
): Filter<Field, boolean> => ({
  field,
  schema: { type: 'boolean' },
  note,
  read(values) {
    const value = values.at(-1);
    return value === 'true' || value === 'false' ? value === 'true' : undefined;
  },
});

/** Any of several searches, each of which must match with all its words. */
export const words = <Field extends string>(field: Field, text: string): Filter<Field, string[][]> => ({
  field,
  schema: strings,
  note: `every word must begin a word of ${text}`,
  read: (values) => readSearches(values),
});

/** A point in time; the earliest of several. */
export const instant = <Field extends string>(field: Field, note = 'ISO 8601'): Filter<Field, Instant> => ({
  field,
  schema: { type: 'string', format: 'date-time' },
  note,
  read: (values, { key }) => readEarliest(key, values),
});

export interface FilterTable<F extends Filters> {
  /** Documents the query parameter; `x-filters` has the table for programs. */
  parameter: ReturnType<typeof filtersParameter>;
  read(request: QueryRequest): Promise<FilterValues<F>>;
}

export function filterTable<F extends Filters>(filters: F, examples: readonly string[]): FilterTable<F> {
  const entries = Object.entries(filters);
  return {
    parameter: filtersParameter(entries, examples),
    async read(request) {
      const given = readFilters(request.query, (key) => filters[key]?.maxValues ?? maxFilterValues);
      const read: Record<string, unknown> = {};
      for (const [key, filter] of entries) {
        const values = given.get(key);
        const value = values && (await filter.read(values, { key, request, given }));
        if (value !== undefined) read[filter.field] = value;
      }
      // Field by field as the type says, which the compiler cannot see through the loop.
      return read as FilterValues<F>;
    },
  };
}

function filtersParameter(entries: [string, Filter<string, unknown>][], examples: readonly string[]) {
  const keys = entries.map(([key, { note }]) => (note === undefined ? `\`${key}\`` : `\`${key}\` (${note})`));
  const table = entries.flatMap(([key, { schema, note }]) =>
    schema === undefined ? [] : [[key, { ...schema, ...(note !== undefined && { description: note }) }]],
  );
  return Type.Optional(
    Type.String({
      description: `Semicolon-separated \`key:value\` pairs. Keys: ${keys.join(', ')}.`,
      examples: [...examples],
      'x-filters': Object.fromEntries(table),
    }),
  );
}
