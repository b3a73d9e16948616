import { describe, expect, it } from 'vitest';
import { rowToRestore } from './list-position.ts';

const posts = ['a', 'b', 'c'].map((id) => ({ id }));
const place = (postId: string, index: number) => ({ offset: 0, row: { postId, index } });

describe('the row to return to', () => {
  it.each([
    ['where it was', place('b', 1), 1],
    ['where its post went', place('c', 0), 2],
    ['the place of a post that is gone', place('gone', 1), 1],
    ['none when the list has become shorter than that', place('gone', 7), -1],
  ])('is %s', (_, left, row) => {
    expect(rowToRestore(left, posts)).toBe(row);
  });

  it('is none when no row was looked at', () => {
    expect(rowToRestore(undefined, posts)).toBe(-1);
    expect(rowToRestore({ offset: 300, row: undefined }, posts)).toBe(-1);
  });
});
