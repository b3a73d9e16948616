// Lets readers of the event feed wait for news. A commit of this process wakes its readers immediately. For commits of other
// processes, one query per second asks for the revisions of all workspaces that have readers. Either way the new
// entries of a workspace are read once for all its readers, and only those that asked for their types wake up.

import type { EventType } from '../../domain/events/event.ts';
import { TransientFailure } from '../../domain/kernel/failure.ts';
import type { Reader } from '../../ports/store.ts';

export interface FeedWait {
  /** The last sequence number that the reader has seen. */
  after: number;
  /** Undefined for all entries, also those that are no events. */
  types: ReadonlySet<EventType> | undefined;
  ms: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal | undefined;
}

export interface FeedWaits {
  /**
   * Resolves to true when there may be events for this reader, and to false after `ms`, when the client disconnects or
   * at shutdown. RATE_LIMITED if too many readers of the workspace wait, UNAVAILABLE if too many wait in all.
   */
  wait(workspaceId: string, wait: FeedWait): Promise<boolean>;
  /** A transaction of this process changed the workspace. */
  committed(workspaceId: string): void;
  /** Ends all waits; later ones end immediately. */
  close(): void;
  isOpen(): boolean;
}

export interface WaitLimits {
  perWorkspace: number;
  total: number;
}

export const defaultWaitLimits: WaitLimits = { perWorkspace: 100, total: 1000 };

const pollEveryMs = 1000;
/** Entries that one query reads; if there are more, all readers of the workspace wake up. */
const entriesAtOnce = 500;
const retryAfterMs = 5000;

interface Waiter {
  after: number;
  types: ReadonlySet<string> | undefined;
  end(outcome: Outcome): void;
}

type Outcome = { hasNews: boolean } | { error: unknown };

/** The end of a workspace's ledger, while it has readers. */
interface Tail {
  /** Entries up to here were compared with all waiters. */
  seen: number;
  revision: number | undefined;
  waiters: Set<Waiter>;
  isReading: boolean;
  isStale: boolean;
}

type FeedReads = {
  ledger: Pick<Reader['ledger'], 'typesAfter'>;
  workspaces: Pick<Reader['workspaces'], 'revisionsOf'>;
};

export function feedWaits(read: FeedReads, limits: WaitLimits = defaultWaitLimits): FeedWaits {
  const tails = new Map<string, Tail>();
  let waiting = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;

  const endAll = (tail: Tail, outcome: Outcome): void => {
    for (const waiter of [...tail.waiters]) waiter.end(outcome);
  };

  /** Reads the new entries and wakes whom they concern. */
  const advance = async (workspaceId: string, tail: Tail): Promise<void> => {
    tail.isStale = true;
    if (tail.isReading) return;
    tail.isReading = true;
    try {
      while (tail.isStale && tail.waiters.size > 0) {
        tail.isStale = false;
        const entries = await read.ledger.typesAfter(workspaceId, tail.seen, entriesAtOnce);
        tail.seen = entries.at(-1)?.sequence ?? tail.seen;
        const isFull = entries.length === entriesAtOnce;
        tail.isStale ||= isFull;
        for (const waiter of [...tail.waiters])
          if (isFull || entries.some((entry) => concerns(entry, waiter))) waiter.end({ hasNews: true });
      }
    } catch (error) {
      // Every reader gets the failure and retries, as with any other request.
      endAll(tail, { error });
    } finally {
      tail.isReading = false;
    }
  };

  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    try {
      const revisions = await read.workspaces.revisionsOf([...tails.keys()]);
      for (const [workspaceId, tail] of tails) {
        const revision = revisions.get(workspaceId);
        if (revision === tail.revision) continue;
        tail.revision = revision;
        void advance(workspaceId, tail);
      }
    } catch (error) {
      for (const tail of [...tails.values()]) endAll(tail, { error });
    } finally {
      isPolling = false;
    }
  };

  const tailOf = (workspaceId: string, seen: number): Tail => {
    const known = tails.get(workspaceId);
    if (known !== undefined) return known;
    const tail = { seen, revision: undefined, waiters: new Set<Waiter>(), isReading: false, isStale: false };
    tails.set(workspaceId, tail);
    return tail;
  };

  const added = (workspaceId: string, tail: Tail, { after, types, ms, signal }: FeedWait) =>
    new Promise<boolean>((resolve, reject) => {
      const end = (outcome: Outcome): void => {
        if (!tail.waiters.delete(waiter)) return;
        waiting -= 1;
        clearTimeout(limit);
        signal?.removeEventListener('abort', giveUp);
        if (tail.waiters.size === 0) tails.delete(workspaceId);
        if (tails.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.hasNews);
      };
      const giveUp = (): void => end({ hasNews: false });
      const limit = setTimeout(giveUp, ms);
      const waiter: Waiter = { after, types, end };
      tail.waiters.add(waiter);
      waiting += 1;
      signal?.addEventListener('abort', giveUp, { once: true });
      timer ??= setInterval(() => void poll(), pollEveryMs).unref();
    });

  return {
    async wait(workspaceId, wait) {
      if (isClosed || wait.ms <= 0 || wait.signal?.aborted === true) return false;
      const known = tails.get(workspaceId);
      if (known !== undefined && known.seen > wait.after) return true;
      if (known !== undefined && known.waiters.size >= limits.perWorkspace) throw tooManyOfWorkspace();
      if (waiting >= limits.total) throw tooMany();
      const tail = tailOf(workspaceId, wait.after);
      const ended = added(workspaceId, tail, wait);
      // Something may have been committed after the reader looked and before it waited.
      if (known === undefined) void advance(workspaceId, tail);
      return ended;
    },
    committed(workspaceId) {
      const tail = tails.get(workspaceId);
      if (tail !== undefined) void advance(workspaceId, tail);
    },
    isOpen: () => !isClosed,
    close() {
      isClosed = true;
      for (const tail of [...tails.values()]) endAll(tail, { hasNews: false });
    },
  };
}

const concerns = (
  { sequence, type }: { sequence: number; type: string },
  { after, types }: Pick<Waiter, 'after' | 'types'>,
): boolean => sequence > after && (types === undefined || types.has(type));

const tooManyOfWorkspace = () =>
  new TransientFailure(
    'RATE_LIMITED',
    'Too many requests of this workspace are waiting for events. Please try again later.',
    retryAfterMs,
  );

const tooMany = () =>
  new TransientFailure(
    'UNAVAILABLE',
    'Too many requests are waiting for events. Please try again later.',
    retryAfterMs,
  );
