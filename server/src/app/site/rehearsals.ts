// What a rehearsal signs in with. Nothing of it is stored: a link and a session carry all they say, sealed with a key
// made from the test key that asked for it, or from the test secret of the host application. When that ends, so do they.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../domain/kernel/clock.ts';
import { looksLikeId } from '../../domain/kernel/id.ts';
import { currentSecrets } from '../../domain/site/visitor.ts';
import { isUsable } from '../../domain/team/api-key.ts';
import type { Reader } from '../../ports/store.ts';

export interface Rehearsed {
  /** A test key, or `secret` for the host application's test secret. */
  sealedBy: string;
  /** Made up. */
  userId: string;
  name: string | null;
  returnTo: string;
  expiresAt: Instant;
}

export type SealedAs = 'link' | 'session';

const prefix = 'test.';
const sealedShape = /^test\.(?<payload>[\w-]{1,4000})\.(?<mac>[\w-]{43})$/;

export const looksSealed = (text: string): boolean => text.startsWith(prefix);

/** `stored`: the hash of the key, or the secret. */
export function sealed(as: SealedAs, workspaceId: string, stored: string, rehearsed: Rehearsed): string {
  const payload = Buffer.from(JSON.stringify(rehearsed)).toString('base64url');
  return `${prefix}${payload}.${macOf(as, workspaceId, stored, payload).toString('base64url')}`;
}

/** Undefined if it was sealed for something else, or what sealed it has ended. */
export async function unsealed(
  read: Pick<Reader, 'apiKeys' | 'visitors'>,
  now: Instant,
  as: SealedAs,
  workspaceId: string,
  text: string,
): Promise<Rehearsed | undefined> {
  const { payload, mac } = sealedShape.exec(text)?.groups ?? {};
  if (payload === undefined || mac === undefined) return undefined;
  const rehearsed = readPayload(payload);
  if (rehearsed === undefined || rehearsed.expiresAt <= now) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const secrets = await secretsOf(read, now, workspaceId, rehearsed.sealedBy);
  const isGenuine = secrets.some((stored) => {
    const expected = macOf(as, workspaceId, stored, payload);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? rehearsed : undefined;
}

async function secretsOf(
  read: Pick<Reader, 'apiKeys' | 'visitors'>,
  now: Instant,
  workspaceId: string,
  sealedBy: string,
): Promise<string[]> {
  if (sealedBy === 'secret') return currentSecrets(await read.visitors.findSecret(workspaceId, 'test'), now);
  if (!looksLikeId('apiKey', sealedBy)) return [];
  const key = await read.apiKeys.find(workspaceId, sealedBy);
  return key?.mode === 'test' && isUsable(key, now) ? [key.hash] : [];
}

function macOf(as: SealedAs, workspaceId: string, stored: string, payload: string): Buffer {
  const key = hash('sha256', `earshot rehearsal ${stored}`, 'buffer');
  return createHmac('sha256', key).update(`${as} ${workspaceId} ${payload}`).digest();
}

/** Before the seal is checked, nothing in it is trusted but its form. */
function readPayload(payload: string): Rehearsed | undefined {
  try {
    const { sealedBy, userId, name, returnTo, expiresAt } = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    );
    const isWhole =
      typeof sealedBy === 'string' && typeof userId === 'string' && typeof expiresAt === 'number';
    return isWhole ? { sealedBy, userId, name, returnTo, expiresAt } : undefined;
  } catch {
    return undefined;
  }
}
