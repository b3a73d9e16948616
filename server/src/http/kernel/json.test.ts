import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson, withoutRecursion } from './json.ts';

describe('JSON without recursion', () => {
  it('equals JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(withoutRecursion(value)).toBe(JSON.stringify(value));
      }),
    );
    const gaps = { kept: 1, none: undefined, list: [undefined, null] };
    expect(withoutRecursion(gaps)).toBe(JSON.stringify(gaps));
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('handles any depth: %s', (open, close) => {
    const text = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    expect(toJson(JSON.parse(text)) === text).toBe(true);
  });
});
