import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdKind, idMinter, idPrefixes, isTestId, looksLikeId, mintedAt } from './id.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];
const kind = fc.constantFrom(...kinds);
/** Any instant that fits the 48 bits of a UUIDv7. */
const instant = fc.integer({ min: 1, max: 2 ** 48 - 2 });

describe('minted ids', () => {
  it('are a prefix and 26 characters of lowercase Crockford base32', () => {
    const mint = idMinter({ now: () => Date.UTC(2026, 0, 31) }, 'live');
    const mintTest = idMinter({ now: () => Date.UTC(2026, 0, 31) }, 'test');
    for (const each of kinds) {
      expect(mint(each)).toMatch(new RegExp(`^${idPrefixes[each]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
      expect(mintTest(each)).toMatch(new RegExp(`^${idPrefixes[each]}_test_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
    }
  });

  it('hold a UUIDv7: version 7, variant 10', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const body = idMinter({ now: () => now }, 'live')('post').slice(-26);
        let value = 0n;
        for (const character of body)
          value = value * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(character));
        expect((value >> 76n) & 15n).toBe(7n);
        expect((value >> 62n) & 3n).toBe(2n);
      }),
    );
  });

  it('sort in minting order, even when the clock stops or goes back', () => {
    fc.assert(
      fc.property(fc.array(instant, { minLength: 2, maxLength: 60 }), (times) => {
        let tick = 0;
        const mint = idMinter({ now: () => times[tick++ % times.length] ?? 0 }, 'live');
        const ids = Array.from({ length: times.length * 3 }, () => mint('post'));
        expect([...ids].sort()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('sort in minting order, ten thousand within one millisecond', () => {
    const mint = idMinter({ now: () => 1_769_850_902_123 }, 'live');
    const ids = Array.from({ length: 10_000 }, () => mint('comment'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('contain their minting time', () => {
    fc.assert(
      fc.property(instant, kind, fc.constantFrom('live', 'test'), (now, each, mode) => {
        expect(mintedAt(idMinter({ now: () => now }, mode)(each))).toBe(now);
      }),
    );
  });

  it('contain their kind and mode', () => {
    fc.assert(
      fc.property(instant, kind, kind, (now, each, other) => {
        const live = idMinter({ now: () => now }, 'live')(each);
        const test = idMinter({ now: () => now }, 'test')(each);
        expect([looksLikeId(each, live), isTestId(each, live)]).toEqual([true, false]);
        expect([looksLikeId(each, test), isTestId(each, test)]).toEqual([true, true]);
        if (other === each) return;
        for (const id of [live, test]) {
          expect(looksLikeId(other, id)).toBe(false);
          expect(isTestId(other, id)).toBe(false);
        }
      }),
    );
  });
});

describe('looksLikeId', () => {
  const id = idMinter({ now: () => 1 }, 'live')('post');
  it.each([
    '',
    'post_',
    'post_test_',
    id.slice(0, -1),
    `${id}0`,
    id.toUpperCase(),
    id.replace('_', '-'),
    `post_8${id.slice(6)}`,
    `${id.slice(0, -1)}u`,
    `${id}\n`,
    ` ${id}`,
    `post_live_${id.slice(5)}`,
    `post_test_test_${id.slice(5)}`,
  ])('rejects %j', (text) => {
    expect(looksLikeId('post', text)).toBe(false);
    expect(isTestId('post', text)).toBe(false);
  });
});
