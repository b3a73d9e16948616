// Parses query strings: include, filters, sortBy and pagination (spec §4, contract §4). Each list declares the words it
// knows (http/filters, http/v1/kernel/list). Unknown words are ignored, as the specification requires; http/query-words
// names them to the client.

import { type Instant, instantShape, parseInstant } from '../../domain/kernel/clock.ts';
import { badField, type Failure } from '../../domain/kernel/failure.ts';
import {
  defaultLimit,
  maxLimit,
  maxPageNumber,
  type PageRequest,
  type SortKey,
} from '../../domain/kernel/page.ts';
import { maxSearchWords, searchWords } from '../../domain/kernel/search-words.ts';
import { firstCharacters } from '../../domain/kernel/text.ts';

export type Query = Record<string, unknown>;

/** Bounded because each value of a filter adds a branch to the query. */
export const maxFilterValues = 20;
/** The total over all values of a search filter in a request. */
export const maxWordsOfSearches = 64;
const maxCharactersOfSearches = 4000;

/** The requested includes that this endpoint supports. */
export function readIncludes<Include extends string>(query: Query, known: readonly Include[]): Include[] {
  const asked = new Set(words(query.include));
  return known.filter((include) => asked.has(include));
}

/**
 * Every filter with all its values. A pair is split at its first `:`, so values may contain more. An empty value is no
 * value: an empty search box must not look like an empty workspace (contract §4). Without a maximum, a key is unknown,
 * and left out.
 */
export function readFilters(
  query: Query,
  maxValuesOf: (key: string) => number | undefined = () => maxFilterValues,
): Map<string, string[]> {
  const filters = new Map<string, string[]>();
  for (const piece of pieces(query.filters)) {
    const colon = piece.indexOf(':');
    if (colon < 1) continue;
    const key = piece.slice(0, colon).trim();
    const max = maxValuesOf(key);
    if (max === undefined) continue;
    const values = filters.get(key);
    const value = firstCharacters(decodedValue(piece.slice(colon + 1).trim()));
    if (value === '') continue;
    if (values === undefined) filters.set(key, [value]);
    else if (!values.includes(value)) values.push(value);
    // Ignoring the rest would silently return too few results.
    if ((values?.length ?? 0) > max) throw tooManyValues(key, max);
  }
  return filters;
}

/** A `;` ends a value, so one within it is written `%3B`, and where `%3B` or `%25` is meant, its `%` is `%25`. */
const decodedValue = (text: string): string =>
  text.replace(/%(?:3b|25)/gi, (encoded) => (encoded === '%25' ? '%' : ';'));

export const tooManyValues = (key: string, max: number): Failure =>
  badField('filters', `has more than ${max} values of "${key}".`);

export const readSort = <Sort extends string>(query: Query, sorts: readonly Sort[], byDefault: Sort): Sort =>
  sorts.find((sort) => sort === last(query.sortBy)) ?? byDefault;

/** Skips searches without words: they match nothing. */
export function readSearches(key: string, values: readonly string[]): string[][] {
  const characters = values.reduce((sum, value) => sum + firstCharacters(value).length, 0);
  if (characters > maxCharactersOfSearches) throw tooMuchToSearch(key, maxCharactersOfSearches, 'characters');
  const searches: string[][] = [];
  let words = 0;
  for (const value of values) {
    const search = searchWords(value, maxSearchWords);
    words += search.length;
    if (words > maxWordsOfSearches) throw tooMuchToSearch(key, maxWordsOfSearches, 'words');
    if (search.length > 0) searches.push(search);
  }
  return searches;
}

const tooMuchToSearch = (key: string, max: number, what: string): Failure =>
  badField('filters', `has more than ${max} ${what} in its "${key}" values together.`);

/** The earliest of the given times. */
export const readEarliest = (key: string, values: readonly string[]): Instant =>
  Math.min(...readInstants(key, values));

/** The latest of the given times. */
export const readLatest = (key: string, values: readonly string[]): Instant =>
  Math.max(...readInstants(key, values));

function readInstants(key: string, values: readonly string[]): Instant[] {
  return values.map((value) => {
    const instant = parseInstant(value);
    if (instant !== undefined) return instant;
    const article = /^[aeiou]/.test(key) ? 'an' : 'a';
    throw badField('filters', `has ${article} "${key}" that is not ${instantShape}.`);
  });
}

/** The smallest of the given whole numbers. */
export function readSmallest(key: string, values: readonly string[], max: number): number {
  const numbers = values.map((value) => (/^\d{1,9}$/.test(value) ? Number(value) : Number.NaN));
  if (numbers.every((number) => number <= max)) return Math.min(...numbers);
  throw badField('filters', `has a value of "${key}" that is not a whole number from 0 to ${max}.`);
}

/**
 * Offset pagination (`cursor`) or cursor pagination (`after`). Out-of-range numbers are clamped, and other text counts
 * as absent. An `after` from another list or sort order is refused: ignoring it would silently start over.
 */
export function readPage(query: Query, order: string, keyShape: KeyShape, withTotal = false): PageRequest {
  const asked = { limit: readLimit(query), ...(withTotal && { withTotal }) };
  const after = last(query.after);
  if (after !== undefined && after !== '')
    return { ...asked, start: { kind: 'after', key: decodeNext(after, order, keyShape) } };
  return { ...asked, start: { kind: 'page', number: clamp(integer(query.cursor) ?? 1, 1, maxPageNumber) } };
}

export const readLimit = (query: Query): number => clamp(integer(query.limit) ?? defaultLimit, 1, maxLimit);

/** A plain text parameter. The last value wins. */
export const readText = (parameter: unknown): string | undefined => last(parameter);

/** The opaque cursor: the sort order and the sort key of the last item. */
export const encodeNext = (order: string, key: SortKey | undefined): string | null =>
  key === undefined ? null : Buffer.from(JSON.stringify([order, ...key])).toString('base64url');

/** Checks the parts of a sort key against the ranges of the database engines: positions are 32-bit integers. */
const keyParts = {
  number: (part: unknown) => Number.isSafeInteger(part),
  position: (part: unknown) => typeof part === 'number' && (part | 0) === part,
  string: (part: unknown) => typeof part === 'string',
};
export type KeyShape = readonly (keyof typeof keyParts)[];

function decodeNext(text: string, order: string, keyShape: KeyShape): SortKey {
  const parts = parsedJson(Buffer.from(text, 'base64url').toString());
  const isOurs =
    Array.isArray(parts) &&
    parts.length === keyShape.length + 1 &&
    parts[0] === order &&
    keyShape.every((part, index) => keyParts[part](parts[index + 1]));
  if (!isOurs) throw badField('after', 'is not a "next" of this list in this order.');
  return parts.slice(1);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The values of a repeated parameter are joined into one list. */
export function pieces(parameter: unknown, separator: string | RegExp = ';'): string[] {
  const texts = Array.isArray(parameter) ? parameter : [parameter];
  return texts
    .flatMap((text) => (typeof text === 'string' ? text.split(separator) : []))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** Words without `;` or `,` in them, separated by either. */
export const words = (parameter: unknown): string[] => pieces(parameter, /[;,]/);

export function last(parameter: unknown): string | undefined {
  const text = Array.isArray(parameter) ? parameter.at(-1) : parameter;
  return typeof text === 'string' ? text : undefined;
}

export function integer(parameter: unknown): number | undefined {
  const text = last(parameter)?.trim();
  if (text === undefined || !/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined;
  // Infinities would be the same as each other in the key of a cached answer.
  return Math.trunc(clamp(Number(text), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
