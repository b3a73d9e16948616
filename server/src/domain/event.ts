// What applications are told about, and who did it. Every event is an entry of the ledger.

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

/** Who did it: the application behind a key, a person in the console, or the service itself (its publisher). */
export interface Actor {
  type: 'key' | 'person' | 'system';
  id: string;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** What an entry of the ledger holds of the object it tells of. */
export interface Payload {
  /** As it was presented right after the change; for a deletion, right before it. */
  object: object;
  /** On updates. */
  changes?: FieldChange[];
}
