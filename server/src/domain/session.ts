// A person who is signed in on one device.

import type { Instant } from './clock.ts';

const dayMs = 86_400_000;
/** Counted from the last time it was seen. */
export const sessionLastsMs = 30 * dayMs;
/** How often it is written down that a session was seen. */
export const seenEveryMs = 60_000;

export interface Session {
  id: string;
  /** SHA-256 of the token in the cookie. */
  hash: string;
  accountId: string;
  /** The workspace that was looked at last. */
  workspaceId: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  expiresAt: Instant;
  userAgent: string;
  address: string;
}

/** What a request says of the machine it comes from. */
export interface Device {
  userAgent: string;
  address: string;
  /** What the browser kept when somebody signed in there before (`domain/known-device`). */
  knownBy?: string | undefined;
}

const maxUserAgent = 200;

/** Cut to what is kept, and without what no engine would store. */
export const checkedDevice = ({ userAgent, address }: Device): Pick<Session, 'userAgent' | 'address'> => ({
  userAgent: userAgent.replaceAll('\0', '').slice(0, maxUserAgent).toWellFormed(),
  address: address.slice(0, 64),
});
