import { describe, expect, it } from 'vitest';
import {
  type Admitted,
  busy,
  busyMs,
  calm,
  InFlight,
  type LoopClock,
  oldMs,
  renewedBy,
} from './in-flight.ts';

/** An event loop in virtual time. */
function virtualLoop() {
  let now = 1_000;
  let idleMs = 0;
  let endReading: (() => void) | undefined;
  const clock: LoopClock = {
    now: () => now,
    idleMs: () => idleMs,
    afterReading: (callback) => {
      endReading = callback;
    },
  };
  return {
    clock,
    now: () => now,
    work(ms: number) {
      now += ms;
    },
    rest(ms: number) {
      now += ms;
      idleMs += ms;
    },
    endTurn() {
      endReading?.();
      endReading = undefined;
    },
  };
}

type Loop = ReturnType<typeof virtualLoop>;

const isRead = (caller: string): boolean => !caller.startsWith('writer');

/** As many of these requests as are admitted. They begin, but are not answered. */
function begun(inFlight: InFlight, requests: number, caller = 'a'): Admitted[] {
  return Array.from({ length: requests }, () => inFlight.admit(caller, isRead(caller))).filter(
    (admitted) => admitted !== undefined,
  );
}

interface Traffic {
  caller: string;
  perSecond: number;
}

interface Outcome {
  accepted: number;
  refused: number;
  /** From arrival to answer, of accepted requests. */
  waitsMs: number[];
}

const serviceMs = 0.7;
const refusalMs = 0.03;
const capacity = Math.floor(1000 / serviceMs);

/** How the work for a request divides: while its socket is read, and after all sockets were. */
interface Work {
  readMs: number;
  laterMs: number;
}
const allAtOnce: Work = { readMs: serviceMs, laterMs: 0 };
const mostlyLater: Work = { readMs: 0.03, laterMs: serviceMs - 0.03 };

/** Requests that arrive at fixed rates whatever happens to the earlier ones; every turn reads all that arrived. */
function serve(
  loop: Loop,
  inFlight: InFlight,
  traffic: readonly Traffic[],
  seconds: number,
  work = allAtOnce,
): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  const startedAt = loop.now();
  const arrivals = traffic
    .flatMap(({ caller, perSecond }) =>
      Array.from({ length: perSecond * seconds }, (_, n) => ({
        caller,
        at: startedAt + (n * 1000) / perSecond,
      })),
    )
    .sort((a, b) => a.at - b.at);
  for (let next = 0; next < arrivals.length; ) {
    loop.rest(Math.max(0, (arrivals[next]?.at ?? 0) - loop.now()));
    const ready = [];
    for (let one = arrivals[next]; one !== undefined && one.at <= loop.now(); one = arrivals[next]) {
      ready.push(one);
      next += 1;
    }
    const answers: (() => void)[] = [];
    for (const { caller, at } of ready) {
      const outcome = outcomes.get(caller) ?? { accepted: 0, refused: 0, waitsMs: [] };
      outcomes.set(caller, outcome);
      const admitted = inFlight.admit(caller, isRead(caller));
      loop.work(admitted ? work.readMs : refusalMs);
      outcome[admitted ? 'accepted' : 'refused'] += 1;
      if (admitted === undefined) continue;
      const answer = () => {
        outcome.waitsMs.push(loop.now() - at);
        inFlight.end(admitted);
      };
      if (work.laterMs === 0) answer();
      else answers.push(answer);
    }
    loop.endTurn();
    for (const answer of answers) {
      loop.work(work.laterMs);
      answer();
    }
  }
  return outcomes;
}

const p99 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

/** After a second of ten times the load. */
function overloaded(loop = virtualLoop()): { loop: Loop; inFlight: InFlight } {
  const inFlight = new InFlight(loop.clock);
  const traffic = ['a', 'writer'].map((caller) => ({ caller, perSecond: 5 * capacity }));
  serve(loop, inFlight, traffic, 1);
  return { loop, inFlight };
}

describe('requests in flight', () => {
  it.each([
    [1.2, 'all concurrently', allAtOnce],
    [2, 'all concurrently', allAtOnce],
    [10, 'all concurrently', allAtOnce],
    [1.2, 'mostly after reading', mostlyLater],
    [2, 'mostly after reading', mostlyLater],
    [10, 'mostly after reading', mostlyLater],
  ])('wait shortly at %s times the capacity, and keep it busy, with the work %s', (times, _when, work) => {
    const loop = virtualLoop();
    const traffic = [{ caller: 'a', perSecond: Math.floor(capacity * times) }];
    const outcome = serve(loop, new InFlight(loop.clock), traffic, 5, work).get('a');
    expect(p99(outcome?.waitsMs ?? [])).toBeLessThan(300);
    expect(outcome?.refused).toBeGreaterThan(0);
    expect((outcome?.accepted ?? 0) / (2 * capacity)).toBeGreaterThan(0.5);
  });

  it('are never refused up to the capacity', () => {
    const loop = virtualLoop();
    const traffic = [{ caller: 'a', perSecond: Math.floor(capacity * 0.95) }];
    expect(serve(loop, new InFlight(loop.clock), traffic, 5).get('a')?.refused).toBe(0);
  });

  it.each([
    ['200 reads', 'reader', 200, 2.5],
    ['60 writes', 'writer', 60, 20],
  ])('may be all that a key may send in a minute: %s in one burst', (_burst, caller, requests, ms) => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    for (let minute = 0; minute < 3; minute += 1) {
      const admitted = begun(inFlight, requests, caller);
      expect(admitted).toHaveLength(requests);
      loop.endTurn();
      for (const one of admitted) {
        loop.work(ms);
        inFlight.end(one);
      }
    }
  });

  it('may be those of 64 clients that never pause, however slow', () => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    for (let turn = 0; turn < 20; turn += 1) {
      const admitted = [...begun(inFlight, 64, 'reader'), ...begun(inFlight, 64, 'writer')];
      expect(admitted).toHaveLength(128);
      loop.endTurn();
      for (const one of admitted) {
        loop.work(20);
        inFlight.end(one);
      }
    }
  });

  it('are refused no more soon after an overload', () => {
    const { loop, inFlight } = overloaded();
    const outcome = serve(loop, inFlight, [{ caller: 'a', perSecond: capacity * 0.5 }], 3).get('a');
    // The first turn still has what arrived during the last one of the overload.
    expect((outcome?.refused ?? 0) / capacity).toBeLessThan(0.1);
    expect(serve(loop, inFlight, [{ caller: 'a', perSecond: capacity * 0.9 }], 3).get('a')?.refused).toBe(0);
  });

  it('may be as many as before a second after an overload', () => {
    const { loop, inFlight } = overloaded();
    expect(begun(inFlight, calm.reads).length).toBeLessThanOrEqual(busy.reads);
    loop.endTurn();
    loop.rest(busyMs + oldMs);
    expect(begun(inFlight, calm.reads)).toHaveLength(calm.reads);
  });

  it('may be as many as before if only a few are refused, though some always are', () => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    const admittedOf = (requests: number) => {
      const admitted = begun(inFlight, requests);
      loop.endTurn();
      for (const one of admitted) inFlight.end(one);
      return admitted.length;
    };
    const requests = busy.reads + Math.floor(renewedBy / 10);
    admittedOf(calm.reads + 1);
    for (let n = 1; n < 10; n += 1) {
      loop.rest(busyMs / 10);
      expect(admittedOf(requests)).toBe(busy.reads);
    }
    loop.rest(busyMs / 10);
    expect(admittedOf(requests)).toBe(requests);
  });

  it('are refused to the caller that asks for most, and not to others', () => {
    const loop = virtualLoop();
    const traffic = [
      { caller: 'noisy', perSecond: 10 * capacity },
      { caller: 'quiet', perSecond: 50 },
      { caller: 'modest', perSecond: 200 },
    ];
    const outcomes = serve(loop, new InFlight(loop.clock), traffic, 5);
    const shareOf = (caller: string) => {
      const { accepted = 0, refused = 0 } = outcomes.get(caller) ?? {};
      return accepted / (accepted + refused);
    };
    expect(shareOf('quiet')).toBeGreaterThan(0.95);
    expect(shareOf('modest')).toBeGreaterThan(0.95);
    expect(shareOf('noisy')).toBeLessThan(0.1);
    const accepted = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.accepted, 0);
    expect(accepted / (5 * capacity)).toBeGreaterThan(0.5);
  });

  it('of another caller are admitted as soon as the limit falls below what is in flight', () => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    expect(begun(inFlight, calm.reads + 1, 'noisy')).toHaveLength(calm.reads);
    loop.endTurn();
    expect(begun(inFlight, busy.reads, 'noisy')).toEqual([]);
    expect(begun(inFlight, busy.reads, 'quiet')).toHaveLength(busy.reads / 2);
  });

  it('are shared by many equal callers', () => {
    const loop = virtualLoop();
    const traffic = Array.from({ length: 100 }, (_, n) => ({ caller: `c${n}`, perSecond: 150 + (n % 7) }));
    const outcomes = [...serve(loop, new InFlight(loop.clock), traffic, 5).values()];
    const accepted = outcomes.map((outcome) => outcome.accepted).sort((a, b) => a - b);
    expect(p99(outcomes.flatMap(({ waitsMs }) => waitsMs))).toBeLessThan(300);
    expect((accepted[0] ?? 0) / (accepted.at(-1) ?? 1)).toBeGreaterThan(0.3);
  });

  it('are bounded for invented callers, too', () => {
    const inFlight = new InFlight(virtualLoop().clock);
    const admitted = Array.from({ length: 1000 }, (_, n) => begun(inFlight, 1, `caller ${n}`)).flat();
    expect(admitted).toHaveLength(calm.reads * 1.5);
  });

  it('are fewer for a caller while the server is busy, and do not keep out another', () => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    const admitted = begun(inFlight, 2 * calm.reads);
    expect(admitted).toHaveLength(calm.reads);
    expect(begun(inFlight, 1, 'b')).toHaveLength(1);
    loop.endTurn();
    for (const one of admitted) inFlight.end(one);
    expect(begun(inFlight, 2 * calm.reads)).toHaveLength(busy.reads - 1);
    expect(begun(inFlight, 1, 'c')).toHaveLength(1);
  });

  it('leave room for reads while writes take all of theirs', () => {
    const inFlight = new InFlight(virtualLoop().clock);
    expect(begun(inFlight, 2 * calm.writes, 'writer')).toHaveLength(calm.writes);
    expect(begun(inFlight, 2)).toHaveLength(2);
  });

  it('count until the end of the turn that read them, so that a turn does not take more', () => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    const admitted = begun(inFlight, calm.reads);
    for (const one of admitted) inFlight.end(one);
    expect(begun(inFlight, 1)).toHaveLength(0);
    loop.endTurn();
    expect(begun(inFlight, 1)).toHaveLength(1);
  });

  it('are a few even if they are very slow, or the process was paused', () => {
    const { loop, inFlight } = overloaded();
    for (const ms of [10, 1_000, 60_000]) {
      const admitted = begun(inFlight, busy.least);
      expect(admitted).toHaveLength(busy.least);
      loop.endTurn();
      loop.rest(ms);
      for (const one of admitted) inFlight.end(one);
    }
  });

  it('count no more if they are answered late, or never', () => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    const lost = begun(inFlight, calm.reads);
    loop.endTurn();
    loop.rest(oldMs - 1);
    expect(begun(inFlight, 1)).toHaveLength(0);
    loop.endTurn();
    loop.rest(busyMs);
    for (const when of ['before they end', 'after they have ended']) {
      const admitted = begun(inFlight, calm.reads);
      expect([when, admitted.length]).toEqual([when, calm.reads]);
      for (const one of [...lost, ...admitted]) inFlight.end(one);
      loop.endTurn();
    }
  });

  it.each([
    [10, busy.least],
    [2.5, 40],
    [0.5, busy.reads],
  ])('are as many in an overload as are done soon: if each takes %s ms, %s', (ms, most) => {
    const { loop, inFlight } = overloaded();
    for (let turn = 0; turn < 30; turn += 1) {
      for (const one of begun(inFlight, 2 * busy.reads)) {
        loop.work(ms);
        inFlight.end(one);
      }
      loop.endTurn();
      loop.rest(5);
    }
    expect(begun(inFlight, 2 * busy.reads).length / most).toBeGreaterThan(0.9);
  });

  it.each([
    [200, 350],
    [600, 150],
    [2000, 150],
  ])('wait shortly under ten times the writes that a disk takes: %s per second', (perSecond, maxMs) => {
    const loop = virtualLoop();
    const inFlight = new InFlight(loop.clock);
    const waitsMs: number[] = [];
    const queue: Admitted[] = [];
    let [done, sent] = [0, 0];
    for (const startedAt = loop.now(); loop.now() < startedAt + 5_000; ) {
      const passedMs = loop.now() - startedAt;
      for (; sent < (passedMs * 10 * perSecond) / 1000; sent += 1) {
        queue.push(...begun(inFlight, 1, 'writer'));
        loop.work(refusalMs / 10);
      }
      loop.endTurn();
      for (; done < (passedMs * perSecond) / 1000; done += 1) {
        const next = queue.shift();
        if (next === undefined) continue;
        inFlight.end(next);
        // Not those from before the overload was noticed.
        if (passedMs > 1_000) waitsMs.push(loop.now() - next.at);
      }
      loop.rest(5);
    }
    expect(p99(waitsMs)).toBeLessThan(maxMs);
    expect(waitsMs.length / (4 * perSecond)).toBeGreaterThan(0.9);
  });
});
