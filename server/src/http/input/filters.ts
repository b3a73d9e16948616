// Declares the filters of a list. Each filter parses and documents one key, so the parser, the OpenAPI document and the
// client always agree.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Instant } from '../../domain/kernel/clock.ts';
import { badField, type Failure } from '../../domain/kernel/failure.ts';
import { nearest } from '../../domain/kernel/nearest.ts';
import { firstCharacters } from '../../domain/kernel/text.ts';
import { maxNameLength } from './query-words.ts';
import {
  maxFilterValues,
  pieces,
  type Query,
  readEarliest,
  readFilters,
  readLatest,
  readSearches,
  readSmallest,
} from './vocabulary.ts';

/** The JSON Schema of one value, or of an array if the filter matches any of several values. */
type ValueSchema =
  | { type: 'string'; format?: 'date-time'; enum?: string[] }
  | { type: 'boolean' }
  | { type: 'integer'; minimum: number; maximum: number }
  | { type: 'array'; items: ValueSchema };

/** A request with a parsed but not validated query string. */
type QueryRequest = FastifyRequest & { query: Query };

/** What a filter can use in addition to its own values. */
export interface FilterContext {
  key: string;
  request: FastifyRequest;
  /** The values of all filters in the request, by key. */
  given: ReadonlyMap<string, readonly string[]>;
}

export interface Filter<Field extends string, Value> {
  /** The field that it sets in the use case's query. */
  field: Field;
  /** Absent if `x-filters` should not list it. */
  schema?: ValueSchema;
  /** Shown in parentheses after the key in the documentation. */
  note?: string | undefined;
  maxValues?: number;
  /** Whether it stands for filters that are kept elsewhere. */
  isKept?: true;
  /** Undefined if the filter does not apply. */
  read(values: string[], context: FilterContext): Value | undefined | Promise<Value | undefined>;
}

export type Filters = Record<string, Filter<string, unknown>>;

/** The part of a use case's query that the filters set. */
export type FilterValues<F extends Filters> = {
  [Key in keyof F as F[Key]['field']]?: Exclude<Awaited<ReturnType<F[Key]['read']>>, undefined>;
};

const strings: ValueSchema = { type: 'array', items: { type: 'string' } };

/** Matches any of several values. */
export const many = <Field extends string>(field: Field, note?: string): Filter<Field, string[]> => ({
  field,
  schema: strings,
  note,
  read: (values) => values,
});

/** Values with a unique index, where many values are cheap. */
export const lookups = <Field extends string>(field: Field, note?: string): Filter<Field, string[]> => ({
  ...many(field, note),
  maxValues: 100,
});

/** Matches any of several known words. Unknown words match nothing. */
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

/** `true` or `false`. The last value wins; any other word counts as absent. */
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

/** Matches any of several searches. A search matches if all its words match. */
export const words = <Field extends string>(field: Field, text: string): Filter<Field, string[][]> => ({
  field,
  schema: strings,
  note: `each search word must be a prefix of a word in ${text}`,
  read: (values, { key }) => readSearches(key, values),
});

/** A point in time. The earliest of several wins. */
export const instant = <Field extends string>(field: Field, note = 'ISO 8601'): Filter<Field, Instant> => ({
  field,
  schema: { type: 'string', format: 'date-time' },
  note,
  read: (values, { key }) => readEarliest(key, values),
});

/** A point in time before which something happened. The latest of several wins. */
export const instantBefore = <Field extends string>(field: Field): Filter<Field, Instant> => ({
  ...instant(field, 'ISO 8601; exclusive'),
  read: (values, { key }) => readLatest(key, values),
});

/** How many days ago something happened last. The smallest of several wins. The response depends on the time of day. */
export const days = <Field extends string>(
  field: Field,
  maximum: number,
  note: string,
): Filter<Field, number> => ({
  field,
  schema: { type: 'integer', minimum: 0, maximum },
  note,
  read(values, { key, request }) {
    request.dependsOnTime = true;
    return readSmallest(key, values, maximum);
  },
});

/** Names filters that are kept elsewhere. `http/v1/kernel/list` puts them in its place. */
export const kept = (note: string): Filter<never, never> & { isKept: true } => ({
  // It sets no field.
  field: '' as never,
  schema: strings,
  note,
  maxValues: 1,
  isKept: true,
  read: () => undefined,
});

export interface FilterTable<F extends Filters> {
  /** Documents the query parameter. `x-filters` is the machine-readable form. */
  parameter: ReturnType<typeof filtersParameter>;
  read(request: QueryRequest, query?: Query): Promise<FilterValues<F>>;
  /** Throws if a text to be kept has a filter that isn't one of these, or one that can't be read. */
  check(request: FastifyRequest, text: string): Promise<void>;
}

export function filterTable<F extends Filters>(filters: F, examples: readonly string[]): FilterTable<F> {
  const entries = Object.entries(filters);
  const read = async (request: FastifyRequest, query: Query): Promise<FilterValues<F>> => {
    const given = readFilters(query, (key) =>
      Object.hasOwn(filters, key) ? (filters[key]?.maxValues ?? maxFilterValues) : undefined,
    );
    const values: Record<string, unknown> = {};
    for (const [key, filter] of entries) {
      const texts = given.get(key);
      const value = texts && (await filter.read(texts, { key, request, given }));
      if (value !== undefined) values[filter.field] = value;
    }
    // The compiler cannot infer the type of an object built in a loop.
    return values as FilterValues<F>;
  };
  const keptKeys = entries.flatMap(([key, { isKept }]) => (isKept === true ? [] : [key]));
  return {
    parameter: filtersParameter(entries, examples),
    read: (request, query = request.query) => read(request, query),
    async check(request, text) {
      for (const piece of pieces(text)) {
        const [key = ''] = piece.split(':', 1);
        if (!piece.includes(':')) throw badField('filters', `needs a value after "${shortened(piece)}:".`);
        if (!keptKeys.includes(key.trim())) throw notKept(key.trim(), keptKeys);
      }
      await read(request, { filters: text });
    },
  };
}

function notKept(key: string, keys: readonly string[]): Failure {
  const meant = nearest(key, keys);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return badField('filters', `has "${shortened(key)}", which can't be kept in a view${hint || '.'}`);
}

const shortened = (text: string): string => firstCharacters(text, maxNameLength).toWellFormed();

function filtersParameter(entries: [string, Filter<string, unknown>][], examples: readonly string[]) {
  const keys = entries.map(([key, { note }]) => (note === undefined ? `\`${key}\`` : `\`${key}\` (${note})`));
  const table = entries.flatMap(([key, { schema, note }]) =>
    schema === undefined ? [] : [[key, { ...schema, ...(note !== undefined && { description: note }) }]],
  );
  return Type.Optional(
    Type.String({
      description:
        `Semicolon-separated \`key:value\` pairs. Keys: ${keys.join(', ')}. Within a value, write \`;\` as ` +
        '`%3B`, which is `%253B` in a URL.',
      examples: [...examples],
      'x-filters': Object.fromEntries(table),
    }),
  );
}
