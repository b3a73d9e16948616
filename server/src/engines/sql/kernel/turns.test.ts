import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TurnLimits, Turns } from './turns.ts';

const limits: TurnLimits = { places: 2, placesOfLane: 1, waitingOfLane: 3, waitMs: 1000 };

/** What can happen without time passing has happened. */
const nextTick = () => vi.advanceTimersByTimeAsync(0);

/** Work that is told when to end; `began` lists the names of what has begun, in order. */
function workshop(turns: Turns) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, Promise<unknown>>();
  return {
    began,
    ask(lane: string, name: string, signal?: AbortSignal): Promise<unknown> {
      const outcome = turns.run(
        lane,
        () => {
          began.push(name);
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

describe('turns', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets each lane have its share only, however many places are free', async () => {
    const { ask, began, end } = workshop(new Turns(limits));
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    ask('b', 'b1');
    await end('b1');
    expect(began).toEqual(['a1', 'b1']);
    await end('a1');
    expect(began).toEqual(['a1', 'b1', 'a2']);
  });

  it('goes round: a lane with many waiting comes no sooner again than the others', async () => {
    const { ask, began, end } = workshop(new Turns({ ...limits, places: 1 }));
    for (const name of ['a1', 'a2', 'a3']) ask('a', name);
    for (const name of ['b1', 'b2']) ask('b', name);
    ask('c', 'c1');
    await nextTick();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      expect(began.at(-1)).toBe(name);
      await end(name);
    }
  });

  it('gives the place on when the work fails', async () => {
    const turns = new Turns({ ...limits, places: 1 });
    const fault = new Error('on purpose');
    const failing = turns.run('a', () => Promise.reject(fault));
    const next = turns.run('a', async () => 'next');
    await expect(failing).rejects.toBe(fault);
    expect(await next).toBe('next');
  });

  it('refuses more waiting than a lane may have, at once, and no other lane for it', async () => {
    const { ask, began } = workshop(new Turns(limits));
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
    await expect(ask('a', 'a5')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    ask('b', 'b1');
    await nextTick();
    expect(began).toEqual(['a1', 'b1']);
  });

  it('refuses who has waited too long, and never begins that work', async () => {
    const { ask, began, end } = workshop(new Turns(limits));
    ask('a', 'a1');
    const late = ask('a', 'a2');
    vi.advanceTimersByTime(1000);
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    ask('a', 'a3');
    await end('a1');
    await end('a3');
    expect(began).toEqual(['a1', 'a3']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops who does not wait any longer, before and while waiting', async () => {
    const { ask, began, end } = workshop(new Turns(limits));
    ask('a', 'a1');
    const leaving = new AbortController();
    const left = ask('a', 'a2', leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(ask('b', 'b1', leaving.signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await end('a1');
    expect(began).toEqual(['a1']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
