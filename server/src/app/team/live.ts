// What happens in a workspace, as it happens, for open pages of the console. It says only of which kinds of objects:
// pages read what they show with the rights of their member.

import { TransientFailure } from '../../domain/kernel/failure.ts';
import type { FeedWaits } from '../events/feed-waits.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import type { TeamDeps } from './team-deps.ts';

export interface LiveNews {
  /** Of the last entry. A page that was cut off goes on from here. */
  sequence: number;
  /** The kinds of the entries, each once; undefined if there were too many to look at. */
  kinds: string[] | undefined;
}

export interface Live {
  /**
   * News from a position on; without one, from shortly before now, so that nothing is missed that a page read while
   * it asked for them. Undefined is a sign of life. Ends with the session, the membership or the role.
   * RATE_LIMITED if the session has too many.
   */
  follow(
    signedIn: SignedIn,
    after: number | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<LiveNews | undefined>>;
}

/** For windows that can't share a stream. */
export const maxStreams = 5;
export const beatMs = 15_000;
/** Pages may have read a moment before. */
const overlapMs = 3_000;
const entriesAtOnce = 500;
const retryAfterMs = 30_000;

/** A type of an entry is `kind.event`. */
const kindOf = (type: string): string => type.slice(0, type.indexOf('.'));

export function live(
  { store, clock }: Pick<TeamDeps, 'store' | 'clock'>,
  sessions: Pick<Sessions, 'isCurrent'>,
  waits: Pick<FeedWaits, 'wait' | 'isOpen'>,
): Live {
  const { ledger } = store.read;
  const streams = new Map<string, number>();

  const count = (sessionId: string, difference: number): void => {
    const now = (streams.get(sessionId) ?? 0) + difference;
    if (now === 0) streams.delete(sessionId);
    else streams.set(sessionId, now);
  };

  const newsAfter = async (workspaceId: string, after: number): Promise<LiveNews | undefined> => {
    const entries = await ledger.typesAfter(workspaceId, after, entriesAtOnce);
    const last = entries.at(-1);
    if (last === undefined) return undefined;
    if (entries.length === entriesAtOnce)
      return { sequence: await ledger.lastSequence(workspaceId), kinds: undefined };
    return { sequence: last.sequence, kinds: [...new Set(entries.map(({ type }) => kindOf(type)))] };
  };

  async function* following(
    signedIn: SignedIn,
    start: number,
    signal: AbortSignal,
  ): AsyncGenerator<LiveNews | undefined> {
    const { workspaceId } = signedIn.membership;
    // Not earlier: a stream whose client is gone before it begins would be counted for good.
    count(signedIn.session.id, 1);
    try {
      for (let after = start; !signal.aborted; ) {
        // Each time before anything is said.
        const news = await newsAfter(workspaceId, after);
        if (!(await sessions.isCurrent(signedIn))) return;
        yield news;
        after = news?.sequence ?? after;
        await waits.wait(workspaceId, { after, types: undefined, ms: beatMs, signal });
        // The server is stopping.
        if (!waits.isOpen()) return;
      }
    } finally {
      count(signedIn.session.id, -1);
    }
  }

  return {
    async follow(signedIn, after, signal) {
      const { workspaceId } = signedIn.membership;
      if ((streams.get(signedIn.session.id) ?? 0) >= maxStreams) throw tooMany();
      const start = after ?? (await ledger.positionAt(workspaceId, clock.now() - overlapMs));
      return following(signedIn, start, signal);
    },
  };
}

const tooMany = () =>
  new TransientFailure(
    'RATE_LIMITED',
    'Too many windows of this session follow the workspace.',
    retryAfterMs,
  );
