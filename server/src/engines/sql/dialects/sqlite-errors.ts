// What an error of SQLite means to the store.

import type { ErrorKind } from '../kernel/dialect.ts';

const uniqueViolations = new Set([1555, 2067]);

const busy = 5;
const locked = 6;
const full = 13;
const constraint = 19;

/**
 * What another process, the disk or the file system did, and none of our statements: no permission, busy, out of
 * memory, read-only, I/O error, malformed, full, cannot be opened, locking protocol, not a database.
 */
const unavailable = new Set([3, busy, locked, 7, 8, 10, 11, full, 14, 15, 26]);

/** The extended code, which has the plain one in its lowest byte. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

export function isBusy(error: unknown): boolean {
  const code = (codeOf(error) ?? 0) & 0xff;
  return code === busy || code === locked;
}

/**
 * A commit that fails this way has not happened. After any other failure, above all of the disk's sync, the log may
 * hold all of it, and the next process to open the database finds it committed.
 */
export function isRefusedCommit(error: unknown): boolean {
  return [busy, locked, full, constraint].includes((codeOf(error) ?? 0) & 0xff);
}

export function classify(error: unknown): ErrorKind | undefined {
  const code = codeOf(error);
  if (code === undefined) return isClosed(error) ? 'unavailable' : undefined;
  if (uniqueViolations.has(code)) return 'conflict';
  return unavailable.has(code & 0xff) ? 'unavailable' : undefined;
}

/** The driver's own word for a database that was closed while the process stops. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
