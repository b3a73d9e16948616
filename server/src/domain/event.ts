// What happened, for those who want to be told: written to the outbox with the change itself.

import type { Instant } from './clock.ts';

export const eventTypes = [
  'post.created',
  'post.updated',
  'post.deleted',
  'post.status_changed',
  'post.merged',
  'post.unmerged',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'vote.created',
  'vote.deleted',
  'changelog.published',
  'user.created',
  'user.updated',
  'user.deleted',
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

/** Who did it: the application behind a key, a person at the console, or the service itself (its publisher). */
export interface Actor {
  type: 'key' | 'person' | 'system';
  id: string;
}
