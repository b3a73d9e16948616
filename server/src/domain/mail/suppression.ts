// Who gets no mail, and why. An address is kept as a keyed hash too, which remains when the person is deleted.

import { createHmac, randomBytes } from 'node:crypto';
import type { Instant } from '../kernel/clock.ts';
import { conflict } from '../kernel/failure.ts';
import type { Slice, SortKey } from '../kernel/page.ts';
import { emailKey } from '../people/user.ts';
import type { MailKind } from './mail.ts';

/** `bounce`: the server said that there is no such address. `left`: who got the mail wants no more. */
export const suppressionReasons = ['bounce', 'left', 'complaint'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** What is not sent. A person leaves one or the other, and everything ends if an address bounces or complains. */
export const suppressionScopes = ['all', 'notices', 'sign_in'] as const;
export type SuppressionScope = (typeof suppressionScopes)[number];

/** What ends mails of a kind besides `all`; null if no one can leave them, since they asked for each. */
export const leftBy: Readonly<Record<MailKind, Exclude<SuppressionScope, 'all'> | null>> = {
  test: null,
  'sign-in': 'sign_in',
  invite: null,
  'reply-to': null,
  status: 'notices',
  answer: 'notices',
  reply: 'notices',
  changelog: 'notices',
  // The settings of the member end them.
  inbox: null,
  digest: null,
};

/** The first one is meant if a record of an import doesn't say. */
export const scopesOfReason: Readonly<
  Record<SuppressionReason, readonly [SuppressionScope, ...SuppressionScope[]]>
> = { bounce: ['all'], complaint: ['all'], left: ['notices', 'sign_in'] };

/** Whether one ends mail for longer: what a person decided counts more than what a server said. */
export const isStronger = (one: SuppressionReason, other: SuppressionReason): boolean =>
  one === 'complaint' && other === 'bounce';

export interface Suppression {
  id: string;
  /** Of an address, or of a user ID. */
  hash: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  /** Null if the hash is of a user ID, or the person was deleted. */
  address: string | null;
  /** An import brought it, and nothing has happened here since that would have made it. Then an undo removes it. */
  isImported: boolean;
  createdAt: Instant;
}

/** One that the team sees: the others name no person. */
export type ListedSuppression = Suppression & { address: string };

export const isListed = (suppression: Suppression): suppression is ListedSuppression =>
  suppression.address !== null;

/** Only the listed ones. */
export interface SuppressionQuery {
  reasons?: readonly SuppressionReason[];
  hashes?: readonly string[];
  slice: Slice;
}

export const suppressionSortKey = ({ createdAt, id }: Suppression): SortKey => [createdAt, id];

/** What other systems report. */
export const reportedReasons = ['bounce', 'complaint'] as const satisfies readonly SuppressionReason[];
export type ReportedReason = (typeof reportedReasons)[number];

/** An address may exist again. What a person decided is theirs to take back. */
export function checkLiftable({ reason }: Suppression): void {
  if (reason === 'left') throw conflict('This person left. Only they can ask for these mails again.');
  if (reason === 'complaint')
    throw conflict('This person complained about mail. Only they can ask for mail again.');
}

/** A workspace's own, made once: its hashes mean nothing elsewhere. */
export const newMailKey = (): string => randomBytes(32).toString('base64url');

const hashed = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

export const addressHash = (key: string, address: string): string =>
  hashed(key, `address\n${emailKey(address)}`);
export const userHash = (key: string, userId: string): string => hashed(key, `user\n${userId}`);
