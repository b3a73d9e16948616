import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant, pastInstant, toIso } from './clock.ts';

describe('instants', () => {
  it('round-trip in UTC with milliseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) - 1 }), (instant) => {
        expect(toIso(instant)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
        expect(toIso(instant)).toBe(new Date(instant).toISOString());
        expect(parseInstant(toIso(instant))).toBe(instant);
      }),
    );
  });

  it.each([
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31T09:15Z', Date.UTC(2026, 0, 31, 9, 15)],
    ['2026-01-31T09:15:02Z', Date.UTC(2026, 0, 31, 9, 15, 2)],
    ['2026-01-31T09:15:02.1Z', Date.UTC(2026, 0, 31, 9, 15, 2, 100)],
    ['2026-01-31T09:15:02.123456789Z', Date.UTC(2026, 0, 31, 9, 15, 2, 123)],
    ['2026-01-31T09:15:02+02:00', Date.UTC(2026, 0, 31, 7, 15, 2)],
    ['2026-01-31T23:15:02-05:30', Date.UTC(2026, 1, 1, 4, 45, 2)],
    ['1970-01-01', 0],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('parse %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    '',
    'now',
    '2026',
    '2026-01',
    '1769850902123',
    '31.01.2026',
    '2026-01-31 09:15:02Z',
    '2026-01-31T09:15:02',
    '2026-01-31T09:15:02.Z',
    '2026-1-3',
    '2026-13-01',
    '2026-01-32',
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-04-31',
    '2026-01-31T24:01:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:15:02+25:00',
    '1969-12-31',
    '1970-01-01T00:00:00+00:01',
    '2200-01-01',
    '+2026-01-31',
    '２０２６-01-31',
    '2026-01-31\n',
    ' 2026-01-31',
  ])('reject %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('times of the past', () => {
  const now = Date.UTC(2026, 0, 31, 9, 15, 2);

  it.each([-1, 0, 5_000])('accepts %d ms from now, as given', (ms) => {
    expect(pastInstant(toIso(now + ms), 'createdAt', now)).toBe(now + ms);
  });

  it.each([5_001, 86_400_000])('rejects %d ms from now', (ms) => {
    expect(() => pastInstant(toIso(now + ms), 'createdAt', now)).toThrow(
      '"createdAt" must not be in the future.',
    );
  });
});
