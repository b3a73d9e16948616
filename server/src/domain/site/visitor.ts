// Visitors who have signed in to the public site.

import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';

const dayMs = 86_400_000;
/** From the sign-in on, however often it is used. */
export const visitorSessionLastsMs = 30 * dayMs;

/** How long a link of the host application can be opened. */
export const linkLastsMs = 60_000;
/** How long one from a mail can: mail may be slow, and so are people. */
export const mailedLinkLastsMs = 3_600_000;
/** A rehearsal is over sooner: nothing is lost with it. */
export const rehearsalLastsMs = 3_600_000;

/** The visitor who has signed in, as pages see them. */
export interface SignedIn {
  userId: string;
  name: string | null;
  /** `test`: a made-up person, of whom nothing is stored. */
  mode: 'live' | 'test';
}

/** A link that the host application asked for, a token that it signed, or a link in a mail. */
export const waysIn = ['link', 'token', 'mail'] as const;
export type CameBy = (typeof waysIn)[number];

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

/** Signs in whoever reads the mail of an address, once. Who that is, is found out then. */
export interface MailedLink {
  hash: string;
  email: string;
  /** A path of the site. */
  returnTo: string;
  /** The post that they voted for before they were known. */
  heldPostId: string | null;
  /** Whether they follow that post, too. */
  follows: boolean;
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

const maxPathLength = 500;

/** Whether this is a path within a site, from its first page on, and stays one in every browser. */
export function isSitePath(text: string): boolean {
  if (!text.startsWith('/') || text.includes('//') || text.includes('\\')) return false;
  if (text.length > maxPathLength || !URL.canParse(text, anySite)) return false;
  const { pathname, search, hash } = new URL(text, anySite);
  // What a browser would read differently, such as `..` or a line break, comes out differently.
  return pathname + search + hash === text;
}

const anySite = 'https://site.invalid';

export function sitePath(text: string, field: string): string {
  if (!isSitePath(text)) throw badField(field, 'must be a path of the site such as "/roadmap".');
  return text;
}

/** Those that sign tokens now, newest first. */
export function currentSecrets(secret: IdentitySecret | undefined, now: Instant): string[] {
  if (secret === undefined) return [];
  const { previousSecret, previousSecretExpiresAt } = secret;
  const isOverlapping = previousSecretExpiresAt !== null && now < previousSecretExpiresAt;
  return previousSecret !== null && isOverlapping ? [secret.secret, previousSecret] : [secret.secret];
}
