import { expect, it } from 'vitest';
import { fromLocalField, toLocalField } from './local-time.ts';

it('restores a timestamp to the minute', () => {
  const instant = '2026-07-31T22:15:00.000Z';
  expect(fromLocalField(toLocalField(instant))).toBe(instant);
});

it.each(['', 'tomorrow', '2026-99-99T00:00'])('rejects %j', (text) => {
  expect(fromLocalField(text)).toBeUndefined();
});

it('is empty without a time', () => {
  expect(toLocalField(null)).toBe('');
});
