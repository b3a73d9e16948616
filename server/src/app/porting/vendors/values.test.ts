import { expect, it } from 'vitest';
import { timeOf } from './values.ts';

it.each([
  ['2024-01-02T10:00:00Z', '2024-01-02T10:00:00Z'],
  ['2024-01-02T10:00:00.5+02:00', '2024-01-02T10:00:00.5+02:00'],
  ['2024-01-02T10:00:00', '2024-01-02T10:00:00Z'],
  ['2024-01-02 10:00:00 UTC', '2024-01-02T10:00:00Z'],
  ['2024-01-02 10:00:00+00', '2024-01-02T10:00:00+00:00'],
  ['2024-01-02 10:00:00-0500', '2024-01-02T10:00:00-05:00'],
  ['2024-01-02 10:00:00.123456 +0000 UTC', '2024-01-02T10:00:00.123456+00:00'],
  ['2024-01-02 10:00 PM', '2024-01-02T22:00:00.000Z'],
  ['2024-01-02', '2024-01-02'],
  ['01/02/2024', '2024-01-02T00:00:00.000Z'],
  ['Jan 2, 2024', '2024-01-02T00:00:00.000Z'],
  ['Tue, 02 Jan 2024 10:00:00 GMT', '2024-01-02T10:00:00.000Z'],
  ['last week', 'last week'],
  ['', null],
])('reads the time "%s" wherever the server is', (text, expected) => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  try {
    expect(timeOf(text)).toBe(expected);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
