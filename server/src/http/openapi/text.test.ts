import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentText } from './text.ts';

it('is the same document', () => {
  fc.assert(
    fc.property(
      fc.object({ values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] }),
      (value) => {
        expect(JSON.parse(documentText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      },
    ),
  );
});

it('breaks only what does not fit into a line', () => {
  const long = 'x'.repeat(100);
  expect(documentText({ short: { $ref: '#/a' }, none: {}, long: { first: [1, 2], second: long } })).toBe(
    `{
  "short": { "$ref": "#/a" },
  "none": {},
  "long": {
    "first": [1, 2],
    "second": "${long}"
  }
}`,
  );
});
