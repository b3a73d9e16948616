// Serializes JSON in pieces, lists item by item, so that a long response can yield in between.

import { Listed } from '../../shapes/kernel/listed.ts';
import { toJson } from '../kernel/json.ts';

/** Shorter lists are written in one piece with their parent. */
const fewItems = 32;
/** Response, data, page list, item, the item's own list. Nothing below is long. */
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

/** The output of `JSON.stringify`, in pieces no larger than one list item. */
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
