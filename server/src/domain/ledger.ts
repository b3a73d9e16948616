// The ledger: one entry for every change of a workspace, in commit order and without gaps. The audit log and the list
// of deletions are read from it.

import type { ChangelogView } from './changelog.ts';
import type { Instant } from './clock.ts';
import type { CommentView } from './comment.ts';
import type { Actor, FieldChange } from './event.ts';
import type { Slice } from './page.ts';
import type { PostView } from './post.ts';
import type { PostType } from './post-type.ts';
import type { Status } from './status.ts';
import type { Tag } from './tag.ts';
import type { User } from './user.ts';
import { type VoteView, voteId } from './vote.ts';

/** What an entry can hold the presented object of. */
export interface PresentedKinds {
  post: PostView;
  comment: CommentView;
  vote: VoteView;
  user: User;
  changelog: ChangelogView;
  status: Status;
  postType: PostType;
  tag: Tag;
}

export type PresentedKind = keyof PresentedKinds;

/** Turns an object into what the API shows of it. */
export type Present = <Kind extends PresentedKind>(kind: Kind, object: PresentedKinds[Kind]) => object;

/** Kinds without a presented object: these entries say what happened, and to which id. */
export type RecordedKind = 'key' | 'member' | 'invite' | 'workspace';

export type ObjectKind = PresentedKind | RecordedKind;

export interface LedgerEntry {
  id: string;
  /** `kind.what_happened`, such as `post.created`. */
  type: string;
  objectId: string;
  objectKind: ObjectKind;
  /** The post that a comment or a vote belongs to. */
  postId: string | null;
  /** The person whose vote it is. */
  userId: string | null;
  actor: Actor;
  requestId: string | null;
  createdAt: Instant;
}

/** A payload is JSON: whoever wants only the text does not pay for parsing it. */
export type NewLedgerEntry = LedgerEntry & { payload: string | null };

export type NumberedEntry = LedgerEntry & { sequence: number };

export interface AuditQuery {
  actions?: string[];
  objectIds?: string[];
  actorIds?: string[];
  updatedSince?: Instant;
  slice: Slice;
}

export const deletedKinds = [
  'post',
  'comment',
  'vote',
  'user',
  'changelog',
  'status',
  'postType',
  'tag',
] as const satisfies readonly PresentedKind[];
export type DeletedKind = (typeof deletedKinds)[number];

export interface DeletionQuery {
  /** All kinds when absent. */
  kinds?: DeletedKind[];
  since?: Instant;
  slice: Slice;
}

export interface Deletion {
  sequence: number;
  id: string;
  kind: DeletedKind;
  deletedAt: Instant;
  postId: string | null;
  userId: string | null;
}

type ObjectFields = Pick<LedgerEntry, 'objectId' | 'objectKind' | 'postId' | 'userId'>;

/** How an entry names an object. A vote has no id of its own: its entries are filed under the post. */
export function objectFields<Kind extends PresentedKind>(
  kind: Kind,
  object: PresentedKinds[Kind],
): ObjectFields {
  if (kind === 'vote') {
    const { postId, userId } = object as VoteView;
    return { objectKind: kind, objectId: postId, postId, userId };
  }
  const { id } = object as { id: string };
  const postId = kind === 'comment' ? (object as CommentView).postId : null;
  return { objectKind: kind, objectId: id, postId, userId: null };
}

/** The deleted thing's id as the API knows it. */
export const deletedId = ({ objectId, objectKind, userId }: ObjectFields): string =>
  objectKind === 'vote' && userId !== null ? voteId(objectId, userId) : objectId;

/** Raised or rendered by every edit: they say nothing about what was edited. */
const consequences = new Set(['updatedAt', 'version', 'descriptionHtml', 'contentHtml']);

/** What differs between two presentations of one object, field by field. */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [from, to] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !consequences.has(field) && !isSame(from[field], to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
