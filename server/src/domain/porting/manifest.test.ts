import { describe, expect, it } from 'vitest';
import { readManifest } from './manifest.ts';

describe('the manifest of an archive', () => {
  it.each([
    ['{"format":', 'is not valid JSON: line 1, column 11.'],
    ['{"format":"other"}', 'is not an Earshot export'],
    // Parsing it would block other work.
    [`{"format":"earshot-export","x":[${'[],'.repeat(10_000)}0]}`, 'is too large.'],
  ])('is refused: %.30s', (text, reason) => {
    expect(() => readManifest(text)).toThrow(reason);
  });
});
