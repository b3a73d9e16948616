// Device tokens: proof that someone once signed in to an account in this browser. They grant no access; they only
// exempt their owner from limits that others can exhaust.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../kernel/clock.ts';
import type { Account } from './account.ts';

const dayMs = 86_400_000;
export const knownDeviceLastsMs = 180 * dayMs;

const tokenShape = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

type Owner = Pick<Account, 'id' | 'passwordHash'>;

/** Undefined for an account without a password. */
export const deviceToken = (account: Owner, now: Instant): string | undefined =>
  account.passwordHash === null ? undefined : `${now}.${macOf(account.id, account.passwordHash, now)}`;

/** Whether the token was created for this account with its current password. */
export function isKnownDevice(token: string, { id, passwordHash }: Owner, now: Instant): boolean {
  const [, at = '', mac = ''] = tokenShape.exec(token) ?? [];
  if (mac === '' || passwordHash === null || Number(at) + knownDeviceLastsMs <= now) return false;
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(id, passwordHash, Number(at))));
}

export const looksLikeDeviceToken = (text: string): boolean => tokenShape.test(text);

/** The password hash is a secret that changes with the password, so nothing else needs storing. */
const macOf = (id: string, passwordHash: string, at: Instant): string =>
  createHmac('sha256', passwordHash).update(`known device ${id} ${at}`).digest('base64url');
