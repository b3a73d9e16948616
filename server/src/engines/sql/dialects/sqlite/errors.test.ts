import { describe, expect, it } from 'vitest';
import { classify, isBusy } from './errors.ts';

const withCode = (errcode: number) => Object.assign(new Error('whatever'), { errcode });

describe('classify a SQLite error', () => {
  it.each<[string, number, ReturnType<typeof classify>]>([
    ['UNIQUE', 2067, 'conflict'],
    ['PRIMARYKEY', 1555, 'conflict'],
    ['BUSY', 5, 'unavailable'],
    ['BUSY_SNAPSHOT', 517, 'unavailable'],
    ['LOCKED', 6, 'unavailable'],
    ['NOMEM', 7, 'unavailable'],
    ['READONLY', 8, 'unavailable'],
    ['READONLY_DBMOVED', 1032, 'unavailable'],
    ['IOERR', 10, 'unavailable'],
    ['IOERR_READ', 266, 'unavailable'],
    ['IOERR_FSYNC', 1034, 'unavailable'],
    ['CORRUPT', 11, 'unavailable'],
    ['CORRUPT_VTAB', 267, 'unavailable'],
    ['FULL', 13, 'unavailable'],
    ['CANTOPEN', 14, 'unavailable'],
    ['NOTADB', 26, 'unavailable'],
    ['ERROR', 1, undefined],
    ['CONSTRAINT_FOREIGNKEY', 787, undefined],
    ['CONSTRAINT_NOTNULL', 1299, undefined],
    ['MISUSE', 21, undefined],
  ])('%s (%d) as %s', (_name, code, kind) => {
    expect(classify(withCode(code))).toBe(kind);
  });

  it.each(['disk I/O error', 'database disk image is malformed', 'database or disk is full'])(
    '%s without a code as unavailable',
    (message) => {
      const error = Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' });
      expect(classify(error)).toBe('unavailable');
      expect(classify(new Error(message))).toBeUndefined();
    },
  );

  it('a closed database as unavailable', () => {
    const closed = Object.assign(new Error('database is not open'), { code: 'ERR_INVALID_STATE' });
    expect(classify(closed)).toBe('unavailable');
  });

  it.each([new Error('a bug'), new TypeError('x is undefined'), 'text', undefined])(
    '%s as a bug',
    (error) => {
      expect(classify(error)).toBeUndefined();
    },
  );

  it('as busy only while another process writes', () => {
    expect([5, 6, 517, 8, 11].map((code) => isBusy(withCode(code)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
