// The inbox of the signed-in member. What they have dealt with is theirs alone: it is in no ledger, no export and no
// revision, like their sessions.

import type { Instant } from '../../../domain/kernel/clock.ts';
import { badField, notFound } from '../../../domain/kernel/failure.ts';
import { type InboxItem, type InboxMark, laterUntil, maxInboxItems } from '../../../domain/team/inbox.ts';
import type { Membership } from '../../../domain/team/membership.ts';
import type { Store, Writer } from '../../../ports/store.ts';
import type { InboxComment, InboxPost } from '../../../ports/team/inbox-store.ts';
import type { TeamDeps } from '../team-deps.ts';
import { readInbox, seenToOf } from './inbox-reading.ts';

export interface ListedItem extends InboxItem {
  post: InboxPost;
  comment: InboxComment | undefined;
  /** The author of the post. */
  author: string | null;
  /** Who did what brought the post here, as far as that is a person: a member, or the author of the post or comment. */
  by: string | null;
}

export interface InboxView {
  items: ListedItem[];
  /** Whether there are more than these. */
  isMore: boolean;
  /** What was looked at: posts are done up to there, so that nothing is missed that happens meanwhile. */
  upTo: number;
}

/** What was there before a change, to undo it. */
export interface InboxBefore {
  /** Null if the change left it as it was. */
  seenTo: number | null;
  /** `seenTo` is null where there was no mark. */
  marks: { postId: string; seenTo: number | null; until: Instant | null }[];
}

export interface Dealt {
  postIds: readonly string[];
  upTo: number;
}

export interface Inboxes {
  view(membership: Membership): Promise<InboxView>;
  /** Counts up to `maxInboxItems`. */
  count(membership: Membership): Promise<number>;
  done(membership: Membership, dealt: Dealt): Promise<InboxBefore>;
  allDone(membership: Membership, upTo: number): Promise<InboxBefore>;
  later(membership: Membership, dealt: Dealt & { until: Instant }): Promise<InboxBefore>;
  restore(membership: Membership, before: InboxBefore): Promise<void>;
}

const maxPostsAtOnce = 500;

export function inboxes({ store, clock }: Pick<TeamDeps, 'store' | 'clock'>): Inboxes {
  /** Changes marks, and returns those that were there. */
  const mark = (
    { workspaceId, accountId }: Membership,
    { postIds, upTo }: Dealt,
    until: Instant | null,
  ): Promise<InboxBefore> =>
    store.transaction(async (write) => {
      const ids = await existing(write, workspaceId, postIds);
      const seenTo = await checkedPosition(write, workspaceId, upTo);
      const before = await marksBefore(write, workspaceId, accountId, ids);
      const marks = ids.map((postId) => ({ postId, seenTo, until }));
      await write.inboxes.mark(workspaceId, accountId, marks, clock.now());
      return { seenTo: null, marks: before };
    });

  return {
    async view(membership) {
      const most = maxInboxItems + 1;
      const { items, upTo } = await readInbox(store.read, membership, { now: clock.now(), most });
      const listed = await presented(store, membership.workspaceId, items.slice(0, maxInboxItems));
      return { items: listed, isMore: items.length > maxInboxItems, upTo };
    },

    async count(membership) {
      const { items } = await readInbox(store.read, membership, { now: clock.now(), most: maxInboxItems });
      return Math.min(items.length, maxInboxItems);
    },

    done: (membership, dealt) => mark(membership, dealt, null),

    later: async (membership, { until, ...dealt }) => mark(membership, dealt, laterUntil(until, clock.now())),

    async allDone(membership, upTo) {
      const { workspaceId, accountId } = membership;
      return store.transaction(async (write) => {
        const seenTo = await checkedPosition(write, workspaceId, upTo);
        const before = await seenToOf(write, membership);
        const due = await write.inboxes.due(workspaceId, accountId, clock.now(), maxPostsAtOnce);
        const dueIds = due.map(({ postId }) => postId);
        const marks = await marksBefore(write, workspaceId, accountId, dueIds);
        const done = dueIds.map((postId) => ({ postId, seenTo, until: null }));
        await write.inboxes.mark(workspaceId, accountId, done, clock.now());
        await write.inboxes.setSeenTo(workspaceId, accountId, Math.max(seenTo, before));
        return { seenTo: before, marks };
      });
    },

    restore: async ({ workspaceId, accountId }, { seenTo, marks }) =>
      store.transaction(async (write) => {
        checkCount(marks.map(({ postId }) => postId));
        const known = await write.inboxes.postsOf(
          workspaceId,
          marks.map(({ postId }) => postId),
        );
        const last = await write.ledger.lastSequence(workspaceId);
        const kept = marks.flatMap(({ postId, seenTo: upTo, until }): InboxMark[] =>
          upTo === null || !known.has(postId) ? [] : [{ postId, seenTo: Math.min(upTo, last), until }],
        );
        const gone = marks.flatMap((each) => (each.seenTo === null ? each.postId : []));
        await write.inboxes.unmark(workspaceId, accountId, gone);
        await write.inboxes.mark(workspaceId, accountId, kept, clock.now());
        if (seenTo !== null) await write.inboxes.setSeenTo(workspaceId, accountId, Math.min(seenTo, last));
      }),
  };
}

/** Nothing that is still to come is dealt with. */
const checkedPosition = async (write: Writer, workspaceId: string, upTo: number): Promise<number> =>
  Math.min(upTo, await write.ledger.lastSequence(workspaceId));

function checkCount(postIds: readonly string[]): void {
  if (postIds.length > maxPostsAtOnce)
    throw badField('postIds', `must hold at most ${maxPostsAtOnce} posts.`);
}

/** A post that was deleted meanwhile is dealt with. */
async function existing(write: Writer, workspaceId: string, postIds: readonly string[]): Promise<string[]> {
  checkCount(postIds);
  const ids = [...(await write.inboxes.postsOf(workspaceId, postIds)).keys()];
  if (ids.length === 0) throw notFound('Post');
  return ids;
}

async function marksBefore(
  write: Writer,
  workspaceId: string,
  accountId: string,
  postIds: readonly string[],
): Promise<InboxBefore['marks']> {
  const marks = await write.inboxes.marksOf(workspaceId, accountId, postIds);
  const known = new Map(marks.map((each) => [each.postId, each]));
  return postIds.map((postId) => known.get(postId) ?? { postId, seenTo: null, until: null });
}

async function presented(
  { read }: Store,
  workspaceId: string,
  items: readonly InboxItem[],
): Promise<ListedItem[]> {
  const posts = await read.inboxes.postsOf(
    workspaceId,
    items.map(({ postId }) => postId),
  );
  const comments = await read.inboxes.commentsOf(
    workspaceId,
    items.flatMap(({ commentId }) => commentId ?? []),
  );
  const users = await read.users.usersOf(workspaceId, [
    ...[...posts.values()].map(({ authorId }) => authorId),
    ...[...comments.values()].map(({ userId }) => userId),
  ]);
  const accounts = await read.accounts.accountsOf([
    ...items.flatMap(({ actor }) => (actor?.type === 'person' ? actor.id : [])),
    ...[...comments.values()].flatMap(({ accountId }) => accountId ?? []),
  ]);
  const nameOf = (userId: string): string | null => users.get(userId)?.name ?? null;
  return items.flatMap((item) => {
    const post = posts.get(item.postId);
    // Deleted since the inbox was read.
    if (post === undefined) return [];
    const comment = item.commentId === null ? undefined : comments.get(item.commentId);
    const member = item.actor?.type === 'person' ? accounts.get(item.actor.id)?.name : undefined;
    const author = nameOf(post.authorId);
    const writer = comment && (accounts.get(comment.accountId ?? '')?.name ?? nameOf(comment.userId));
    const by = comment !== undefined ? (writer ?? null) : item.why === 'new' ? author : (member ?? null);
    return [{ ...item, post, comment, author, by }];
  });
}
