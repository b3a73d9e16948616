import { expect, it } from 'vitest';
import { announcedRefusals, refusalsIn } from './shell.ts';
import { differenceOf, isShownText } from './shown.ts';

const id = (prefix: string, last: string) => `${prefix}_01m7ge67jve4dvwkn0nvtgrvr${last}`;

it.each([
  ['the same', { a: 'x', b: null, c: [true] }, { a: 'x', b: null, c: [true] }],
  ['another ID of the same kind', id('post', 'x'), id('post', 'y')],
  ['another time', '2026-11-15T20:25:43.272Z', '2026-11-16T00:00:00.000Z'],
  ['another number', { votesCount: 3 }, { votesCount: 4 }],
  ['elided text', 'post_…', id('post', 'x')],
  ['an elided value', { data: '…' }, { data: { any: 'thing' } }],
  ['a list that goes on', ['a', '…'], ['a', 'b', 'c']],
])('accepts %s', (_what, shown, real) => {
  expect(differenceOf(shown, real)).toBeUndefined();
});

it.each([
  ['a missing key', { a: 1 }, { a: 1, b: 2 }, '$ shows a, and has a, b'],
  ['a key that is gone', { a: 1, b: 2 }, { a: 1 }, '$ shows a, b, and has a'],
  ['another text', { a: ['x'] }, { a: ['y'] }, '$.a[0] shows x, and is y'],
  ['another type', { a: 1 }, { a: '1' }, '$.a shows 1, and is "1"'],
  ['null for a value', { a: null }, { a: {} }, '$.a shows null, and is {}'],
  ['an ID of another kind', id('post', 'x'), id('user', 'x'), expect.stringContaining('$ shows post_')],
  ['a shorter list', ['a'], ['a', 'b'], '$ shows 1 items, and has 2'],
])('notices %s', (_what, shown, real, difference) => {
  expect(differenceOf(shown, real)).toEqual(difference);
});

it('compares plain text except for numbers and what is elided', () => {
  expect(isShownText('Seeded 1,000 posts in 1.4 s: …', 'Seeded 12 posts in 0.9 s: done\n')).toBe(true);
  expect(isShownText('Seeded 1,000 posts', 'Created 1,000 posts')).toBe(false);
});

it('finds refusals in output, and where a block announces them', () => {
  const refused = '{"error":{"code":"CONFLICT","message":"A \\"b\\"","status":409}}';
  expect(refusalsIn(`HTTP/1.1 200 OK\n{"data":1}${refused}\nHTTP/1.1 304 Not Modified`)).toEqual([304, 409]);
  expect(announcedRefusals('api /x  # 409\n# then 304\napi /posts/500')).toEqual([304, 409]);
});
