import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LaneLimits, Lanes } from './lanes.ts';

const limits: LaneLimits = { maxRunning: 2, maxPerLane: 1, maxWaitingPerLane: 3, waitMs: 1000 };

const nextTick = () => vi.advanceTimersByTimeAsync(0);

/** Starts work that runs until `end`; `started` lists names in order of starting. */
function controlledWork(lanes: Lanes) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, Promise<unknown>>();
  return {
    started,
    start(lane: string, name: string, signal?: AbortSignal): Promise<unknown> {
      const outcome = lanes.run(
        lane,
        () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        signal,
      );
      outcome.catch(() => undefined);
      outcomes.set(name, outcome);
      return outcome;
    },
    async end(name: string): Promise<void> {
      await nextTick();
      ends.get(name)?.();
      await outcomes.get(name);
      await nextTick();
    },
  };
}

describe('lanes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('limits each lane, even when there is spare capacity', async () => {
    const { start, started, end } = controlledWork(new Lanes(limits));
    for (const name of ['a1', 'a2', 'a3']) start('a', name);
    start('b', 'b1');
    await end('b1');
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets the next begin when work leaves its lane, but not beyond the limit for all lanes', async () => {
    const lanes = new Lanes(limits);
    const { start, started, end } = controlledWork(lanes);
    const leaving = () => {
      let leave = () => {};
      let finish = () => {};
      const outcome = lanes.run('a', (leaveLane) => {
        leave = leaveLane;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      });
      return { leave: () => leave(), finish: () => finish(), outcome };
    };
    const first = leaving();
    for (const name of ['a1', 'a2']) start('a', name);
    await nextTick();
    first.leave();
    first.leave();
    await nextTick();
    expect(started).toEqual(['a1']);
    start('b', 'b1');
    await nextTick();
    expect(started).toEqual(['a1']);
    first.finish();
    await first.outcome;
    await nextTick();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('keeps the queue of a lane that was empty meanwhile, when work that had left it ends', async () => {
    const lanes = new Lanes({ ...limits, maxRunning: 3 });
    const { start, started, end } = controlledWork(lanes);
    let finish = () => {};
    const first = lanes.run('a', (leaveLane) => {
      leaveLane();
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    start('a', 'a1');
    await end('a1');
    for (const name of ['a2', 'a3']) start('a', name);
    await nextTick();
    finish();
    await first;
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  it('serves lanes round-robin, however many wait in one', async () => {
    const { start, started, end } = controlledWork(new Lanes({ ...limits, maxRunning: 1 }));
    for (const name of ['a1', 'a2', 'a3']) start('a', name);
    for (const name of ['b1', 'b2']) start('b', name);
    start('c', 'c1');
    await nextTick();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      expect(started.at(-1)).toBe(name);
      await end(name);
    }
  });

  it('starts the next work when one fails', async () => {
    const lanes = new Lanes({ ...limits, maxRunning: 1 });
    const error = new Error('on purpose');
    const failing = lanes.run('a', () => Promise.reject(error));
    const next = lanes.run('a', async () => 'next');
    await expect(failing).rejects.toBe(error);
    expect(await next).toBe('next');
  });

  it('rejects immediately when a lane is full, without affecting other lanes', async () => {
    const { start, started } = controlledWork(new Lanes(limits));
    for (const name of ['a1', 'a2', 'a3', 'a4']) start('a', name);
    await expect(start('a', 'a5')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    start('b', 'b1');
    await nextTick();
    expect(started).toEqual(['a1', 'b1']);
  });

  it('rejects work that waited too long, and never starts it', async () => {
    const { start, started, end } = controlledWork(new Lanes(limits));
    start('a', 'a1');
    const late = start('a', 'a2');
    vi.advanceTimersByTime(1000);
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    start('a', 'a3');
    await end('a1');
    await end('a3');
    expect(started).toEqual(['a1', 'a3']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects aborted work, before and while it waits', async () => {
    const { start, started, end } = controlledWork(new Lanes(limits));
    start('a', 'a1');
    const disconnect = new AbortController();
    const aborted = start('a', 'a2', disconnect.signal);
    disconnect.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(start('b', 'b1', disconnect.signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await end('a1');
    expect(started).toEqual(['a1']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
