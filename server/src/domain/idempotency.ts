// The first answer to a write that carries an Idempotency-Key, kept so that a repeat gets the same one.

import type { Instant } from './clock.ts';
import { badField } from './failure.ts';

export interface IdempotencyRecord {
  key: string;
  /** Of the whole request: another request under the same key is a mistake. */
  fingerprint: string;
  status: number;
  /** The body as it was sent. */
  body: string;
  createdAt: Instant;
}

export const idempotencyKeptMs = 24 * 3_600_000;

const keyShape = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

export function idempotencyKey(text: string): string {
  if (!keyShape.test(text)) throw badField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters.');
  return text;
}
