import { describe, expect, it } from 'vitest';
import {
  advanceAfter,
  backupName,
  fileLine,
  outdated,
  parseFileLine,
  parseInterval,
  parseManifest,
  slowAdvanceAfter,
} from './backup.ts';

const part = { name: 'database.db', size: 1, sha256: 'a'.repeat(64) };
const manifest = {
  format: 1,
  program: '0.1.0',
  engine: 'SQLite',
  schema: ['0001-first'],
  createdAt: '2026-01-31T09:15:02.123Z',
  rows: { posts: 3 },
  database: part,
  list: { ...part, name: 'files.ndjson' },
  files: { count: 1, bytes: 2, missing: [] },
};

describe('a manifest', () => {
  it('is read as it was written', () => {
    expect(parseManifest(JSON.stringify(manifest))).toEqual(manifest);
  });

  it.each([
    ['text', 'no JSON'],
    ['a list', '[]'],
    ['no format', JSON.stringify({ ...manifest, format: undefined })],
    ['a negative count', JSON.stringify({ ...manifest, rows: { posts: -1 } })],
    ['no date', JSON.stringify({ ...manifest, createdAt: 'yesterday' })],
    ['a path as a name', JSON.stringify({ ...manifest, database: { ...part, name: '../../etc/passwd' } })],
    ['an absolute path', JSON.stringify({ ...manifest, list: { ...part, name: '/x.y' } })],
    ['a short digest', JSON.stringify({ ...manifest, database: { ...part, sha256: 'abc' } })],
    [
      'a digest in upper case',
      JSON.stringify({ ...manifest, database: { ...part, sha256: 'A'.repeat(64) } }),
    ],
  ])('that is %s is damaged', (_what, text) => {
    expect(() => parseManifest(text)).toThrow('damaged');
  });

  it('of a newer format names the version to use', () => {
    expect(() => parseManifest(JSON.stringify({ format: 2, program: '9.0.0' }))).toThrow('9.0.0');
  });
});

it('lists files by line', () => {
  const file = { fileKey: 'abc', size: 3, sha256: 'b'.repeat(64) };
  expect(parseFileLine(fileLine(file).trim())).toEqual(file);
  expect(() => parseFileLine('{"fileKey":"abc"}')).toThrow('damaged');
});

it('removes only the oldest backups that a schedule made', () => {
  const made = [1, 2, 3].map((second) => backupName(Date.UTC(2026, 0, 31, 9, 15, second)));
  expect(outdated([...made, 'mine', 'earshot-old'].reverse(), 2)).toEqual([made[0]]);
  expect(outdated(made, 3)).toEqual([]);
});

it.each([
  ['30m', 1_800_000],
  ['6h', 21_600_000],
  ['1d', 86_400_000],
])('reads %s', (text, ms) => {
  expect(parseInterval(text, 'every')).toBe(ms);
});

it.each(['', '0h', '6', 'h', '-1h', '1.5h', '25d', '6 h'])('refuses the interval "%s"', (text) => {
  expect(() => parseInterval(text, 'every')).toThrow('6h');
});

it('advances further the older the backup is, and always, whatever the clock says', () => {
  for (const advance of [advanceAfter, slowAdvanceAfter]) {
    expect(advance(-1000)).toBe(advance(0));
    expect(advance(0)).toBeGreaterThan(1000);
    expect(advance(60_000)).toBeGreaterThan(advance(59_000));
  }
  const decadeMs = 10 * 365 * 86_400_000;
  expect(advanceAfter(decadeMs)).toBeLessThan(2 ** 53 / 100);
  expect(slowAdvanceAfter(decadeMs)).toBeLessThan(2 ** 31);
});
