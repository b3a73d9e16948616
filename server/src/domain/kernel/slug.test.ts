import { describe, expect, it } from 'vitest';
import { chosenSlug, freeSlug, slugOf } from './slug.ts';

describe('slugOf', () => {
  it.each([
    ['Dark mode', 'dark-mode'],
    ['  --Dark--  mode!! ', 'dark-mode'],
    ['Crème brûlée', 'creme-brulee'],
    ['ＦＵＬＬ ｗｉｄｔｈ ２', 'full-width-2'],
    ['Straße_7', 'straße-7'],
    ['Тёмный режим', 'темныи-режим'],
    ['🎉', 'fallback'],
    ['', 'fallback'],
    ['\ud800x', 'x'],
  ])('turns %j into %j', (name, slug) => {
    expect(slugOf(name, 'fallback')).toBe(slug);
  });

  it('is always a valid slug, however long the name', () => {
    const slug = slugOf('long words '.repeat(40), 'fallback');
    expect([...slug].length).toBeLessThanOrEqual(90);
    expect(chosenSlug(slug, 'slug')).toBe(slug);
  });
});

describe('a very long text', () => {
  const tower = `x${'\u0301\u0323'.repeat(500_000)}`;

  it('is cut for a derived slug and rejected as a chosen one, quickly', () => {
    expect(slugOf(tower, 'fallback')).toBe('x');
    expect(() => chosenSlug(tower, 'slug')).toThrow('"slug" must be 1 to 100');
    expect(() => chosenSlug('x'.repeat(1001), 'slug')).toThrow('"slug" must be 1 to 100');
  });
});

describe('chosenSlug', () => {
  it.each(['a', 'a-b-2', '2026', 'straße', '暗'])('accepts %j', (slug) => {
    expect(chosenSlug(` ${slug} `, 'slug')).toBe(slug);
  });
  it.each(['', '-', 'a--b', '-a', 'a-', 'A', 'a_b', 'a b', 'é', 'a/b', 'x'.repeat(101)])(
    'rejects %j',
    (slug) => {
      expect(() => chosenSlug(slug, 'slug')).toThrow('"slug"');
    },
  );
});

describe('freeSlug', () => {
  it('appends the first free number', () => {
    expect(freeSlug('a', new Set())).toBe('a');
    expect(freeSlug('a', new Set(['a-2']))).toBe('a');
    expect(freeSlug('a', new Set(['a', 'a-3']))).toBe('a-2');
    expect(freeSlug('a', new Set(['a', 'a-2', 'a-3']))).toBe('a-4');
  });
});
