// A person's session on one device.

import type { Instant } from '../kernel/clock.ts';

const dayMs = 86_400_000;
/** Since its last use. */
export const sessionLastsMs = 30 * dayMs;
/** How often the last use is recorded. */
export const seenEveryMs = 60_000;

export interface Session {
  id: string;
  /** SHA-256 of the token in the cookie. */
  hash: string;
  accountId: string;
  /** The last workspace opened. */
  workspaceId: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  expiresAt: Instant;
  userAgent: string;
  address: string;
}

/** The client of a request. */
export interface Device {
  userAgent: string;
  address: string;
  /** The browser's device token from an earlier sign-in (`domain/team/known-device`). */
  knownBy?: string | undefined;
}

const maxUserAgent = 200;

/** Truncated, and without characters that cannot be stored. */
export const checkedDevice = ({ userAgent, address }: Device): Pick<Session, 'userAgent' | 'address'> => ({
  userAgent: userAgent.replaceAll('\0', '').slice(0, maxUserAgent).toWellFormed(),
  address: address.slice(0, 64),
});
