import { describe, expect, it } from 'vitest';
import { edited, touched } from './version.ts';

const before = { name: 'ui', labels: ['a', 'b'], document: { type: 'doc' }, version: 3, updatedAt: 10 };

describe('edited', () => {
  it.each([{}, { name: 'ui' }, { labels: ['a', 'b'], document: { type: 'doc' } }])(
    'returns the object itself if nothing differs: %j',
    (edits) => {
      expect(edited(before, edits, 20)).toBe(before);
    },
  );

  it.each([{ name: 'ux' }, { labels: ['b', 'a'] }, { name: 'ui', document: { type: 'other' } }])(
    'returns the next version if anything differs: %j',
    (edits) => {
      expect(edited(before, edits, 20)).toEqual({ ...before, ...edits, version: 4, updatedAt: 20 });
    },
  );
});

it('touched raises the version of an object whose own fields stay', () => {
  expect(touched(before, 20)).toEqual({ ...before, version: 4, updatedAt: 20 });
});
