import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, moveItem } from './list-order.ts';

describe('a list', () => {
  it.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [0, 99, 'bcda'],
    [9, 0, 'abcd'],
  ])('after moving %i to %i is %s', (from, to, result) => {
    expect(moveItem([...'abcd'], from, to).join('')).toBe(result);
  });

  it('never loses or duplicates an item', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer()),
        fc.nat(20),
        fc.integer({ min: -3, max: 20 }),
        (items, from, to) => {
          expect([...moveItem(items, from, to)].sort()).toEqual([...items].sort());
        },
      ),
    );
  });

  it('is in the order that was asked for, with what is new at its end', () => {
    const items = [...'abcd'].map((id) => ({ id }));
    expect(inOrder(items, ['c', 'gone', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
  });
});
