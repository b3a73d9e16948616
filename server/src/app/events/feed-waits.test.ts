import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventType } from '../../domain/events/event.ts';
import { type FeedWait, feedWaits, type WaitLimits } from './feed-waits.ts';

/** A ledger in memory, and how often it was asked. */
function newLedger() {
  const types = new Map<string, string[]>();
  const asked = { entries: 0, revisions: [] as string[][] };
  let fault: Error | undefined;
  return {
    asked,
    /** Commits without telling anyone, as another process does. */
    commit: (workspaceId: string, type: string) =>
      types.set(workspaceId, [...(types.get(workspaceId) ?? []), type]),
    fail: (error: Error) => {
      fault = error;
    },
    read: {
      ledger: {
        async typesAfter(workspaceId: string, after: number, take: number) {
          asked.entries += 1;
          if (fault !== undefined) throw fault;
          const entries = (types.get(workspaceId) ?? []).map((type, index) => ({
            sequence: index + 1,
            type,
          }));
          return entries.slice(after, after + take);
        },
      },
      workspaces: {
        async revisionsOf(ids: readonly string[]) {
          asked.revisions.push([...ids]);
          if (fault !== undefined) throw fault;
          return new Map(ids.map((id) => [id, types.get(id)?.length ?? 0]));
        },
      },
    },
  };
}

const posts = new Set<EventType>(['post.created']);

describe('waiting for events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(limits?: WaitLimits) {
    const ledger = newLedger();
    const waits = feedWaits(ledger.read, limits);
    const wait = (wait: Partial<FeedWait> = {}, workspaceId = 'ws_a') =>
      waits.wait(workspaceId, { after: 0, types: posts, ms: 30_000, signal: undefined, ...wait });
    const commit = (type: string, workspaceId = 'ws_a') => {
      ledger.commit(workspaceId, type);
      waits.committed(workspaceId);
    };
    return { ledger, waits, wait, commit };
  }
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** How a wait has ended so far. */
  const outcomeOf = (waiting: Promise<boolean>) => {
    const outcome: { value?: boolean; error?: unknown } = {};
    waiting.then(
      (value) => Object.assign(outcome, { value }),
      (error: unknown) => Object.assign(outcome, { error }),
    );
    return outcome;
  };

  it('ends immediately with a commit of this process', async () => {
    const { wait, commit, ledger } = start();
    const outcome = outcomeOf(wait());
    await later(0);
    commit('post.created');
    await later(0);
    expect(outcome).toEqual({ value: true });
    expect(ledger.asked.revisions).toEqual([]);
  });

  it('ends within a second of a commit elsewhere, with one query per second for all waits', async () => {
    const { wait, ledger } = start();
    const outcomes = [
      ...Array.from({ length: 10 }, () => outcomeOf(wait())),
      ...Array.from({ length: 10 }, () => outcomeOf(wait({}, 'ws_b'))),
    ];
    await later(3000);
    expect(outcomes.every((outcome) => outcome.value === undefined)).toBe(true);
    expect(ledger.asked.revisions).toEqual(Array.from({ length: 3 }, () => ['ws_a', 'ws_b']));
    // Once when the first reader of a workspace began to wait, and once with the first poll.
    expect(ledger.asked.entries).toBe(4);
    ledger.commit('ws_a', 'post.created');
    await later(1000);
    expect(outcomes.map(({ value }) => value)).toEqual([
      ...Array(10).fill(true),
      ...Array(10).fill(undefined),
    ]);
    expect(ledger.asked.entries).toBe(5);
    await later(30_000);
    expect(outcomes.slice(10)).toEqual(Array(10).fill({ value: false }));
    const { length } = ledger.asked.revisions;
    await later(10_000);
    expect(ledger.asked.revisions).toHaveLength(length);
  });

  it('goes on after changes of other types, read once for all', async () => {
    const { wait, commit, ledger } = start();
    const outcomes = Array.from({ length: 50 }, () => outcomeOf(wait()));
    await later(0);
    commit('vote.created');
    commit('tag.created');
    await later(0);
    expect(outcomes.every(({ value }) => value === undefined)).toBe(true);
    expect(ledger.asked.entries).toBeLessThanOrEqual(3);
    commit('post.created');
    await later(0);
    expect(outcomes).toEqual(Array(50).fill({ value: true }));
  });

  it('misses nothing that was committed after the reader looked', async () => {
    const { wait, ledger, commit } = start();
    ledger.commit('ws_a', 'post.created');
    expect(await wait()).toBe(true);
    const other = outcomeOf(wait({ after: 1 }));
    await later(0);
    commit('vote.created');
    await later(0);
    // It looked before the vote; whether that concerns it, it sees when it looks again.
    expect(await wait({ after: 1, types: new Set(['vote.created']) })).toBe(true);
    expect(other).toEqual({});
  });

  it('wakes all readers if more was committed than one query reads', async () => {
    const { wait, ledger, waits } = start();
    const outcome = outcomeOf(wait());
    await later(0);
    for (let count = 0; count < 500; count += 1) ledger.commit('ws_a', 'vote.created');
    waits.committed('ws_a');
    await later(0);
    expect(outcome).toEqual({ value: true });
  });

  it('ends when the client disconnects, at shutdown, and does not begin afterwards', async () => {
    const { wait, waits } = start();
    const client = new AbortController();
    const [left, stopped] = [outcomeOf(wait({ signal: client.signal })), outcomeOf(wait())];
    await later(0);
    client.abort();
    await later(0);
    expect([left, stopped]).toEqual([{ value: false }, {}]);
    waits.close();
    await later(0);
    expect(stopped).toEqual({ value: false });
    expect(await wait({ signal: client.signal })).toBe(false);
    expect(await wait()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refuses more waits than a workspace or the process may have, and takes them again later', async () => {
    const { wait } = start({ perWorkspace: 2, total: 3 });
    const client = new AbortController();
    const first = [outcomeOf(wait({ signal: client.signal })), outcomeOf(wait())];
    await expect(wait()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 });
    const third = outcomeOf(wait({}, 'ws_b'));
    await expect(wait({}, 'ws_b')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
    client.abort();
    const fourth = outcomeOf(wait({}, 'ws_b'));
    await later(30_000);
    expect([...first, third, fourth]).toEqual(Array(4).fill({ value: false }));
  });

  it('fails if the ledger cannot be read', async () => {
    const { wait, ledger } = start();
    const outcome = outcomeOf(wait());
    await later(0);
    const error = new Error('away');
    ledger.fail(error);
    await later(1000);
    expect(outcome).toEqual({ error });
  });
});
