// Visitors who have signed in to the public site.

import type { Instant } from '../kernel/clock.ts';

const dayMs = 86_400_000;
/** From the sign-in on, however often it is used. */
export const visitorSessionLastsMs = 30 * dayMs;

/** A link that the host application asked for, or a token that it signed. */
export type CameBy = 'link' | 'token';

export interface VisitorSession {
  id: string;
  /** Of the token in the cookie. */
  hash: string;
  userId: string;
  cameBy: CameBy;
  createdAt: Instant;
  expiresAt: Instant;
}

/** Signs one person in, once. */
export interface VisitorLink {
  hash: string;
  userId: string;
  /** A path of the site. */
  returnTo: string;
  expiresAt: Instant;
}

/** What is known of a person from signing in; not part of the user that the API returns. */
export interface SignIns {
  /** Whether their address was proven to be theirs. */
  emailProven: boolean;
  /** Null if they never signed in themselves. */
  lastSignedInAt: Instant | null;
  cameBy: CameBy | null;
}

/** What a workspace's host application signs tokens with. */
export interface IdentitySecret {
  secret: string;
  createdAt: Instant;
  /** Still valid until it expires. */
  previousSecret: string | null;
  previousSecretExpiresAt: Instant | null;
}
