import { expect, it } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

it('brings an instant back from the field, to the minute', () => {
  const instant = '2026-07-31T22:15:00.000Z';
  expect(fromLocalField(toLocalField(instant))).toBe(instant);
});

it.each(['', 'tomorrow', '2026-99-99T00:00'])('makes nothing of %j', (text) => {
  expect(fromLocalField(text)).toBeUndefined();
});

it('shows nothing where there is no time', () => {
  expect(toLocalField(null)).toBe('');
});
