// What an error of the `pg` driver, or of the server behind it, means to the store.

import type { ErrorKind } from '../kernel/dialect.ts';

const uniqueViolation = '23505';

/** A serialization failure, a deadlock. */
const again = new Set(['40001', '40P01']);

/**
 * A statement that was cancelled or ran into its limit, a lock that others held for too long, a transaction that was
 * idle or open for too long, a server that only reads after a failover, damaged data.
 */
const unavailableStates = new Set(['57014', '55P03', '25P03', '25P04', '25006', 'XX001', 'XX002']);

/**
 * By class: connection exceptions, refused users, unknown databases, too little memory, disk or connections, a server
 * that shuts down, crashed or starts up, errors of its operating system.
 */
const unavailableClasses = /^(?:08|28|3D|53|57P|58)/;

const networkCodes = new Set([
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** A certificate that ended or is not trusted. */
const tlsCodes = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** The driver's own errors have no code, only these words. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|The server does not support SSL)/;

export function classify(error: unknown): ErrorKind | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return lostConnection.test(error.message) ? 'unavailable' : undefined;
  if (code === uniqueViolation) return 'conflict';
  if (again.has(code)) return 'again';
  const isAway =
    unavailableStates.has(code) ||
    networkCodes.has(code) ||
    unavailableClasses.test(code) ||
    tlsCodes.test(code);
  return isAway ? 'unavailable' : undefined;
}
