// The stored response to a write with an Idempotency-Key, which is replayed on a retry.

import type { Instant } from './clock.ts';
import { badField } from './failure.ts';

export interface IdempotencyRecord {
  key: string;
  /** A hash of the whole request: reusing the key for a different request is an error. */
  fingerprint: string;
  status: number;
  /** The exact body that was sent, without secrets that are shown once. */
  body: string;
  createdAt: Instant;
}

export const idempotencyKeptMs = 24 * 3_600_000;

const keyShape = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

export function idempotencyKey(text: string): string {
  if (!keyShape.test(text)) throw badField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters.');
  return text;
}
