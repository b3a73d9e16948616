import { describe, expect, it } from 'vitest';
import { Listed } from '../../shapes/kernel/listed.ts';
import { jsonPieces } from './json-pieces.ts';

const double = (value: number) => ({ value: value * 2 });
const numbers = Array.from({ length: 100 }, (_, index) => index);

const values: [string, unknown][] = [
  ['a short page', { data: { posts: new Listed([1, 2], double), cursor: 1, next: null } }],
  ['an empty page', { data: { posts: new Listed([], double) }, test: true }],
  ['an object', { data: { id: 'post_1', tags: [], text: 'a "quoted" \u2028 👍', none: undefined } }],
  ['an object with a long list', { data: { id: 'post_1', voters: numbers.map(double), after: true } }],
  ['objects with lists', { data: { logs: new Listed(numbers, (n) => ({ n, posts: numbers.map(double) })) } }],
  ['lists in lists', { data: { list: numbers.map(() => numbers.map(() => numbers)) } }],
  ['nothing', { data: null }],
];

describe('JSON in pieces', () => {
  it.each(values)('equals JSON.stringify: %s', (_name, value) => {
    expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
  });

  it('has one piece per item, also in nested lists', () => {
    const logs = new Listed([1, 2], () => ({ posts: numbers.map(double) }));
    const longest = Math.max(...[...jsonPieces({ data: { logs } })].map((piece) => piece.length));
    expect(longest).toBeLessThan(20);
  });

  it('presents each item only when it is written', () => {
    const presented: number[] = [];
    const pieces = jsonPieces({ data: { posts: new Listed(numbers, (n) => presented.push(n)) } });
    while (presented.length < 3) pieces.next();
    expect(presented).toEqual([0, 1, 2]);
  });
});
