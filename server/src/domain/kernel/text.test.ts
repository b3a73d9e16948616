import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedText, firstCharacters, httpUrl, isStorable, lengthOf, nameKey, storable } from './text.ts';

describe('boundedText', () => {
  it('counts code points, not UTF-16 units: 200 emoji fit where 200 letters do', () => {
    expect(lengthOf('👍'.repeat(200))).toBe(200);
    expect(boundedText('👍'.repeat(200), 'title', 1, 200)).toBe('👍'.repeat(200));
    expect(() => boundedText('👍'.repeat(201), 'title', 1, 200)).toThrow('"title" must be 1 to 200');
  });

  it('accepts exactly the texts whose trimmed length is within the bounds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '👍', '\n', 'é'), maxLength: 14 });
    fc.assert(
      fc.property(text, fc.nat(4), fc.integer({ min: 4, max: 8 }), (given, min, max) => {
        const length = [...given.trim()].length;
        if (length >= min && length <= max) expect(boundedText(given, 'name', min, max)).toBe(given.trim());
        else expect(() => boundedText(given, 'name', min, max)).toThrow(`"name" must be ${min} to ${max}`);
      }),
    );
  });

  it('rejects a huge text without scanning it', () => {
    expect(() => boundedText('x'.repeat(20_000_000), 'title', 1, 200)).toThrow('"title"');
  });
});

describe('firstCharacters', () => {
  it('cuts by code point and leaves shorter texts alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
        expect(firstCharacters(text, max)).toBe([...text].slice(0, max).join(''));
      }),
    );
  });
});

describe('nameKey', () => {
  it('ignores letter case and how accents are encoded', () => {
    expect(nameKey('CAFE\u0301')).toBe(nameKey('caf\u00e9'));
  });

  it('reads only the start of a long name, whose marks would take hours to sort', () => {
    expect(lengthOf(nameKey('\u0301\u0323'.repeat(500_000)))).toBe(1000);
  });
});

describe('storable', () => {
  it.each(['a\0b', '\0', 'a\ud800', '\udc00b', '\udc00\ud800'])('rejects %j', (text) => {
    expect(isStorable(text)).toBe(false);
    expect(() => storable(text, 'content')).toThrow('"content"');
    expect(() => boundedText(text, 'content', 1, 10)).toThrow('"content"');
    expect(() => httpUrl(text, 'link')).toThrow('"link"');
  });

  it('accepts every other text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(storable(text, 'content')).toBe(text);
      }),
    );
  });
});

describe('httpUrl', () => {
  it.each(['https://example.com', 'http://localhost:3000/x?y=1#z', '  https://example.com/ü  '])(
    'accepts %j, trimmed and otherwise unchanged',
    (text) => {
      expect(httpUrl(text, 'link')).toBe(text.trim());
    },
  );

  it.each([
    '',
    'example.com',
    '/relative',
    '//example.com',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.com',
    'http://',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('rejects %j and names the field', (text) => {
    expect(() => httpUrl(text, 'avatarUrl')).toThrow('"avatarUrl" must be an http or https URL');
  });
});
