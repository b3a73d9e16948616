import { describe, expect, it } from 'vitest';
import type { SortKey } from '../../domain/page.ts';
import { positions } from './positions.ts';

/** A list whose sort keys are the numbers of its positions. */
function listOf(count: number) {
  let queries = 0;
  return {
    queries: () => queries,
    async next(after: SortKey | undefined): Promise<SortKey | undefined> {
      queries += 1;
      const place = Number(after?.[0] ?? 0) + 1;
      return place <= count ? [place] : undefined;
    },
  };
}

describe('positions', () => {
  it('are learned once, on the way to the farthest that was asked for', async () => {
    const known = positions();
    const list = listOf(10);
    expect(await known.find('posts', 1, 4, list.next)).toEqual([4]);
    expect(await known.find('posts', 1, 2, list.next)).toEqual([2]);
    expect(await known.find('posts', 1, 6, list.next)).toEqual([6]);
    expect(list.queries()).toBe(6);
  });

  it('are learned together by concurrent requests', async () => {
    const known = positions();
    const list = listOf(10);
    const found = await Promise.all([5, 3, 7].map((count) => known.find('posts', 1, count, list.next)));
    expect(found).toEqual([[5], [3], [7]]);
    expect(list.queries()).toBe(7);
  });

  it('end with the list, which is remembered', async () => {
    const known = positions();
    const list = listOf(3);
    expect(await known.find('posts', 1, 1_000_000, list.next)).toBeUndefined();
    expect(await known.find('posts', 1, 500_000, list.next)).toBeUndefined();
    expect(await known.find('posts', 1, 3, list.next)).toEqual([3]);
    expect(list.queries()).toBe(4);
  });

  it('belong to a revision and a list; an older revision does not replace a newer one', async () => {
    const known = positions();
    const [older, newer, other] = [listOf(2), listOf(3), listOf(4)];
    expect(await known.find('posts', 1, 3, older.next)).toBeUndefined();
    expect(await known.find('posts', 2, 3, newer.next)).toEqual([3]);
    expect(await known.find('users', 2, 4, other.next)).toEqual([4]);
    expect(await known.find('posts', 1, 3, older.next)).toBeUndefined();
    expect(await known.find('posts', 2, 3, newer.next)).toEqual([3]);
    expect(newer.queries()).toBe(3);
  });

  it('are learned again after a query failed', async () => {
    const known = positions();
    const list = listOf(3);
    const fails = () => Promise.reject(new Error('gone'));
    await expect(known.find('posts', 1, 2, fails)).rejects.toThrow('gone');
    expect(await known.find('posts', 1, 2, list.next)).toEqual([2]);
  });
});
