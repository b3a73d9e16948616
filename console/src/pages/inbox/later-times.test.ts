import { expect, it } from 'vitest';
import { nextWeek, tomorrow } from './later-times.ts';

const local = (instant: string) => new Date(instant).toDateString();

it('puts off until tomorrow, or the next Monday', () => {
  const friday = new Date(2026, 0, 30, 23, 59);
  expect(new Date(tomorrow(friday))).toEqual(new Date(2026, 0, 31, 9));
  // Saturday, Sunday, Monday.
  const days = [31, 32, 33].map((day) => new Date(2026, 0, day, 10));
  expect(days.map((day) => local(nextWeek(day)))).toEqual([
    ...['Mon Feb 02 2026', 'Mon Feb 02 2026', 'Mon Feb 09 2026'],
  ]);
  expect(local(nextWeek(friday))).toBe('Mon Feb 02 2026');
});
