import { expect, it } from 'vitest';
import { counted, plural } from './count.ts';

it.each([
  [0, '0 posts'],
  [1, '1 post'],
  [2, '2 posts'],
  [1.5, '1.5 posts'],
  [1200, '1,200 posts'],
])('%d is %j', (count, text) => {
  expect(counted(count, 'post')).toBe(text);
});

it('takes a plural that is no "s"', () => {
  expect([counted(1, 'person', 'people'), counted(3, 'person', 'people')]).toEqual(['1 person', '3 people']);
  expect([plural(1, 'has', 'have'), plural(2, 'has', 'have')]).toEqual(['has', 'have']);
});
