// The event feed: the events of the ledger in commit order, with the option to wait for the next ones.

import { type EventType, eventTypes } from '../../domain/events/event.ts';
import type { FeedEntry } from '../../domain/events/ledger.ts';
import { badField, conflict } from '../../domain/kernel/failure.ts';
import type { LedgerReader } from '../../ports/events/ledger-store.ts';
import type { Caller, Deps } from '../kernel/change.ts';
import type { FeedWaits } from './feed-waits.ts';

/** The sequence number of the last event seen; or the beginning or the end of the feed. */
export type FeedStart = number | 'oldest' | 'latest';

export interface FeedRequest {
  after: FeedStart;
  /** Undefined for all. */
  types: readonly EventType[] | undefined;
  limit: number;
  /** How long to wait if there are no events yet. */
  waitMs: number;
  /** Called before it waits. */
  onWait?(): void;
  /** Ends the wait when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/** An event with its payload as serialized JSON. */
export type StoredEvent = FeedEntry & { payload: string };

export interface FeedPage {
  events: StoredEvent[];
  /** All entries up to this sequence number were looked at: the next page starts after it. */
  next: number;
  hasMore: boolean;
  /** How much of the request was spent waiting. */
  waitedMs: number;
}

export interface Feed {
  /** CONFLICT if an event that would be in the page is past its retention. */
  page(caller: Caller, asked: FeedRequest): Promise<FeedPage>;
}

export const longestWaitMs = 30_000;

/** Entries to look at per page of all types. Changes that are no events take numbers too. */
const entriesPerPage = 1000;
/** Characters of payload per page. A page has at least one event. */
const maxPageCharacters = 1024 * 1024;

export function feed(deps: Pick<Deps, 'store' | 'clock'>, waits: FeedWaits): Feed {
  const { ledger } = deps.store.read;

  const readFrom = async (
    workspaceId: string,
    start: FeedStart,
    asked: FeedRequest,
  ): Promise<Omit<FeedPage, 'waitedMs'>> => {
    // Read first: everything up to here is visible to the queries that follow.
    const last = await ledger.lastSequence(workspaceId);
    let after = await positionOf(ledger, workspaceId, start, last);
    for (;;) {
      const page = await pageAfter(ledger, workspaceId, after, last, asked);
      const cut = page.entries.findLast(({ payload }) => payload === null);
      if (cut === undefined) return { ...page, events: page.entries as StoredEvent[] };
      after = await ledger.keptAfter(workspaceId, cut.sequence);
      if (start !== 'oldest') throw pastRetention(after);
    }
  };

  return {
    async page({ workspaceId }, asked) {
      const types = new Set(asked.types ?? eventTypes);
      let page = await readFrom(workspaceId, asked.after, asked);
      let waitedMs = 0;
      while (page.events.length === 0 && !page.hasMore) {
        const wait = { after: page.next, types, ms: asked.waitMs - waitedMs, signal: asked.signal };
        asked.onWait?.();
        const startedAt = deps.clock.elapsed();
        const hasNews = await waits.wait(workspaceId, wait);
        waitedMs += deps.clock.elapsed() - startedAt;
        if (!hasNews) break;
        page = await readFrom(workspaceId, page.next, asked);
      }
      return { ...page, waitedMs };
    },
  };
}

async function positionOf(
  ledger: LedgerReader,
  workspaceId: string,
  start: FeedStart,
  last: number,
): Promise<number> {
  if (start === 'latest') return last;
  if (start === 'oldest') return Math.min(last, await ledger.keptAfter(workspaceId, 0));
  if (start > last) throw badField('after', `is past the last sequence number, ${last}.`);
  if (start !== last && start !== 0 && (await ledger.idAt(workspaceId, start)) === undefined)
    throw undone(await ledger.lastBefore(workspaceId, start));
  return start;
}

/** The next events after a position, up to `last`. */
export async function pageAfter(
  ledger: LedgerReader,
  workspaceId: string,
  after: number,
  last: number,
  { types, limit }: Pick<FeedRequest, 'types' | 'limit'>,
): Promise<{ entries: FeedEntry[]; next: number; hasMore: boolean }> {
  for (let from = after; ; ) {
    const upTo = types === undefined ? Math.min(last, from + entriesPerPage) : last;
    const query = { types, after: from, upTo, take: limit + 1, maxCharacters: maxPageCharacters };
    const found = await ledger.feed(workspaceId, query);
    const entries = found.slice(0, limit);
    const characters = found.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    const isCutShort = found.length > limit || characters >= maxPageCharacters;
    if (isCutShort || upTo === last) {
      const next = isCutShort ? (entries.at(-1)?.sequence ?? upTo) : upTo;
      return { entries, next, hasMore: next < last };
    }
    // A position must be an entry, and where a backup was restored, numbers have a gap.
    const next = await ledger.lastBefore(workspaceId, upTo + 1);
    if (next > from) return { entries, next, hasMore: true };
    const [beyond] = await ledger.typesAfter(workspaceId, upTo, 1);
    from = (beyond?.sequence ?? last) - 1;
  }
}

/** No entry has this number: it was given after a backup that was restored since. */
const undone = (lastKept: number) =>
  conflict(
    `"after" is a position that no longer exists: the service was restored from a backup, and the events after ` +
      `sequence ${lastKept} were undone. Copy everything again, and send "after=${lastKept}" to continue.`,
  );

const pastRetention = (keptAfter: number) =>
  conflict(
    `"after" is too old: events up to sequence ${keptAfter} are no longer available. The oldest available event is ` +
      `${keptAfter + 1} or later; send "after=${keptAfter}" or "after=oldest" to continue there.`,
  );
