import { expect, it } from 'vitest';
import { countIn, listedIn, timeOf } from './values.ts';

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
  ['02.01.2024', '2024-01-02'],
  ['2.1.2024, 9:05', '2024-01-02T09:05:00.000Z'],
  ['01-02-2024', '2024-01-02T00:00:00.000Z'],
  ['02-Jan-2024', '2024-01-02T00:00:00.000Z'],
  ['Jan 2 2024 10:00 PST', '2024-01-02T18:00:00.000Z'],
  ['2024-01-02T10:00:00 PST', '2024-01-02T18:00:00.000Z'],
  ['Tue Jan 02 2024 10:00:00 GMT+0100 (CET)', '2024-01-02T09:00:00.000Z'],
  ['1704189600', '2024-01-02T10:00:00.000Z'],
  [1704189600, '2024-01-02T10:00:00.000Z'],
  [1704189600000, '2024-01-02T10:00:00.000Z'],
  ['0', '0'],
  [45293, '45293'],
  ['last week', 'last week'],
  ['', null],
  [`1.1.2020${' '.repeat(200_000)}x\ny`, `1.1.2020${' '.repeat(200_000)}x\ny`],
])('reads the time "%s" wherever the server is', (given, expected) => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  try {
    expect(timeOf(given)).toBe(expected);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it.each([
  ['12', 12],
  ['1,204', 1204],
  ['1.204', 1204],
  ['12.0', 12],
  ['', null],
  ['-3', '-3'],
  ['3.5', '3.5'],
  ['many', 'many'],
])('reads the number of votes %j as %j', (given, count) => {
  expect(countIn(given)).toBe(count);
});

it('reads as many entries of a list as are allowed, and no more', () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => `p${index}@example.com`);
  expect(listedIn(`${entries.join(';')}; ;`, 'voters', entries.length)).toEqual(entries);
  expect(() => listedIn(entries.join(';'), 'voters', entries.length - 1)).toThrow(
    '"voters" has more than 99,999 entries.',
  );
});
