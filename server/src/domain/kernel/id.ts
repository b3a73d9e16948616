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
  view: 'view',
  attachment: 'att',
  event: 'evt',
  webhook: 'hook',
  statusChange: 'schg',
  changelog: 'clog',
  apiKey: 'key',
  workspace: 'ws',
  account: 'acct',
  session: 'sess',
  visitorSession: 'vsess',
  invite: 'inv',
  requestRecord: 'rlog',
  request: 'req',
  import: 'import',
  export: 'export',
  submission: 'sub',
  report: 'rep',
  mail: 'mail',
  suppression: 'supp',
  telling: 'tell',
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
    return idPrefixes[kind] + infix + base32(v7({ msecs: lastMs, seq: sequence }, new Uint8Array(16)));
  };
}

/** 26 characters: two zero bits, then the 128 of the UUID. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 2;
  for (const byte of bytes) {
    held = ((held & 31) << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return text;
}

/** Whether this id of this kind was minted under a test key. */
export const isTestId = (kind: IdKind, id: string): boolean => {
  const head = `${idPrefixes[kind]}_test_`;
  return id.startsWith(head) && bodyShape.test(id.slice(head.length));
};

/** Whether the text has the form of a minted id of this kind, live or test. */
export const looksLikeId = (kind: IdKind, text: string): boolean => {
  const head = `${idPrefixes[kind]}_`;
  return text.startsWith(head) && (bodyShape.test(text.slice(head.length)) || isTestId(kind, text));
};

/** The minting time: the first 48 bits of the UUIDv7. */
export function mintedAt(id: string): Instant {
  const body = id.slice(-bodyLength);
  let value = 0n;
  for (const character of body) value = value * 32n + BigInt(alphabet.indexOf(character));
  return Number(value >> 80n);
}
