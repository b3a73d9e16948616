// Classifies SQLite errors.

import type { ErrorKind } from '../../kernel/dialect.ts';

const uniqueViolations = new Set([1555, 2067]);

const busy = 5;
const locked = 6;
const full = 13;
const constraint = 19;

/**
 * Caused by another process, the disk or the file system, not by our statements: no permission, busy, out of
 * memory, read-only, I/O error, corrupt, full, cannot open, locking protocol, not a database.
 */
const unavailable = new Set([3, busy, locked, 7, 8, 10, 11, full, 14, 15, 26]);

/** The driver leaves the code out of some errors, among them those of reads on a failed disk. */
const codesOfMessages: Record<string, number> = {
  'database is locked': busy,
  'database table is locked': locked,
  'out of memory': 7,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': full,
  'unable to open database file': 14,
  'file is not a database': 26,
};

/** The extended code; its low byte is the primary code. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? codesOfMessages[error.message] : undefined;
}

export function isBusy(error: unknown): boolean {
  const code = (codeOf(error) ?? 0) & 0xff;
  return code === busy || code === locked;
}

/**
 * These failures mean that nothing was committed. After any other, above all a failed sync, the log may hold the
 * whole transaction, and the next process to open the database finds it committed.
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

/** The driver's error for a database closed during shutdown. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
