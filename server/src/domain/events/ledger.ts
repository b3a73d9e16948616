// The ledger: one entry for every change in a workspace, in commit order and without gaps, except that numbers jump to
// the entry of a restored backup. The event feed, the audit log and the list of deletions are read from it.

import type { PostType } from '../catalog/post-type.ts';
import type { Status } from '../catalog/status.ts';
import type { Tag } from '../catalog/tag.ts';
import type { ChangelogView } from '../changelog/changelog.ts';
import type { CommentView } from '../feedback/comment.ts';
import type { PostView } from '../feedback/post.ts';
import { type VoteView, voteId } from '../feedback/vote.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Slice } from '../kernel/page.ts';
import { isSame } from '../kernel/version.ts';
import type { User } from '../people/user.ts';
import type { Import } from '../porting/import.ts';
import type { Site } from '../site/site.ts';
import type { SubmissionView } from '../site/submission.ts';
import { type EventType, eventTypes, type FieldChange } from './event.ts';
import type { Webhook } from './webhook.ts';

/** The kinds whose presented object is stored in the payload. */
export interface PresentedKinds {
  post: PostView;
  comment: CommentView;
  vote: VoteView;
  user: User;
  changelog: ChangelogView;
  status: Status;
  postType: PostType;
  tag: Tag;
  /** At its end, or at that of its undo. */
  import: Import;
  site: Site;
  submission: SubmissionView;
  webhook: Webhook;
}

export type PresentedKind = keyof PresentedKinds;

/** Converts an object to its API representation. */
export type Present = <Kind extends PresentedKind>(kind: Kind, object: PresentedKinds[Kind]) => object;

/** Kinds without a payload: the entry only has the type and the object's id. */
export type RecordedKind = 'key' | 'member' | 'invite' | 'workspace' | 'report' | 'suppression' | 'view';

export type ObjectKind = PresentedKind | RecordedKind;

export interface LedgerEntry {
  id: string;
  /** `kind.event`, such as `post.created`. */
  type: string;
  objectId: string;
  objectKind: ObjectKind;
  /** The post of a comment or vote. */
  postId: string | null;
  /** The voter, for votes. */
  userId: string | null;
  actor: Actor;
  requestId: string | null;
  createdAt: Instant;
}

/** The types of entries without a payload. */
export const recordedTypes = [
  'post.followers_added',
  'post.followers_removed',
  'status.reordered',
  'postType.reordered',
  'key.created',
  'key.rolled',
  'key.revoked',
  'member.added',
  'member.updated',
  'member.password_reset',
  'member.removed',
  'invite.created',
  'invite.deleted',
  'webhook.disabled',
  'webhook.secret_rotated',
  'webhook.redelivered',
  'webhook.replayed',
  'site.identity_secret_created',
  'user.sessions_ended',
  'user.mail_settings_updated',
  'submission.withdrawn',
  'report.created',
  'report.deleted',
  'suppression.created',
  'suppression.updated',
  'suppression.lifted',
  'view.created',
  'view.updated',
  'view.deleted',
  'workspace.created',
  'workspace.updated',
  'workspace.setup_link_created',
  'workspace.seeded',
  'workspace.restored',
  'workspace.mail_released',
  'workspace.mail_discarded',
  'workspace.mail_tested',
  'workspace.reply_to_asked',
  'workspace.reply_to_confirmed',
  'workspace.reply_to_cleared',
  'workspace.export_started',
  'workspace.exported',
  'workspace.export_failed',
  'workspace.export_deleted',
  'workspace.import_started',
  'workspace.import_resumed',
  'workspace.imported',
  'workspace.import_failed',
  'workspace.import_canceled',
  'workspace.import_deleted',
  'workspace.import_undo_started',
  'workspace.import_undo_resumed',
  'workspace.import_undone',
  'workspace.import_undo_failed',
] as const satisfies readonly `${ObjectKind}.${string}`[];
export type RecordedType = (typeof recordedTypes)[number];

/** The payload is serialized JSON, because most readers don't need to parse it. */
export type NewLedgerEntry = LedgerEntry & { payload: string | null };

/**
 * The type of the entry that restoring a backup writes. Its number leaves out all that may have been given to entries
 * which the restore undid.
 */
export const restoredType = 'workspace.restored' satisfies RecordedType;

export type NumberedEntry = LedgerEntry & { sequence: number };

/** Entries of the feed: events after one sequence number, up to and including another. */
export interface FeedQuery {
  /** Undefined for all types. */
  types: readonly EventType[] | undefined;
  after: number;
  upTo: number;
  take: number;
  /** Ends the page after the entry whose payload reaches this total, so that a page fits in memory. */
  maxCharacters: number;
}

/** The payload is serialized JSON; null if it is past its retention. */
export type FeedEntry = NumberedEntry & { type: EventType; payload: string | null };

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

/** The type of the entry for an object that went when an import was undone. */
export const undoneType = (kind: DeletedKind): `${DeletedKind}.import_undone` => `${kind}.import_undone`;

/** Kinds whose changes are recorded with a payload, but are no events, apart from those in the catalog. */
const edited = [
  'changelog',
  'status',
  'postType',
  'tag',
  'webhook',
] as const satisfies readonly PresentedKind[];
const edits = ['created', 'updated', 'deleted'] as const;

export type LedgerType =
  | EventType
  | RecordedType
  | `${(typeof edited)[number]}.${(typeof edits)[number]}`
  | ReturnType<typeof undoneType>;

/** Every type that an entry can have. */
export const ledgerTypes: readonly LedgerType[] = [
  ...eventTypes,
  ...edited.flatMap((kind) => edits.map((edit) => `${kind}.${edit}` as const)),
  ...recordedTypes,
  ...deletedKinds.map(undoneType),
];

export interface DeletionQuery {
  /** Defaults to all kinds. */
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

/** How an entry references its object. Votes have no id, so their entries use the post's. */
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

/** The id of the deleted object in the API. */
export const deletedId = ({ objectId, objectKind, userId }: ObjectFields): string =>
  objectKind === 'vote' && userId !== null ? voteId(objectId, userId) : objectId;

/** Every edit changes these, so they don't count as changes. */
const consequences = new Set(['updatedAt', 'version', 'descriptionHtml', 'contentHtml']);

/** The fields that differ between two presentations of an object. */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [from, to] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => !consequences.has(field) && !isSame(from[field], to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}
