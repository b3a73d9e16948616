// API keys: creating, recognizing and hashing secrets.

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';

export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

export interface ApiKey {
  id: string;
  workspaceId: string;
  /** SHA-256 of the secret, which is shown once and never stored. */
  hash: string;
  mode: KeyMode;
  last4: string;
  name: string;
  createdAt: Instant;
  lastUsedAt: Instant | null;
  expiresAt: Instant | null;
  revokedAt: Instant | null;
  /** The account that created it; null for the operator. */
  createdBy: string | null;
}

export const keyPrefix = (mode: KeyMode): string => `sk_${mode}_`;

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretShape = /^sk_(?:live|test)_[A-Za-z0-9_-]{1,200}$/;

/** `sk_live_` + `es_` + 32 random characters + a checksum of 6, so that secret scanners can recognize it. */
export function mintSecret(mode: KeyMode): string {
  let random = '';
  for (let index = 0; index < 32; index += 1) random += base62[randomInt(base62.length)];
  const body = `${keyPrefix(mode)}es_${random}`;
  return body + checksum(body);
}

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** A cheap check before any lookup. */
export const looksLikeSecret = (text: string): boolean => secretShape.test(text);

/** Whether a header is meant to carry one of our keys, valid or not. */
export const isMeantAsKey = (text: string): boolean => text.startsWith('sk_');

const minDistinctCharacters = 6;

/** Few distinct characters or a repeated pattern, typed to reach the length. */
const isRepetitive = (text: string): boolean =>
  new Set(text).size < minDistinctCharacters || period(text) <= text.length / 2;

/** The length of the repeating unit; the text's length if there is none. */
function period(text: string): number {
  for (let length = 1; length < text.length; length += 1)
    if (text.startsWith(text.slice(length))) return length;
  return text.length;
}

/** Checks a secret chosen by the operator: right prefix, at least 24 more characters, no simple pattern. */
export function chosenSecret(text: string, mode: KeyMode, variable: string): string {
  const prefix = keyPrefix(mode);
  if (!text.startsWith(prefix) || text.length < prefix.length + 24 || !looksLikeSecret(text)) {
    throw badField(
      variable,
      `must be "${prefix}" and then 24 to 200 letters, digits, hyphens or underscores.`,
    );
  }
  if (isRepetitive(text.slice(prefix.length))) {
    throw badField(
      variable,
      `is too easy to guess: use random characters, at least ${minDistinctCharacters} different ones, without repetition.`,
    );
  }
  return text;
}

export const isUsable = (key: ApiKey, now: Instant): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let index = 0; index < 6; index += 1) {
    digits = base62[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
