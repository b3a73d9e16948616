// Measures size and depth of untrusted JSON without recursion: the input may be thousands of arrays deep, where
// JSON.stringify overflows.

import type { Failure } from '../kernel/failure.ts';
import { maxDepth } from './document.ts';
import { forbiddenCharacters, tooDeep, tooLarge } from './refusals.ts';

/** A node takes two JSON levels, itself and its content; the last may have marks with attributes. */
const maxJsonDepth = 2 * maxDepth + 8;

export const hasForbiddenCharacters = (text: string): boolean =>
  text.includes('\0') || /\p{Surrogate}/u.test(text);

/** The first violated limit; undefined if none. */
export const findJsonRefusal = (root: unknown, field: string, maxBytes: number): Failure | undefined => {
  let bytes = 0;
  const pending: { value: unknown; depth: number; nodeDepth: number }[] = [
    { value: root, depth: 1, nodeDepth: 0 },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth, nodeDepth } = next;
    if (typeof value === 'string' && hasForbiddenCharacters(value)) return forbiddenCharacters(field);
    if (typeof value !== 'object' || value === null) {
      bytes += typeof value === 'string' ? Buffer.byteLength(JSON.stringify(value)) : String(value).length;
    } else {
      if (depth > maxJsonDepth || nodeDepth > maxDepth) return tooDeep(field);
      for (const [key, child] of Object.entries(value)) {
        const isArray = Array.isArray(value);
        bytes += isArray ? 1 : Buffer.byteLength(JSON.stringify(key)) + 2;
        pending.push({ value: child, depth: depth + 1, nodeDepth: nodeDepth + (isArray ? 1 : 0) });
        if (bytes > maxBytes) return tooLarge(field, maxBytes);
      }
      bytes += 2;
    }
    if (bytes > maxBytes) return tooLarge(field, maxBytes);
  }
  return undefined;
};
