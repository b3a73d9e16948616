import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarityTo } from './similarity.ts';

describe('similarityTo', () => {
  it.each([
    ['the same words in another order', ['dark', 'mode'], ['mode', 'dark'], 1],
    ['no word in common', ['dark', 'mode'], ['export', 'csv'], 0],
    ['half of the words', ['dark', 'mode'], ['dark', 'menu'], 0.5],
    ['a word that is a prefix of another', ['notify'], ['notifying'], 0.8],
    ['a prefix that is too short', ['not'], ['notify'], 0],
    ['no words at all', [], [], 0],
  ])('%s', (_what, one, other, expected) => {
    expect(similarityTo(one)(other)).toBeCloseTo(expected, 10);
  });

  it('equals the naive pairwise comparison, in both directions', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab😀'), minLength: 1, maxLength: 8 });
    const title = fc.uniqueArray(word, { maxLength: 8 });
    const weight = (text: string) => Math.min(6, [...text].length);
    const close = (one: string, other: string) => {
      if (one === other) return 1;
      const isPrefix = one.startsWith(other) || other.startsWith(one);
      return isPrefix && Math.min(one.length, other.length) >= 4 ? 0.8 : 0;
    };
    const shared = (words: string[], others: string[]) =>
      words.reduce((sum, one) => sum + weight(one) * Math.max(0, ...others.map((it) => close(one, it))), 0);
    const sum = (words: string[]) => words.reduce((total, one) => total + weight(one), 0);
    fc.assert(
      fc.property(title, title, (one, other) => {
        const whole = sum(one) + sum(other);
        const expected = whole === 0 ? 0 : (shared(one, other) + shared(other, one)) / whole;
        expect(similarityTo(one)(other)).toBeCloseTo(expected, 10);
        expect(similarityTo(other)(one)).toBeCloseTo(expected, 10);
      }),
    );
  });
});
