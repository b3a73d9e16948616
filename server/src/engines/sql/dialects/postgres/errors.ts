// Classifies errors of the `pg` driver and the server.

import type { ErrorKind } from '../../kernel/dialect.ts';

const uniqueViolation = '23505';

/** Serialization failure, deadlock. */
const again = new Set(['40001', '40P01']);

/**
 * Canceled statement or statement timeout, lock timeout, idle or long transaction, read-only server after a
 * failover, corrupt data.
 */
const unavailableStates = new Set(['57014', '55P03', '25P03', '25P04', '25006', 'XX001', 'XX002']);

/**
 * By class: connection exceptions, rejected users, unknown databases, insufficient memory, disk or connections,
 * server shutdown, crash or startup, system errors.
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

/** An expired or untrusted certificate. */
const tlsCodes = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** The driver's own errors have no code, only a message. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|The server does not support SSL)/;

export function classify(error: unknown): ErrorKind | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return lostConnection.test(error.message) ? 'unavailable' : undefined;
  if (code === uniqueViolation) return 'conflict';
  if (again.has(code)) return 'again';
  const isUnavailable =
    unavailableStates.has(code) ||
    networkCodes.has(code) ||
    unavailableClasses.test(code) ||
    tlsCodes.test(code);
  return isUnavailable ? 'unavailable' : undefined;
}
