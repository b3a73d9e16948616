import { expect, it } from 'vitest';
import { filtersOf, isListed, readFeedbackSearch } from './feedback-search.ts';

it('keeps known parameters', () => {
  const search = { q: 'dark mode', status: ['stat_1', 'stat_2'], type: 'type_1', sort: 'votes' };
  expect(readFeedbackSearch(search)).toEqual({ ...search, type: ['type_1'] });
});

it('reads a number as text', () => {
  expect(readFeedbackSearch({ q: 42 })).toEqual({ q: '42' });
});

it('reads a number of days and a yes or no, as the router parses them', () => {
  expect(readFeedbackSearch({ unanswered: 7, comments: true })).toEqual({
    unanswered: ['7'],
    comments: ['true'],
  });
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

it('translates a search into filters of the API', () => {
  const filters = filtersOf({ q: 'dark', status: ['stat_1'], type: ['type_1'] });
  expect(filters).toEqual({ merged: undefined, text: 'dark', statusId: ['stat_1'], typeId: ['type_1'] });
  expect(filtersOf({})).toEqual({ merged: false });
});

it('lists a post that matches every filter', () => {
  const post = { statusId: 'stat_1', postTypeId: 'type_1' };
  expect(isListed(post, { q: 'anything' })).toBe(true);
  expect(isListed(post, { status: ['stat_2', 'stat_1'], type: ['type_1'] })).toBe(true);
  expect(isListed(post, { status: ['stat_1'], type: ['type_2'] })).toBe(false);
  expect(isListed({ ...post, visibility: 'internal' }, { visibility: ['public'] })).toBe(false);
  expect(isListed({ ...post, ownerId: 'acct_1' }, { owner: ['acct_1'] })).toBe(true);
  expect(isListed({ ...post, ownerId: 'acct_1' }, { owner: ['none'] })).toBe(false);
  expect(isListed({ ...post, ownerId: null }, { owner: ['none', 'acct_1'] })).toBe(true);
  expect(isListed({ ...post, commentsCount: 2 }, { comments: ['true'] })).toBe(true);
  expect(isListed({ ...post, commentsCount: 0 }, { comments: ['true'] })).toBe(false);
  expect(isListed({ ...post, commentsCount: 2 }, { unanswered: ['7'] })).toBe(true);
});
