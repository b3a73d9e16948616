import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonError, notJson } from './json-error.ts';

it.each([
  ['{"a": 1,}', 'line 1, column 9'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
  ['{\r\n"a": tru\r\n}', 'line 2, column 9'],
  ["{'a': 1}", 'line 1, column 2'],
  ['{"a" 1}', 'line 1, column 6'],
  ['[1, 2', 'line 1, column 6'],
  ['["a\nb"]', 'line 1, column 4'],
  ['["\\x"]', 'line 1, column 4'],
  ['["\\u12g4"]', 'line 1, column 7'],
  ['[01]', 'line 1, column 3'],
  ['[1.]', 'line 1, column 4'],
  ['[-]', 'line 1, column 3'],
  ['[1e+]', 'line 1, column 5'],
  ['nul', 'line 1, column 4'],
  ['{} x', 'line 1, column 4'],
  ['[1}', 'line 1, column 3'],
  ['', 'line 1, column 1'],
  ['\u00a0{}', 'line 1, column 1'],
  [`${'['.repeat(100_000)}x`, 'line 1, column 100001'],
])('finds where %j is wrong', (text, place) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(notJson(text)).toBe(`is not valid JSON: ${place}`);
});

it('agrees with JSON.parse about what is JSON', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const pieces = fc.constantFrom(...'{}[],:"\\u0aeE+-.1 \n', 'true', 'nul', '"a"', '\u0001', 'é');
  const broken = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken), (text) => {
      expect(findJsonError(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});
