import { describe, expect, it } from 'vitest';
import { formatsOf, localeFor } from './format.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('formats', () => {
  it.each([
    ['2026-03-10T11:59:50Z', 'now'],
    ['2026-03-10T11:57:00Z', '3 minutes ago'],
    ['2026-03-10T07:30:00Z', '4 hours ago'],
    ['2026-03-09T13:00:00Z', '23 hours ago'],
    ['2026-03-09T11:00:00Z', 'yesterday'],
    ['2026-03-08T13:00:00Z', '2 days ago'],
    ['2026-03-08T11:00:00Z', '2 days ago'],
    ['2026-03-02T12:00:00Z', '1 week ago'],
    ['2026-02-20T12:00:00Z', '2 weeks ago'],
    ['2024-01-10T12:00:00Z', '2 years ago'],
    ['2026-03-11T12:30:00Z', 'tomorrow'],
  ])('formats %s as %s', (instant, text) => {
    expect(formatsOf('en').ago(instant, now)).toBe(text);
  });

  it.each([
    ['2026-03-10T12:00:30Z', 'now'],
    ['2026-03-10T11:57:00Z', '3 min'],
    ['2026-03-10T07:30:00Z', '4 hr'],
    ['2026-03-08T11:00:00Z', '2 days'],
    ['2026-02-20T12:00:00Z', '2 wks'],
    ['2024-01-10T12:00:00Z', '2 yrs'],
  ])('formats the age of %s as %s', (instant, text) => {
    expect(formatsOf('en').age(instant, now)).toBe(text);
  });

  it('formats numbers and sizes for the language', () => {
    expect(formatsOf('en').number(12_345)).toBe('12,345');
    expect(formatsOf('de').number(12_345)).toBe('12.345');
    expect(formatsOf('en').compact(12_345)).toBe('12.3K');
    expect(formatsOf('en').bytes(512)).toBe('512 bytes');
    expect(formatsOf('en').bytes(1)).toBe('1 byte');
    expect(formatsOf('en').bytes(1500)).toBe('1.5 kB');
    expect(formatsOf('de').bytes(2.5 * 1000 ** 2)).toBe('2,5 MB');
  });

  it('formats percentages and durations for the language', () => {
    expect(formatsOf('en').percent(0.784)).toBe('78%');
    expect(formatsOf('de').percent(0.784)).toBe('78\u00a0%');
    expect(formatsOf('en').milliseconds(1234)).toBe('1,234 ms');
  });

  it('uses the regional variant of the language', () => {
    expect(localeFor('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(localeFor('zh', ['en-US'])).toBe('zh');
    expect(formatsOf('en-GB').date('2026-01-31T12:00:00Z')).toBe('31 Jan 2026');
  });

  it('does not shift a day on a chart by the time zone', () => {
    expect(formatsOf('en').day('2026-01-31')).toBe('Jan 31');
  });
});
