// What an error of the `pg` driver, or of the server behind it, means to the store.

import type { ErrorKind } from '../dialect.ts';

const uniqueViolation = '23505';

/** A serialisation failure, a deadlock. */
const again = new Set(['40001', '40P01']);

/** Shut down, crashed, starting up, cancelled by a timeout, too many connections, no room, read-only after a failover. */
const unavailableStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '53300',
  '53200',
  '53100',
  '55P03',
  '25006',
  '25P03',
]);

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Connection exceptions, refused users, unknown databases. */
const closedDoors = /^(?:08|28|3D)/;

/** The driver's own errors have no code, only these words. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

export function classify(error: unknown): ErrorKind | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return lostConnection.test(error.message) ? 'unavailable' : undefined;
  if (code === uniqueViolation) return 'conflict';
  if (again.has(code)) return 'again';
  const isAway = unavailableStates.has(code) || networkCodes.has(code) || closedDoors.test(code);
  return isAway ? 'unavailable' : undefined;
}
