import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinSize, JsonSize } from './json-size.ts';

/** Counted in the parsed value. An empty list or object counts as two: itself, and what it could have. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 0);
  return 1 + names + Math.max(inside, 1);
}

const json = fc.jsonValue().map((value) => JSON.stringify(value));

describe('the size of JSON', () => {
  it('is the number of names and values in it', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(new JsonSize(1_000_000).add(text)).toBe(sizeOf(JSON.parse(text)));
      }),
    );
  });

  it('does not depend on the pieces in which it arrives', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 5 }), (text, length) => {
        const size = new JsonSize(1_000_000);
        let count = 1;
        for (let at = 0; at < text.length; at += length) count = size.add(text.slice(at, at + length));
        expect(count).toBe(sizeOf(JSON.parse(text)));
      }),
    );
  });

  it('is compared with a maximum', () => {
    expect(isWithinSize('[0,0,0,0]', 5)).toBe(true);
    expect(isWithinSize('[0,0,0,0]', 4)).toBe(false);
    expect(isWithinSize('"[0,0,0,0]"', 4)).toBe(true);
  });
});
