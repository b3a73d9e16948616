import { expect, it } from 'vitest';
import { readFeedbackSearch } from './feedback-search.ts';

it('keeps known parameters', () => {
  const search = { q: 'dark mode', status: ['stat_1', 'stat_2'], type: 'type_1', sort: 'votes' };
  expect(readFeedbackSearch(search)).toEqual({ ...search, type: ['type_1'] });
});

it('reads a number as text', () => {
  expect(readFeedbackSearch({ q: 42 })).toEqual({ q: '42' });
});

it.each([
  { q: '' },
  { q: { a: 1 } },
  { status: 'a;statusId:b' },
  { status: [1, null] },
  { sort: 'recent' },
  { sort: 'toString' },
  { other: 1 },
])('drops %j', (search) => {
  expect(readFeedbackSearch(search)).toEqual({});
});
