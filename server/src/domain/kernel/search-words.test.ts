import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxPrefixLength, prefixesOf, searchWords } from './search-words.ts';

describe('searchWords', () => {
  it.each([
    ['Dark mode, please!', ['dark', 'mode', 'please']],
    ['Café CAFÉ cafe', ['cafe']],
    ['STRASSE straße', ['strasse']],
    ['İstanbul', ['istanbul']],
    ['don’t e-mail me at a.b@example.com', ['don', 't', 'e', 'mail', 'me', 'at', 'a', 'b', 'example', 'com']],
    ['ﬁle Ⅷ ２０２６', ['file', 'viii', '2026']],
    ['العربية עִבְרִית', ['العربية', 'עברית']],
    ['👍🏽 !!! —', []],
    ['', []],
  ])('%s', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('are the same for ASCII text, which takes a shortcut, as after a letter that does not', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
        fc.integer({ min: 1, max: 9 }),
        (text, max) => {
          // The comma and the spaces keep both parts apart.
          expect(searchWords(text)).toEqual(searchWords(`ж , ${text}`).slice(1));
          expect(searchWords(text, max)).toEqual(searchWords(`ж , ${text}`, max + 1).slice(1));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('segments scripts that are written without spaces', () => {
    expect(searchWords('我想要深色模式')).toContain('深色');
    expect(searchWords('ダークモードが欲しい').length).toBeGreaterThan(1);
    expect(searchWords('ฉันอยากได้โหมดมืด').length).toBeGreaterThan(1);
  });

  it.each([
    ['ASCII words', 'a b '],
    ['Thai', 'ฉันอยากได้'],
    ['Chinese', '我想要深色模式'],
    ['Khmer', 'ខ្មែរ'],
    ['emoji sequences', '👩‍👩‍👧‍👦'],
    ['towers of combining marks', 'a\u0301\u0323'],
    ['ligatures that expand', '\ufdfa'],
  ])('reads only the first 1,000 code points of a long text: %s', (_script, unit) => {
    const long = unit.repeat(500_000);
    expect(searchWords(long)).toEqual(searchWords([...long.slice(0, 4000)].slice(0, 1000).join('')));
  });

  it('stops at the given number of words', () => {
    expect(searchWords('one two-three four', 3)).toEqual(['one', 'two', 'three']);
    expect(searchWords('one', 3)).toEqual(['one']);
  });

  it('returns only letters and digits for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of searchWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aAéßİσς dD1Ａﬁ-') }), (text) => {
        const words = searchWords(text);
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
    );
  });
});

describe('prefixesOf', () => {
  it('lists every prefix by whole characters', () => {
    expect(prefixesOf('a𝒷c')).toEqual(['a', 'a𝒷', 'a𝒷c']);
  });

  it('stops at the longest indexed prefix', () => {
    expect(prefixesOf('x'.repeat(100)).at(-1)).toBe('x'.repeat(maxPrefixLength));
  });
});
