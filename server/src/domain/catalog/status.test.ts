import { describe, expect, it } from 'vitest';
import { defaultPostTypes } from './post-type.ts';
import { defaultStatuses, mayMove, type Status, statusCategories } from './status.ts';

describe('a move between statuses', () => {
  const from = (nextStatusIds: string[] | null) => ({ id: 'stat_a', nextStatusIds }) as Status;

  it('is free where nothing is said, bound to the list where there is one, and staying is always allowed', () => {
    expect(mayMove(from(null), 'stat_b')).toBe(true);
    expect(mayMove(from(['stat_b']), 'stat_b')).toBe(true);
    expect(mayMove(from(['stat_b']), 'stat_c')).toBe(false);
    expect(mayMove(from([]), 'stat_b')).toBe(false);
    expect(mayMove(from([]), 'stat_a')).toBe(true);
  });
});

describe('what a new workspace starts with', () => {
  it('is the contract’s statuses in order, the first one the default', () => {
    expect(defaultStatuses.map(({ name }) => name)).toEqual([
      'Open',
      'Under review',
      'Planned',
      'In progress',
      'Complete',
      'Closed',
    ]);
    expect(new Set(defaultStatuses.map(({ category }) => category))).toEqual(new Set(statusCategories));
  });

  it('is the contract’s post types in order, the first one the default', () => {
    expect(defaultPostTypes.map(({ name }) => name)).toEqual([
      'Feature request',
      'Bug report',
      'Improvement',
    ]);
  });

  it.each([
    ['statuses', defaultStatuses],
    ['post types', defaultPostTypes],
  ])('has one default among the %s, and no slug twice', (_, all) => {
    expect(all.map(({ isDefault }) => isDefault)).toEqual(all.map((_each, index) => index === 0));
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
    for (const { slug, color } of all) {
      expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
    }
  });
});
