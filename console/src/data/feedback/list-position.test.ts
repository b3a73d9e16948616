import { describe, expect, it } from 'vitest';
import { rowToRestore } from './list-position.ts';

const posts = ['a', 'b', 'c'].map((id) => ({ id }));
const place = (postId: string, index: number) => ({ offset: 0, row: { postId, index } });

describe('the row to restore', () => {
  it.each([
    ['the same row', place('b', 1), 1],
    ['the new index of its post', place('c', 0), 2],
    ['the index of a post that is gone', place('gone', 1), 1],
    ['none if the list is shorter now', place('gone', 7), -1],
  ])('is %s', (_, left, row) => {
    expect(rowToRestore(left, posts)).toBe(row);
  });

  it('is none if no row was active', () => {
    expect(rowToRestore(undefined, posts)).toBe(-1);
    expect(rowToRestore({ offset: 300, row: undefined }, posts)).toBe(-1);
  });
});
