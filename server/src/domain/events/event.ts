// Events. Every event is a ledger entry.

/** The kinds of objects that events are about. */
export type EventKind =
  | 'post'
  | 'comment'
  | 'vote'
  | 'submission'
  | 'changelog'
  | 'user'
  | 'import'
  | 'site'
  | 'webhook';

interface CatalogEntry {
  kind: EventKind;
  /** One sentence for the documentation. */
  description: string;
}

/**
 * Every type of event: the only place that lists them. The feed, its documentation and its types are made from it.
 * Other ledger entries, such as those about keys, are not events.
 */
export const eventCatalog = {
  'post.created': { kind: 'post', description: 'A post was created.' },
  'post.updated': {
    kind: 'post',
    description: 'Fields of a post were changed, including its status or tags.',
  },
  'post.deleted': { kind: 'post', description: 'A post was deleted, with its comments and votes.' },
  'post.status_changed': { kind: 'post', description: 'A post moved to another status.' },
  'post.published': {
    kind: 'post',
    description: 'A post became public: visitors of the public site see it.',
  },
  'post.unpublished': { kind: 'post', description: 'A public post became internal.' },
  'post.assigned': {
    kind: 'post',
    description: 'A post got another owner, or has none anymore. `changes` says who it was before.',
  },
  'post.merged': { kind: 'post', description: 'A post was merged into another one.' },
  'post.unmerged': { kind: 'post', description: 'A merge was undone.' },
  'post.threshold_reached': {
    kind: 'post',
    description: 'A post reached the number of votes that a webhook waits for.',
  },
  'comment.created': { kind: 'comment', description: 'A comment or reply was added.' },
  'comment.updated': { kind: 'comment', description: 'A comment was edited.' },
  'comment.deleted': { kind: 'comment', description: 'A comment was deleted.' },
  'vote.created': { kind: 'vote', description: 'A person voted for a post.' },
  'vote.deleted': { kind: 'vote', description: 'A vote was withdrawn.' },
  'post.submitted': {
    kind: 'submission',
    description: 'A visitor sent a post, or a change of one, that waits for approval.',
  },
  'post.approved': { kind: 'submission', description: 'A post that a visitor sent was approved.' },
  'post.rejected': { kind: 'submission', description: 'A post that a visitor sent was rejected.' },
  'comment.submitted': {
    kind: 'submission',
    description: 'A visitor sent a comment, or a change of one, that waits for approval.',
  },
  'comment.approved': { kind: 'submission', description: 'A comment that a visitor sent was approved.' },
  'comment.rejected': { kind: 'submission', description: 'A comment that a visitor sent was rejected.' },
  'changelog.published': { kind: 'changelog', description: 'A changelog entry was published.' },
  'user.created': { kind: 'user', description: 'A person became known.' },
  'user.updated': { kind: 'user', description: 'Fields of a person were changed.' },
  'user.deleted': { kind: 'user', description: 'A person was erased.' },
  'user.banned': { kind: 'user', description: 'A person may no longer write on the public site.' },
  'user.unbanned': { kind: 'user', description: 'A person may write on the public site again.' },
  'import.finished': {
    kind: 'import',
    description: 'An import that changed the workspace ended: finished, failed or canceled.',
  },
  'import.undone': { kind: 'import', description: 'The undo of an import ended.' },
  'site.updated': { kind: 'site', description: 'Settings of the public site were changed.' },
  'webhook.test': { kind: 'webhook', description: 'A test of a webhook was requested.' },
} as const satisfies Record<string, CatalogEntry>;

export type EventType = keyof typeof eventCatalog;

// Object.keys does not keep the key type.
export const eventTypes = Object.keys(eventCatalog) as readonly EventType[];

export const eventKinds: readonly EventKind[] = [
  ...new Set(eventTypes.map((type) => eventCatalog[type].kind)),
];

export const typesOfKind = (kind: EventKind): EventType[] =>
  eventTypes.filter((type) => eventCatalog[type].kind === kind);

/** The events about one kind of object. */
export type EventAbout<Kind> = {
  [Type in EventType]: (typeof eventCatalog)[Type]['kind'] extends Kind ? Type : never;
}[EventType];

/** The types that a pattern names: one type, all of a kind (`post.*`), or all (`*`). Empty if it names none. */
export const typesMatching = (pattern: string): EventType[] =>
  eventTypes.filter(
    (type) => pattern === type || pattern === '*' || pattern === `${eventCatalog[type].kind}.*`,
  );

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
  /** Only for `post.threshold_reached`. */
  threshold?: Threshold;
}

/** A number that a count of a post has reached. */
export interface Threshold {
  metric: 'votesCount';
  atLeast: number;
}
