import { describe, expect, it } from 'vitest';
import { readRecord } from './fields.ts';

describe('the line of a record', () => {
  it.each([
    ['{"a":', 'is not valid JSON: column 6.'],
    ['[]', 'must be a JSON object.'],
    ['null', 'must be a JSON object.'],
    // Parsing it would block other work.
    [`{"a":[${'[],'.repeat(80_000)}0]}`, 'must not have more than 150,000 names and values.'],
  ])('is refused: %.20s', (line, reason) => {
    expect(() => readRecord({}, line)).toThrow(reason);
  });
});
