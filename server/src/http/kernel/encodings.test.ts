import { describe, expect, it } from 'vitest';
import { chosenEncoding, encodingAmong } from './encodings.ts';

describe('chosenEncoding', () => {
  it.each<[string | undefined, string | undefined, boolean]>([
    [undefined, undefined, true],
    ['', undefined, true],
    ['identity', undefined, true],
    ['gzip', 'gzip', true],
    ['x-gzip', 'gzip', true],
    ['GZIP', 'gzip', true],
    ['gzip, deflate, br, zstd', 'br', true],
    ['br;q=0.5, gzip;q=0.8', 'gzip', true],
    ['br;q=0.8,gzip ; q=0.8', 'br', true],
    ['gzip;q=0.001', 'gzip', true],
    ['gzip;q=0', undefined, true],
    ['gzip;q=0.000, br;q=0', undefined, true],
    ['*', 'br', true],
    ['*;q=0', undefined, true],
    ['br;q=0, *', 'gzip', true],
    ['identity, gzip;q=0.5', undefined, true],
    ['identity;q=0.5, gzip;q=0.5', 'gzip', true],
    ['identity;q=0, gzip', 'gzip', false],
    ['gzip, *;q=0', 'gzip', false],
    ['identity;q=0', undefined, true],
    ['deflate', undefined, true],
    ['gzip;q=high', 'gzip', true],
    [`${'x,'.repeat(50)}gzip`, undefined, true],
  ])('%j: %s, and may be uncompressed: %s', (header, encoding, mayBeIdentity) => {
    expect(chosenEncoding(header)).toEqual({ encoding, mayBeIdentity });
  });

  it('chooses among the available ones', () => {
    expect(encodingAmong(['gzip'], 'br, gzip').encoding).toBe('gzip');
    expect(encodingAmong([], 'br, gzip').encoding).toBeUndefined();
  });
});
