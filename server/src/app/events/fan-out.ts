// Turns events into deliveries: reads the ledger from the webhooks' positions, and in one transaction queues the
// deliveries and moves the positions. Safe with any number of workers: only one of them can move a position.

import type { Threshold } from '../../domain/events/event.ts';
import type { ActiveWebhook } from '../../domain/events/webhook.ts';
import type { Deps } from '../kernel/change.ts';
import { pageAfter, type StoredEvent } from './feed.ts';
import { matchersOf, votingTypes } from './webhook-rules.ts';

const eventsAtOnce = 200;

/** Appends an event for each of these posts that has reached one of these thresholds for the first time. */
export type ReachThresholds = (
  workspaceId: string,
  postIds: readonly string[],
  thresholds: readonly Threshold[],
) => Promise<void>;

/** Takes a step for the webhooks that are furthest behind, and for those that should not wait for them; false if none is. */
export async function fanOut(
  deps: Pick<Deps, 'store' | 'clock'>,
  reachThresholds: ReachThresholds,
  workspaceId: string,
): Promise<boolean> {
  const { read } = deps.store;
  const active = await read.webhooks.activeOf(workspaceId);
  if (active.length === 0) return false;
  const last = await read.ledger.lastSequence(workspaceId);
  const positions = [...new Set(active.map(({ position }) => position))]
    .filter((position) => position < last)
    .sort((one, other) => one - other);
  const [furthest, following = last] = positions;
  const nearest = positions.at(-1);
  if (furthest === undefined || nearest === undefined) return false;
  const groupAt = (position: number) => active.filter((each) => each.position === position);
  const step = { deps, reachThresholds, workspaceId };
  // After a replay, say: catching up takes longer than what those have to do.
  if (last - nearest < nearest - furthest)
    await takeStep({ ...step, behind: groupAt(nearest), position: nearest, upTo: last });
  // Not past the next group, so that both continue together.
  await takeStep({ ...step, behind: groupAt(furthest), position: furthest, upTo: following });
  return true;
}

interface Step {
  deps: Pick<Deps, 'store' | 'clock'>;
  reachThresholds: ReachThresholds;
  workspaceId: string;
  /** Webhooks at the same position. */
  behind: readonly ActiveWebhook[];
  position: number;
  upTo: number;
}

async function takeStep({ deps, reachThresholds, workspaceId, behind, position, upTo }: Step): Promise<void> {
  const { store, clock } = deps;
  const asked = { types: undefined, limit: eventsAtOnce };
  const page = await pageAfter(store.read.ledger, workspaceId, position, upTo, asked);
  // What is past its retention can't be sent.
  const events = page.entries.filter((entry): entry is StoredEvent => entry.payload !== null);
  await reachThresholds(workspaceId, votedPosts(events), thresholdsOf(behind));
  const matchers = await matchersOf(
    store.read,
    workspaceId,
    behind.map(({ webhook }) => webhook),
    events,
  );
  await store.transaction(async (write) => {
    for (const [index, { webhook }] of behind.entries()) {
      if (!(await write.webhooks.advance(workspaceId, webhook.id, position, page.next))) continue;
      const due = events.filter((event) => matchers[index]?.(event));
      const queued = due.map(({ sequence, id, type }) => ({ sequence, eventId: id, type }));
      await write.deliveries.enqueue(workspaceId, webhook.id, queued, clock.now());
    }
  });
}

/** The posts that may have more votes than before: of a merged post, the target. */
function votedPosts(events: readonly StoredEvent[]): string[] {
  const ids = events.flatMap(({ type, postId, objectId, payload }) => {
    if (!votingTypes.has(type)) return [];
    // Parses as few payloads as possible: they can be long.
    if (type === 'post.updated' && !payload.includes('"field":"importedVotes"')) return [];
    const isMergeable = type === 'post.updated' || type === 'post.merged';
    const mergedIntoId: string | null = isMergeable ? JSON.parse(payload).object.mergedIntoId : null;
    return mergedIntoId ?? postId ?? objectId;
  });
  return [...new Set(ids)];
}

function thresholdsOf(active: readonly ActiveWebhook[]): Threshold[] {
  const numbers = active.flatMap(({ webhook: { when } }) =>
    when?.metric === undefined ? [] : (when.atLeast ?? []),
  );
  return [...new Set(numbers)].map((atLeast) => ({ metric: 'votesCount', atLeast }));
}
