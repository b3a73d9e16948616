// What an operation understands of a query string, derived from the parameters it documents. The rest is ignored, and
// named to the client (contract §4).

import type { TProperties } from 'typebox';
import type { FieldFault } from '../../domain/kernel/failure.ts';
import { maxFaults } from '../../domain/kernel/faults.ts';
import { firstCharacters } from '../../domain/kernel/text.ts';
import { integer, last, pieces, type Query, words } from './vocabulary.ts';

export interface Understood {
  /** Equal for query strings with the same effect, whatever else they contain. */
  key: string;
  /** What was ignored, by name: `page`, `filters.color`, `include.owner`, `sortBy.popular`. The first few. */
  ignored: FieldFault[];
}

/** One more than is ever named to a client, which tells that there are more. */
export const maxIgnored = maxFaults + 1;

export interface QueryWords {
  read(query: Query): Understood;
}

/** One parameter: returns the part of its value that has an effect, if any, and reports the rest. */
type Reader = (value: unknown, ignore: (name: string, rule: string) => void) => unknown;

/** The schemas of the parameters, as far as they are read here. */
interface ParameterSchema {
  type?: string;
  enum?: readonly string[];
  'x-filters'?: Readonly<Record<string, { type: string }>>;
  'x-includes'?: readonly string[];
}

/** Of what a client invented, in answers. */
export const maxNameLength = 64;

export function queryWords(parameters: TProperties = {}): QueryWords {
  const readers = new Map(
    Object.entries(parameters).map(([name, schema]) => [name, readerOf(name, schema as ParameterSchema)]),
  );
  return {
    read(query) {
      const ignored = new Map<string, FieldFault>();
      const ignore = (name: string, rule: string): void => {
        if (ignored.size === maxIgnored) return;
        const field = firstCharacters(name, maxNameLength).toWellFormed();
        if (!ignored.has(field)) ignored.set(field, { field, message: `"${field}" ${rule}` });
      };
      const parts: [name: string, value: unknown][] = [];
      for (const [name, read] of readers) {
        const value = Object.hasOwn(query, name) ? read(query[name], ignore) : undefined;
        if (value !== undefined) parts.push([name, value]);
      }
      for (const name of Object.keys(query))
        if (!readers.has(name)) ignore(name, 'is not a parameter of this operation.');
      return { key: JSON.stringify(parts), ignored: [...ignored.values()] };
    },
  };
}

function readerOf(name: string, schema: ParameterSchema): Reader {
  const { 'x-filters': filters, 'x-includes': includes, enum: choices, type } = schema;
  if (filters !== undefined) return filterReader(name, filters);
  if (includes !== undefined) {
    return (value, ignore) => {
      const asked = new Set(words(value));
      for (const word of asked)
        if (!includes.includes(word)) ignore(`${name}.${word}`, 'is not an include of this operation.');
      return ifAny(includes.filter((word) => asked.has(word)));
    };
  }
  if (choices !== undefined) {
    return (value, ignore) => {
      const word = last(value) ?? '';
      if (choices.includes(word)) return word;
      if (word !== '') ignore(`${name}.${word}`, `is not one of ${choices.join(', ')}.`);
      return undefined;
    };
  }
  if (type !== 'integer') return (value) => value;
  return (value, ignore) => {
    const number = integer(value);
    if (number === undefined && last(value)?.trim() !== '') ignore(name, 'must be an integer.');
    return number;
  };
}

/** A filter with an empty value counts as absent, so it is not reported. */
function filterReader(name: string, filters: Readonly<Record<string, { type: string }>>): Reader {
  return (value, ignore) => {
    const known: string[] = [];
    const flags = new Map<string, string>();
    for (const piece of pieces(value)) {
      const colon = piece.indexOf(':');
      const key = (colon < 0 ? piece : piece.slice(0, colon)).trim();
      const filter = Object.hasOwn(filters, key) ? filters[key] : undefined;
      if (filter === undefined) ignore(`${name}.${key}`, 'is not a filter of this operation.');
      else if (colon < 0) ignore(`${name}.${key}`, 'needs a value after a colon.');
      else known.push(piece);
      if (filter?.type === 'boolean') flags.set(key, piece.slice(colon + 1).trim());
    }
    for (const [key, flag] of flags)
      if (!['true', 'false', ''].includes(flag)) ignore(`${name}.${key}`, 'must be true or false.');
    return ifAny(known);
  };
}

const ifAny = (words: readonly string[]) => (words.length === 0 ? undefined : words);
