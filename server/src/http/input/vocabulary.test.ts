import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../domain/kernel/failure.ts';
import {
  encodeNext,
  readEarliest,
  readFilters,
  readIncludes,
  readPage,
  readSearches,
  readSort,
} from './vocabulary.ts';

const keyShape = ['number', 'string'] as const;
const page = (query: Record<string, unknown>) => readPage(query, 'recent', keyShape);

describe('include', () => {
  it.each<[unknown, string[]]>([
    [undefined, []],
    ['', []],
    ['a', ['a']],
    ['b;a', ['a', 'b']],
    [' a ; b ;; ', ['a', 'b']],
    ['a;a', ['a']],
    ['A;ab;c;__proto__;constructor', []],
    ['a,b', ['a', 'b']],
    ['b , a;', ['a', 'b']],
    [
      ['a', 'x;b'],
      ['a', 'b'],
    ],
    [{ a: 1 }, []],
    [7, []],
  ])('%j asks for %j of what is known', (include, expected) => {
    expect(readIncludes({ include }, ['a', 'b'])).toEqual(expected);
  });
});

describe('filters', () => {
  it.each<[unknown, [string, string[]][]]>([
    [undefined, []],
    ['', []],
    ['k:v', [['k', ['v']]]],
    [
      'k:v;l:w',
      [
        ['k', ['v']],
        ['l', ['w']],
      ],
    ],
    ['k:a;k:b', [['k', ['a', 'b']]]],
    ['k:a;k:a', [['k', ['a']]]],
    ['k:a:b::c', [['k', ['a:b::c']]]],
    ['k:a%3Bb%3bc', [['k', ['a;b;c']]]],
    ['k:%253B', [['k', ['%3B']]]],
    ['k:50% a%20b %2525', [['k', ['50% a%20b %25']]]],
    ['k:a,b', [['k', ['a,b']]]],
    ['k:', []],
    [':v', []],
    ['k', []],
    [' k : v ;', [['k', ['v']]]],
    ['__proto__:x', [['__proto__', ['x']]]],
    [
      ['k:a', 'k:b;l:c'],
      [
        ['k', ['a', 'b']],
        ['l', ['c']],
      ],
    ],
    [7, []],
  ])('%j reads as %j', (filters, expected) => {
    expect([...readFilters({ filters })]).toEqual(expected);
  });

  it('splits a pair at its first colon only, whatever the value holds', () => {
    const value = fc
      .string({ minLength: 1 })
      .map((text) => text.replaceAll(/[;%]/g, '').trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(value, (text) => {
        expect(readFilters({ filters: `key:${text}` }).get('key')).toEqual([text]);
      }),
    );
  });

  it('leaves out keys without a maximum, however many values they have', () => {
    const filters = readFilters({ filters: `${values('color', 500)};statusId:1` }, (key) =>
      key === 'statusId' ? 20 : undefined,
    );
    expect([...filters]).toEqual([['statusId', ['1']]]);
  });

  const values = (key: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${key}:${index}`).join(';');

  it('takes 20 values of a key unless the list says otherwise, and refuses more instead of returning less', () => {
    expect(readFilters({ filters: values('statusId', 20) }).get('statusId')).toHaveLength(20);
    expect(() => readFilters({ filters: values('statusId', 21) })).toThrow(
      '"filters" has more than 20 values of "statusId".',
    );
    const maxValuesOf = (key: string) => (key === 'email' ? 100 : 20);
    expect(readFilters({ filters: values('email', 100) }, maxValuesOf).get('email')).toHaveLength(100);
    expect(() => readFilters({ filters: values('email', 101) }, maxValuesOf)).toThrow(
      '"filters" has more than 100 values of "email".',
    );
  });

  it('reads the first 1,000 characters of a value', () => {
    expect(readFilters({ filters: `k:${'😀'.repeat(2000)}` }).get('k')).toEqual(['😀'.repeat(1000)]);
  });
});

describe('searches', () => {
  const words = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `w${from + index}`).join(' ');

  it('have at most 16 words each; the rest is not looked at', () => {
    expect(readSearches('search', [words(100)])).toEqual([words(16).split(' ')]);
  });

  it('have at most 64 words together', () => {
    const four = [0, 16, 32, 48].map((from) => words(16, from));
    expect(readSearches('search', four).flat()).toHaveLength(64);
    expect(() => readSearches('search', [...four, 'more'])).toThrow(
      'has more than 64 words in its "search" values',
    );
    expect(readSearches('search', [...four, '!?'])).toHaveLength(4);
  });

  it('have at most 4,000 characters together', () => {
    const long = Array.from({ length: 5 }, (_, index) => `${index}${'! '.repeat(450)}`);
    expect(() => readSearches('search', long)).toThrow(
      'has more than 4000 characters in its "search" values together.',
    );
  });
});

describe('sortBy', () => {
  it.each<[unknown, string]>([
    ['votes', 'votes'],
    ['recent', 'recent'],
    ['Votes', 'recent'],
    ['', 'recent'],
    [undefined, 'recent'],
    [['oldest', 'votes'], 'votes'],
    [{}, 'recent'],
  ])('%j means %s', (sortBy, expected) => {
    expect(readSort({ sortBy }, ['recent', 'oldest', 'votes'], 'recent')).toBe(expected);
  });
});

describe('search', () => {
  it('gives the words of each search, and leaves out those without any', () => {
    expect(readSearches('search', ['Dark  Mode', '...', 'Übung'])).toEqual([['dark', 'mode'], ['ubung']]);
    expect(readSearches('search', ['', ' ', '👍'])).toEqual([]);
  });

  it('keeps a bounded number of words', () => {
    const words = Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' ');
    expect(readSearches('search', [words])[0]?.length).toBe(16);
  });
});

describe('updatedSince', () => {
  it('reads ISO 8601 times, the earliest of several', () => {
    expect(readEarliest('updatedSince', ['2026-01-31T10:15:02.123+01:00'])).toBe(
      Date.parse('2026-01-31T09:15:02.123Z'),
    );
    expect(readEarliest('updatedSince', ['2026-01-31', '2025-01-31'])).toBe(Date.parse('2025-01-31'));
  });

  it.each(['', 'now', '2026', '2026-1-1', '2026-01-31T09:15:02', '0', '1969-12-31T23:59:59Z'])(
    'refuses %j',
    (value) => {
      expect(() => readEarliest('updatedSince', ['2026-01-31', value])).toThrow('"updatedSince"');
    },
  );
});

describe('paging', () => {
  it.each<[unknown, number]>([
    [undefined, 20],
    ['', 20],
    ['x', 20],
    ['0', 1],
    ['-3', 1],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999', 100],
    ['12.9', 12],
    ['+5', 5],
    ['1e2', 20],
    [['5', '6'], 6],
    [{}, 20],
  ])('limit %j is %i', (limit, expected) => {
    expect(page({ limit }).limit).toBe(expected);
  });

  it.each<[unknown, number]>([
    [undefined, 1],
    ['', 1],
    ['x', 1],
    ['0', 1],
    ['-3', 1],
    ['7', 7],
    ['99999999999999999999', 1_000_000_000],
  ])('cursor %j is page %i', (cursor, number) => {
    expect(page({ cursor }).start).toEqual({ kind: 'page', number });
  });

  it('reads back every next that it has written, before any cursor', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), (time, id) => {
        const after = encodeNext('recent', [time, id]);
        expect(page({ after, cursor: '3' }).start).toEqual({ kind: 'after', key: [time, id] });
      }),
    );
    expect(encodeNext('recent', undefined)).toBeNull();
  });

  it('refuses the next of another order, of another shape, and any other text', () => {
    const others = [
      encodeNext('oldest', [1, 'a']),
      encodeNext('recent', [1]),
      encodeNext('recent', ['1', 'a']),
      encodeNext('recent', [0.5, 'a']),
      encodeNext('recent', [1e308, 'a']),
      Buffer.from('["recent",1e999,"a"]').toString('base64url'),
      'x',
      '{}',
    ];
    for (const after of others) expect(() => page({ after })).toThrow('"after"');
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (after) => {
        expect(() => page({ after })).toThrow(Failure);
      }),
    );
  });
});
