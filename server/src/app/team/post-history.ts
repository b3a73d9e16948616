// What became of a post, for its timeline in the console: changes of its status, owner and visibility, merges into it,
// changelog entries that ship it, and round numbers of votes. Bounded, with the same number of queries for every post.

import type { FieldChange, Payload } from '../../domain/events/event.ts';
import type { NumberedEntry } from '../../domain/events/ledger.ts';
import type { Post } from '../../domain/feedback/post.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import type { Instant } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/failure.ts';
import type { Reader, Store } from '../../ports/store.ts';
import type { Caller } from '../kernel/change.ts';

interface Named {
  id: string;
  title: string;
}

export type HistoryEvent = { at: Instant; actor: Actor | null } & (
  | { kind: 'status'; fromId: string | null; toId: string; reason: string | null }
  /** Both are null if the entry is past its retention. */
  | { kind: 'owner'; fromId: string | null; toId: string | null }
  | { kind: 'published' | 'unpublished' }
  | { kind: 'merged' | 'shipped'; subject: Named }
  | { kind: 'votes'; count: number }
);

export interface PostHistory {
  /** Oldest first; of each kind, the newest ones. */
  of(caller: Caller, postId: string): Promise<HistoryEvent[]>;
}

const maxChanges = 100;
const maxMerged = 50;
const milestones = [10, 100, 1000];

const newest = (take: number) => ({ take, skip: 0, after: undefined });

export const postHistory = ({ store: { read } }: { store: Store }): PostHistory => ({
  async of({ workspaceId }, postId) {
    const post = await read.posts.find(workspaceId, postId);
    if (post === undefined) throw notFound('Post');
    const parts = await Promise.all([
      statusChanges(read, workspaceId, postId),
      otherChanges(read, workspaceId, postId),
      merges(read, workspaceId, postId),
      shippings(read, workspaceId, postId),
      roundNumbers(read, workspaceId, post),
    ]);
    // Each part has the newest first. The order among changes of the same moment counts.
    return parts.flatMap((part) => part.toReversed()).sort((one, other) => one.at - other.at);
  },
});

type PartOf = (read: Reader, workspaceId: string, postId: string) => Promise<HistoryEvent[]>;

const statusChanges: PartOf = async (read, workspaceId, postId) => {
  const query = { postIds: [postId], slice: newest(maxChanges) };
  const changes = await read.statuses.pageOfChanges(workspaceId, query);
  return changes.map(({ createdAt: at, fromStatusId: fromId, toStatusId: toId, comment, ...change }) => {
    const { actorType: type, actorId: id } = change;
    const actor = type === null || id === null ? null : { type, id };
    return { kind: 'status', at, actor, fromId, toId, reason: comment };
  });
};

const otherChanges: PartOf = async (read, workspaceId, postId) => {
  const entries = await read.ledger.audit(workspaceId, {
    objectIds: [postId],
    actions: ['post.assigned', 'post.published', 'post.unpublished'],
    slice: newest(maxChanges),
  });
  const assigned = entries.filter(({ type }) => type === 'post.assigned');
  const whole = await read.ledger.eventsAt(
    workspaceId,
    assigned.map(({ sequence }) => sequence),
  );
  const payloads = new Map(whole.map(({ sequence, payload }) => [sequence, payload]));
  return entries.map((entry): HistoryEvent => {
    const shared = { at: entry.createdAt, actor: entry.actor };
    if (entry.type !== 'post.assigned')
      return { ...shared, kind: entry.type === 'post.published' ? 'published' : 'unpublished' };
    return { ...shared, kind: 'owner', ...ownersIn(payloads.get(entry.sequence) ?? null) };
  });
};

function ownersIn(payload: string | null): { fromId: string | null; toId: string | null } {
  const { changes = [] } = JSON.parse(payload ?? '{}') as Partial<Payload>;
  const change: FieldChange | undefined = changes.find(({ field }) => field === 'ownerId');
  const idOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return { fromId: idOf(change?.from), toId: idOf(change?.to) };
}

const merges: PartOf = async (read, workspaceId, postId) => {
  const sources = await read.posts.page(workspaceId, {
    mergedIntoIds: [postId],
    sort: 'recent',
    slice: newest(maxMerged),
  });
  if (sources.length === 0) return [];
  const entries = await read.ledger.audit(workspaceId, {
    objectIds: sources.map(({ id }) => id),
    actions: ['post.merged'],
    slice: newest(maxChanges),
  });
  // A post may have been merged before, too: the newest time counts, and comes first.
  const mergeOf = new Map<string, NumberedEntry>();
  for (const entry of entries) if (!mergeOf.has(entry.objectId)) mergeOf.set(entry.objectId, entry);
  return sources.flatMap(({ id, title }): HistoryEvent[] => {
    const entry = mergeOf.get(id);
    // One that came with an import has no time.
    if (entry === undefined) return [];
    return [{ kind: 'merged', at: entry.createdAt, actor: entry.actor, subject: { id, title } }];
  });
};

const shippings: PartOf = async (read, workspaceId, postId) => {
  const entries = await read.changelogs.publishedAbout(workspaceId, postId, 0);
  return entries.map(({ id, title, publishedAt: at }) => ({
    ...{ kind: 'shipped', at, actor: null, subject: { id, title } },
  }));
};

/** By the votes that the post has now. */
async function roundNumbers(read: Reader, workspaceId: string, post: Post): Promise<HistoryEvent[]> {
  const reached = milestones.filter((number) => number <= post.votesCount);
  const times = await Promise.all(
    reached.map((number) => read.votes.reachedAt(workspaceId, post.id, number)),
  );
  return reached.flatMap((count, index): HistoryEvent[] => {
    const at = times[index];
    return at === undefined ? [] : [{ kind: 'votes', at, actor: null, count }];
  });
}
