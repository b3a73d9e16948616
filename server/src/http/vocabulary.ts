// The grammar of query strings: include, filters, sortBy and paging (spec §4, contract §4). Each list has a
// vocabulary; what is not in it is ignored, as the specification asks.

import { instantShape, parseInstant } from '../domain/clock.ts';
import { badField, type Failure } from '../domain/failure.ts';
import { defaultLimit, maxLimit, maxPageNumber, type PageRequest, type SortKey } from '../domain/page.ts';
import { maxSearchWords, searchWords } from '../domain/search-words.ts';
import { firstCharacters } from '../domain/text.ts';

export type Query = Record<string, unknown>;

/** Each value of a filter is another branch of the query, so their number is bounded. */
export const maxFilterValues = 20;
/** These are looked up by a unique index, so more of them are cheap. */
const maxLookupValues = 100;
const lookupFilters = new Set(['email', 'externalId']);
/** Of all values of `search` in a request together. */
export const maxWordsOfSearches = 64;
const maxCharactersOfSearches = 4000;

/** The includes asked for that this endpoint knows. */
export function readIncludes<Include extends string>(query: Query, known: readonly Include[]): Include[] {
  const asked = new Set(pieces(query.include));
  return known.filter((include) => asked.has(include));
}

/** Every filter with all the values it was given: only the first `:` of a pair separates. */
export function readFilters(query: Query): Map<string, string[]> {
  const filters = new Map<string, string[]>();
  for (const piece of pieces(query.filters)) {
    const colon = piece.indexOf(':');
    if (colon < 1) continue;
    const key = piece.slice(0, colon).trim();
    const values = filters.get(key);
    const value = firstCharacters(piece.slice(colon + 1).trim());
    if (values === undefined) filters.set(key, [value]);
    else if (!values.includes(value)) values.push(value);
    // Ignoring the rest would silently return less than was asked for.
    const most = lookupFilters.has(key) ? maxLookupValues : maxFilterValues;
    if ((values?.length ?? 0) > most) throw tooManyValues(key, most);
  }
  return filters;
}

export const tooManyValues = (key: string, most: number): Failure =>
  badField('filters', `has more than ${most} values of "${key}".`);

export const readSort = <Sort extends string>(query: Query, sorts: readonly Sort[], byDefault: Sort): Sort =>
  sorts.find((sort) => sort === last(query.sortBy)) ?? byDefault;

/** A search without a word in it matches nothing, so it adds nothing to the others. */
export function readSearches(values: readonly string[]): string[][] {
  const characters = values.reduce((sum, value) => sum + firstCharacters(value).length, 0);
  if (characters > maxCharactersOfSearches) throw tooMuchToSearch(maxCharactersOfSearches, 'characters');
  const searches: string[][] = [];
  let words = 0;
  for (const value of values) {
    const search = searchWords(value, maxSearchWords);
    words += search.length;
    if (words > maxWordsOfSearches) throw tooMuchToSearch(maxWordsOfSearches, 'words');
    if (search.length > 0) searches.push(search);
  }
  return searches;
}

const tooMuchToSearch = (most: number, what: string): Failure =>
  badField('filters', `has more than ${most} ${what} in its "search" values together.`);

/** The earliest of the times given. `key` is how the message calls them. */
export function readSince(values: readonly string[], key: 'an "updatedSince"' | 'a "since"'): number {
  const instants = values.map((value) => parseInstant(value));
  const wrong = instants.includes(undefined);
  if (wrong) throw badField('filters', `has ${key} that is not ${instantShape}.`);
  return Math.min(...instants.filter((instant) => instant !== undefined));
}

export const readUpdatedSince = (values: readonly string[]): number => readSince(values, 'an "updatedSince"');

/**
 * A page number or a place to go on from. Numbers out of range are clamped, other text counts as absent; but
 * a place that is none of this list's would silently start over, so that one is refused.
 */
export function readPage(query: Query, order: string, keyShape: readonly KeyPart[]): PageRequest {
  const limit = readLimit(query);
  const after = last(query.after);
  if (after !== undefined && after !== '')
    return { limit, start: { kind: 'after', key: decodeNext(after, order, keyShape) } };
  return { limit, start: { kind: 'page', number: clamp(integer(query.cursor) ?? 1, 1, maxPageNumber) } };
}

export const readLimit = (query: Query): number => clamp(integer(query.limit) ?? defaultLimit, 1, maxLimit);

/** A parameter of its own; the last one when it is given several times. */
export const readText = (parameter: unknown): string | undefined => last(parameter);

/** Opaque to callers: the order it belongs to and the last thing's sort key. */
export const encodeNext = (order: string, key: SortKey | undefined): string | null =>
  key === undefined ? null : Buffer.from(JSON.stringify([order, ...key])).toString('base64url');

/** What a sort key is made of. Its numbers are whole ones, and those of places in an order small: as engines keep them. */
const keyParts = {
  number: (part: unknown) => Number.isSafeInteger(part),
  position: (part: unknown) => typeof part === 'number' && (part | 0) === part,
  string: (part: unknown) => typeof part === 'string',
};
type KeyPart = keyof typeof keyParts;

function decodeNext(text: string, order: string, keyShape: readonly KeyPart[]): SortKey {
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

/** A parameter given several times counts as one list. */
function pieces(parameter: unknown): string[] {
  const texts = Array.isArray(parameter) ? parameter : [parameter];
  return texts
    .flatMap((text) => (typeof text === 'string' ? text.split(';') : []))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function last(parameter: unknown): string | undefined {
  const text = Array.isArray(parameter) ? parameter.at(-1) : parameter;
  return typeof text === 'string' ? text : undefined;
}

function integer(parameter: unknown): number | undefined {
  const text = last(parameter)?.trim();
  if (text === undefined || !/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined;
  return Math.trunc(Number(text));
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
