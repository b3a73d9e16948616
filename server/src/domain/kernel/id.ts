// Identifiers: a prefix for the kind, then a UUIDv7 in Crockford base32. They sort by creation time. Ids minted
// under a test key have `test` after the prefix.

import { randomFillSync } from 'node:crypto';
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
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Mints ids that always increase within this process, even if the clock goes back. */
export type MintId = (kind: IdKind) => string;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bodyLength = 26;
const bodyShape = new RegExp(`^[0-7][${alphabet}]{${bodyLength - 1}}$`);

export function idMinter(clock: Pick<Clock, 'now'>, mode: 'live' | 'test'): MintId {
  const infix = mode === 'test' ? '_test_' : '_';
  const texts = new Map<IdKind, Buffer>();
  const textOf = (kind: IdKind): Buffer => {
    const text = Buffer.from(`${idPrefixes[kind]}${infix}${'0'.repeat(bodyLength)}`);
    texts.set(kind, text);
    return text;
  };
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
    v7({ msecs: lastMs, seq: sequence, random: randomBytes() }, uuid);
    const text = texts.get(kind) ?? textOf(kind);
    writeBase32(uuid, text, text.length - bodyLength);
    return text.toString('latin1');
  };
}

const uuidBytes = 16;
/** Reused: it is encoded before the next ID is minted. */
const uuid = new Uint8Array(uuidBytes);

/** One call of the random number generator serves this many IDs; a call per ID costs more than the rest of it. */
const pooledIds = 256;
const pool = new Uint8Array(uuidBytes * pooledIds);
const pooled = Array.from({ length: pooledIds }, (_, index) =>
  pool.subarray(index * uuidBytes, (index + 1) * uuidBytes),
);
let taken = pooledIds;

/** Each part of the pool is used once. */
function randomBytes(): Uint8Array {
  if (taken === pooledIds) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += 1;
  return pooled[taken - 1] as Uint8Array;
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

const codes = Buffer.from(alphabet);

/** Two characters for the first byte, then eight for each five bytes. Text made of pieces would take longer to use. */
function writeBase32(bytes: Uint8Array, text: Buffer, start: number): void {
  const at = (index: number): number => bytes[index] as number;
  let end = start;
  const write = (bits: number): void => {
    text[end] = codes[bits & 31] as number;
    end += 1;
  };
  write(at(0) >> 5);
  write(at(0));
  for (let index = 1; index < uuidBytes; index += 5) {
    const high = (at(index) << 16) | (at(index + 1) << 8) | at(index + 2);
    const low = (at(index + 2) << 16) | (at(index + 3) << 8) | at(index + 4);
    write(high >> 19);
    write(high >> 14);
    write(high >> 9);
    write(high >> 4);
    write(low >> 15);
    write(low >> 10);
    write(low >> 5);
    write(low);
  }
}
