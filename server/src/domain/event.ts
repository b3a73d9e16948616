// Events and their actors. Every event is a ledger entry.

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

/** The application behind an API key, a person in the console, or the service itself (such as the publisher). */
export interface Actor {
  type: 'key' | 'person' | 'system';
  id: string;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The payload of a ledger entry. */
export interface Payload {
  /** The presented object right after the change, or right before a deletion. */
  object: object;
  /** Only for updates. */
  changes?: FieldChange[];
}
