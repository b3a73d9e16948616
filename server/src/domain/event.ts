// What happened, for those who want to be told: written to the outbox with the change itself.

import type { Instant } from './clock.ts';

export const eventTypes = [
  'post.created',
  'post.updated',
  'post.deleted',
  'post.status_changed',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'vote.created',
  'vote.deleted',
  'user.created',
] as const;

export type EventType = (typeof eventTypes)[number];

export interface Event {
  id: string;
  type: EventType;
  createdAt: Instant;
  /** The thing as it was when it happened, in the domain's own words; presented when it is delivered. */
  object: object;
  actor: Actor;
}

/** Who did it: so far, always a key. */
export interface Actor {
  type: 'key';
  id: string;
}
