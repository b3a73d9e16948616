// Identifiers: a prefix for the kind, then a UUIDv7 in Crockford base32. They sort by creation time. Ids minted
// under a test key have `test` after the prefix.

import { v7 } from 'uuid';
import type { Clock, Instant } from './clock.ts';

export const idPrefixes = {
  post: 'post',
  comment: 'cmt',
  user: 'user',
  status: 'stat',
  postType: 'type',
  tag: 'tag',
  attachment: 'att',
  event: 'evt',
  statusChange: 'schg',
  changelog: 'clog',
  apiKey: 'key',
  workspace: 'ws',
  account: 'acct',
  session: 'sess',
  invite: 'inv',
  requestRecord: 'rlog',
  request: 'req',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Mints ids that always increase within this process, even if the clock goes back. */
export type MintId = (kind: IdKind) => string;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyLength = 26;
const bodyShape = new RegExp(`^[0-7][${alphabet}]{${bodyLength - 1}}$`);

export function idMinter(clock: Pick<Clock, 'now'>, mode: 'live' | 'test'): MintId {
  const infix = mode === 'test' ? '_test_' : '_';
  let lastMs = 0;
  let sequence = 0;
  return (kind) => {
    const now = Math.max(clock.now(), lastMs);
    if (now > lastMs || sequence >= 0x7fffffff) {
      lastMs = now > lastMs ? now : lastMs + 1;
      // Starting in the lower half leaves two billion ids for this millisecond.
      sequence = Math.floor(Math.random() * 0x3fffffff);
    } else {
      sequence += 1;
    }
    const bytes = v7({ msecs: lastMs, seq: sequence }, new Uint8Array(16));
    return `${idPrefixes[kind]}${infix}${encodeBase32(bytes)}`;
  };
}

/** Whether this id of this kind was minted under a test key. */
export const isTestId = (kind: IdKind, id: string): boolean => {
  const head = `${idPrefixes[kind]}_test_`;
  return id.startsWith(head) && bodyShape.test(id.slice(head.length));
};

/** Whether the text has the form of a minted id of this kind, live or test. */
export const looksLikeId = (kind: IdKind, text: string): boolean => {
  const head = `${idPrefixes[kind]}_`;
  return isTestId(kind, text) || (text.startsWith(head) && bodyShape.test(text.slice(head.length)));
};

/** The minting time: the first 48 bits of the UUIDv7. */
export function mintedAt(id: string): Instant {
  const body = id.slice(-bodyLength);
  let value = 0n;
  for (const character of body) value = value * 32n + BigInt(alphabet.indexOf(character));
  return Number(value >> 80n);
}

/** 128 bits from the right, five at a time; the first character holds the remaining three. */
function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    buffer |= (bytes[index] ?? 0) << bits;
    for (bits += 8; bits >= 5; bits -= 5) {
      text = alphabet[buffer & 31] + text;
      buffer >>>= 5;
    }
  }
  return bits > 0 ? alphabet[buffer] + text : text;
}
