// The inbox of a member: posts on which something has happened that the member has not dealt with. It is read from the
// ledger; what is stored is only how far each member has come.

import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';
import { badField } from '../kernel/failure.ts';

/** Why a post is in an inbox. The first one that is true is shown. `later`: put off until a time that has come. */
export const inboxReasons = ['later', 'mention', 'handover', 'new', 'comment'] as const;
export type InboxReason = (typeof inboxReasons)[number];

/** The ledger entries that can bring a post into an inbox. */
export const inboxTypes = ['post.created', 'post.assigned', 'comment.created', 'comment.updated'] as const;
export type InboxType = (typeof inboxTypes)[number];

/** How far a member has come with a single post, beyond the rest of the inbox. */
export interface InboxMark {
  postId: string;
  /** The last ledger entry that counts as dealt with. */
  seenTo: number;
  /** Until when the post is put off; null if it is done. */
  until: Instant | null;
}

/** A ledger entry, with what is true of its post now. */
export interface InboxEntry {
  sequence: number;
  type: InboxType;
  postId: string;
  commentId: string | null;
  actor: Actor;
  createdAt: Instant;
  /** Whether the post, and the comment if it is about one, still exist, and the post stands on its own. */
  isThere: boolean;
  /** Whether the comment mentions the member; after an edit, only if it did not before. */
  isMentioned: boolean;
  ownerId: string | null;
  /** The member's mark of the post. */
  seenTo: number | null;
  until: Instant | null;
}

export interface InboxItem {
  postId: string;
  why: InboxReason;
  /** When the reason came up. */
  at: Instant;
  actor: Actor | null;
  commentId: string | null;
}

/** The largest number of items that are listed and counted. */
export const maxInboxItems = 100;

/** A longer wait is a decision about the post, not about the inbox. */
const maxLaterMs = 366 * 24 * 3_600_000;

export function laterUntil(until: Instant, now: Instant): Instant {
  if (until <= now || until > now + maxLaterMs)
    throw badField('until', 'must be in the future, at most a year from now.');
  return until;
}

export interface InboxCollector {
  /** Newest first. */
  add(entry: InboxEntry): void;
  items(): InboxItem[];
  /** The oldest entry that keeps a post in the inbox; undefined if there is none. */
  oldest(): number | undefined;
}

/** Finds what is new for a member among entries. Posts that were put off until now or earlier are listed elsewhere. */
export function inboxCollector(accountId: string, now: Instant): InboxCollector {
  const items = new Map<string, InboxItem>();
  const handed = new Set<string>();
  let oldest: number | undefined;

  const reasonFor = (entry: InboxEntry): InboxReason | undefined => {
    const isOwn = entry.actor.type === 'person' && entry.actor.id === accountId;
    if (entry.type === 'post.assigned') {
      // Only the newest one made the owner who they are.
      if (handed.has(entry.postId)) return undefined;
      handed.add(entry.postId);
      return entry.ownerId === accountId && !isOwn ? 'handover' : undefined;
    }
    if (isOwn) return undefined;
    if (entry.type === 'post.created') return 'new';
    if (entry.isMentioned) return 'mention';
    return entry.type === 'comment.created' ? 'comment' : undefined;
  };

  return {
    add(entry) {
      const { postId, sequence, seenTo, until, createdAt: at, actor, commentId } = entry;
      if (!entry.isThere || (seenTo !== null && sequence <= seenTo)) return;
      if (until !== null && until <= now) return;
      const why = reasonFor(entry);
      if (why === undefined) return;
      oldest = sequence;
      const known = items.get(postId);
      if (known === undefined || isStronger(why, known.why))
        items.set(postId, { postId, why, at, actor, commentId });
    },
    items: () => [...items.values()],
    oldest: () => oldest,
  };
}

const isStronger = (one: InboxReason, other: InboxReason): boolean =>
  inboxReasons.indexOf(one) < inboxReasons.indexOf(other);
