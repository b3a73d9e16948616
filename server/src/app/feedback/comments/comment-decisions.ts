// Decides what each entry of a comment upsert does, from the stored comments and the entries before it. Pure: reading
// and writing are in `comment-upserts`.

import {
  type Comment,
  type CommentView,
  isPublicReply,
  newComment,
  notFromTeam,
} from '../../../domain/feedback/comment.ts';
import { keptOrGiven } from '../../../domain/feedback/comment-text.ts';
import type { Post } from '../../../domain/feedback/post.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';
import { badField, conflict } from '../../../domain/kernel/failure.ts';
import { edited } from '../../../domain/kernel/version.ts';
import type { User } from '../../../domain/people/user.ts';
import type { CheckedEntry, NamedParent } from './comment-entries.ts';
import { parentsFirst } from './parents-first.ts';

/** The post that comments go to, and the merged post that they were sent to, if any. */
export interface Destination {
  post: Post;
  mergedFromId: string | null;
}

/** The stored comments that the entries touch. */
export interface Thread {
  /** By external id: those of the entries, and the parents that they name so. */
  named: ReadonlyMap<string, Comment>;
  /** By id: the parents that entries name so, and the present parents of existing comments. */
  parents: ReadonlyMap<string, Comment>;
  /** Ids of existing comments that can't change between public and private. */
  withReplies: ReadonlySet<string>;
}

/** The comments of earlier entries, as they will be written. */
export interface Decided {
  byId: Map<string, Comment>;
  byExternalId: Map<string, Comment>;
}

/** Entries whose parent is another entry come after it. */
export function orderOf(entries: readonly CheckedEntry[], { named }: Thread): number[] {
  const byExternalId = new Map(entries.map(({ externalId }, index) => [externalId, index]));
  const byId = new Map(entries.map(({ externalId }, index) => [named.get(externalId)?.id, index]));
  const ordered = parentsFirst(
    entries.map(({ parent }) => {
      if (parent == null) return undefined;
      return 'id' in parent ? byId.get(parent.id) : byExternalId.get(parent.externalId);
    }),
  );
  if ('order' in ordered) return ordered.order;
  const entry = entries[ordered.cycleAt];
  const field = entry?.parent != null && 'id' in entry.parent ? 'parentId' : 'parentExternalId';
  throw badField(entry?.field(field) ?? field, 'makes the comment a reply to itself.');
}

/** The parent that an entry names; undefined at the top level. */
function parentOf(
  parent: NamedParent,
  { named, parents }: Thread,
  decided: Decided,
  { field }: CheckedEntry,
  postId: string,
): Comment | undefined {
  if (parent === null) return undefined;
  const [name, found] =
    'id' in parent
      ? ['parentId', decided.byId.get(parent.id) ?? parents.get(parent.id)]
      : ['parentExternalId', decided.byExternalId.get(parent.externalId) ?? named.get(parent.externalId)];
  if (found === undefined || found.isDeleted || found.postId !== postId) {
    throw badField(field(name), 'names no live comment of this post.');
  }
  return found;
}

export function created(
  entry: CheckedEntry,
  { id, author, mark }: { id: string; author: User; mark: Pick<Comment, 'isFromTeam' | 'accountId'> },
  { post, mergedFromId }: Destination,
  thread: Thread,
  decided: Decided,
  now: Instant,
): CommentView {
  const { externalId, text, createdAt } = entry;
  if (text === undefined) throw badField(entry.field('content'), 'is required.');
  const postId = post.id;
  const parent = parentOf(entry.parent ?? null, thread, decided, entry, postId);
  // Replies to a private note are private.
  const isPrivate = entry.isPrivate === true || parent?.isPrivate === true;
  const comment = newComment(
    {
      id,
      postId,
      parentId: parent?.id ?? null,
      userId: author.id,
      content: text.content,
      document: text.document,
      externalId,
      isPrivate,
      isPublic: isPublicReply(isPrivate, post, parent),
      ...mark,
      // A reply moves together with its parent comment.
      mergedFromId: parent === undefined ? mergedFromId : parent.mergedFromId,
      ...(createdAt !== undefined && { createdAt }),
    },
    now,
  );
  return { ...comment, author };
}

/** The comment as it is if the entry changes nothing. */
export function updated(
  entry: CheckedEntry,
  before: CommentView,
  author: User | undefined,
  { post }: Destination,
  thread: Thread,
  decided: Decided,
  now: Instant,
): CommentView {
  const present = presentParent(before, thread, decided);
  if (entry.parent !== undefined && present?.isDeleted !== true) {
    const parent = parentOf(entry.parent, thread, decided, entry, before.postId);
    if ((parent?.id ?? null) !== before.parentId) {
      throw conflict(
        `The comment with the externalId "${entry.externalId}" exists already below another parent.`,
      );
    }
  }
  const isPrivate =
    entry.isPrivate === undefined ? before.isPrivate : entry.isPrivate || present?.isPrivate === true;
  if (isPrivate !== before.isPrivate && thread.withReplies.has(before.id)) {
    throw conflict(
      `The comment with the externalId "${entry.externalId}" has replies, so it cannot change between public and private.`,
    );
  }
  const isPublic = isPrivate === before.isPrivate ? before.isPublic : isPublicReply(isPrivate, post, present);
  const userId = author?.id ?? before.userId;
  const isSomeoneElses = userId !== before.userId;
  const edits = {
    ...keptOrGiven(before, entry.text),
    isPrivate,
    isPublic,
    isAnswer: before.isAnswer && isPublic && !isSomeoneElses,
    ...(isSomeoneElses && notFromTeam),
    userId,
    createdAt: entry.createdAt ?? before.createdAt,
  };
  const after = edited(before, edits, now);
  return after === before ? before : { ...after, author: author ?? before.author };
}

/** The parent of an existing comment: a stub if it was deleted. */
const presentParent = ({ parentId }: Comment, { parents }: Thread, { byId }: Decided): Comment | undefined =>
  parentId === null ? undefined : (byId.get(parentId) ?? parents.get(parentId));
