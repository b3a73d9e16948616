// JSON written piece by piece: lists item by item, so that whoever writes a long answer can stop in between.

import { Listed } from '../shapes/listed.ts';
import { toJson } from './json.ts';

/** A list with fewer items than this is written together with what holds it. */
const fewItems = 32;
/** The answer, its data, a page's list, a thing in it, that thing's own list. Below that nothing is long. */
const maxLevels = 5;

const isList = (value: unknown): value is Iterable<unknown> =>
  value instanceof Listed || (Array.isArray(value) && value.length >= fewItems);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsList = (value: Record<string, unknown>, levels: number): boolean => {
  for (const name in value) {
    const field = value[name];
    if (isList(field) || (levels > maxLevels - 1 && isObject(field))) return true;
  }
  return false;
};

/** The text of `JSON.stringify`, in pieces none of which is larger than one thing of a list. */
export function* jsonPieces(value: unknown, levels = maxLevels): Generator<string> {
  if (levels > 0 && isList(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* jsonPieces(item, levels - 1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (levels > 0 && isObject(value) && holdsList(value, levels)) {
    let before = '{';
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* jsonPieces(field, levels - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else {
    yield toJson(value);
  }
}
