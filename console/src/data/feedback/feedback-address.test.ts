import { expect, it } from 'vitest';
import {
  addressWithin,
  askedBy,
  isPlain,
  isSameSearch,
  keptOf,
  readFeedbackAddress,
  searchOf,
} from './feedback-address.ts';

const planned = 'stat_01jz3k8n5yegs9t2w6qv4m7r8c';
const bug = 'type_01jz3k8n5yegs9t2w6qv4m7r8c';
const view = { id: 'view_1', filters: `statusId:${planned};merged:false`, sortBy: 'votes' } as const;

it('asks for the same after it was kept in a view', () => {
  for (const search of [
    {},
    { q: '100%3B; or more', sort: 'oldest' },
    { status: [planned], type: [bug], owner: ['none'], sort: 'votes' },
    { merged: ['true'], q: 'dark' },
    { merged: ['false', 'true'], since: ['2026-01-31'] },
    { comments: ['true'], unanswered: ['30'], visibility: ['public'] },
    { status: [planned], more: ['statusId:in-progress', 'voterEmail:a%3Bb@example.com'] },
  ] as const) {
    const asked = structuredClone(search) as Parameters<typeof keptOf>[0];
    expect(searchOf(keptOf(asked))).toEqual(asked);
  }
});

it('keeps what it has no name for as it is written', () => {
  const filters = 'statusId:planned; voterEmail:ada@example.com;text:one;text:two;merged:false;search:';
  expect(searchOf({ filters, sortBy: null })).toEqual({
    more: ['statusId:planned', 'voterEmail:ada@example.com', 'text:one', 'text:two'],
  });
});

it('compares what is asked for, not how', () => {
  expect(isSameSearch({ status: ['a', 'b'] }, { status: ['b', 'a'], sort: 'recent' })).toBe(true);
  expect(isSameSearch({ status: ['a'] }, { status: ['a'], sort: 'votes' })).toBe(false);
  expect(isPlain({})).toBe(true);
  expect(isPlain({ q: 'dark' })).toBe(false);
});

it('names a view alone until its filters are changed', () => {
  const own = searchOf(view);
  expect(addressWithin(own, view)).toEqual({ view: 'view_1' });
  const address = addressWithin({ ...own, type: [bug] }, view);
  expect(address).toEqual({ ...own, type: [bug], view: 'view_1', edited: true });
  expect(askedBy(address, view)).toEqual({ ...own, type: [bug] });
  expect(askedBy({ view: 'view_1' }, view)).toEqual(own);
  expect(addressWithin({ type: [bug] }, undefined)).toEqual({ type: [bug] });
});

it('ignores filters beside a view, unless they take the place of its own', () => {
  expect(readFeedbackAddress({ view: 'view_1', q: 'dark' })).toEqual({ view: 'view_1' });
  expect(readFeedbackAddress({ view: 'view_1', q: 'dark', edited: true })).toEqual({
    view: 'view_1',
    q: 'dark',
    edited: true,
  });
  expect(readFeedbackAddress({ view: 'a;b', q: 'dark' })).toEqual({ q: 'dark' });
});
