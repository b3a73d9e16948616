import { describe, expect, it } from 'vitest';
import { defaultLoopLimits, type LoopClock, LoopLoad } from './loop-load.ts';
import type { Begun } from './under-way.ts';

const { turnMs, burstMs, holdMs, few, flood, reads, writes } = defaultLoopLimits;

/** An event loop in virtual time. */
function virtualLoop() {
  let now = 1_000;
  let idleMs = 0;
  let cpuMs = 0;
  let endReading: (() => void) | undefined;
  const clock: LoopClock = {
    now: () => now,
    cpuMs: () => cpuMs,
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
      cpuMs += ms;
    },
    /** Others use the processor. */
    stall(ms: number) {
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

const load = (loop: { clock: LoopClock }, held = 0) =>
  new LoopLoad<string>(loop.clock, {
    held: () => held,
    callerOf: (request) => request,
    isRead: (request) => !request.startsWith('writer'),
    isLate: (request) => request === 'late',
  });

interface Traffic {
  caller: string;
  perSecond: number;
}

interface Outcome {
  accepted: number;
  shed: number;
  /** From arrival to answer, of accepted requests. */
  waitsMs: number[];
}

const serviceMs = 0.7;
const refusalMs = 0.03;

/** How the work for a request divides: while its socket is read, and after all sockets were. */
interface Work {
  readMs: number;
  laterMs: number;
}
const allAtOnce: Work = { readMs: serviceMs, laterMs: 0 };
const mostlyLater: Work = { readMs: 0.03, laterMs: serviceMs - 0.03 };

/** Requests that arrive at fixed rates whatever happens to the earlier ones; every turn reads all that arrived. */
function serve(
  loop: ReturnType<typeof virtualLoop>,
  admission: LoopLoad<string>,
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
    const readAt = loop.now();
    const firstAt = arrivals[next]?.at ?? 0;
    if (firstAt > readAt) loop.rest(firstAt - readAt);
    const ready = [];
    for (let one = arrivals[next]; one !== undefined && one.at <= loop.now(); one = arrivals[next]) {
      ready.push(one);
      next += 1;
    }
    const answers: (() => void)[] = [];
    for (const { caller, at } of ready) {
      const outcome = outcomes.get(caller) ?? { accepted: 0, shed: 0, waitsMs: [] };
      outcomes.set(caller, outcome);
      const isAdmitted = admission.admits(caller);
      loop.work(isAdmitted ? work.readMs : refusalMs);
      const answer = () => outcome.waitsMs.push(loop.now() - at);
      if (isAdmitted && work.laterMs === 0) answer();
      else if (isAdmitted) answers.push(answer);
      outcome[isAdmitted ? 'accepted' : 'shed'] += 1;
    }
    loop.endTurn();
    for (const answer of answers) {
      loop.work(work.laterMs);
      answer();
    }
  }
  return outcomes;
}

/** How many of these requests in one turn are admitted. */
function admittedOf(
  loop: ReturnType<typeof virtualLoop>,
  admission: LoopLoad<string>,
  requests: number,
): number {
  let admitted = 0;
  for (let count = 1; count <= requests; count += 1) {
    const isAdmitted = admission.admits('a');
    loop.work(isAdmitted ? serviceMs : refusalMs);
    if (isAdmitted) admitted += 1;
  }
  return admitted;
}

const p99 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
const capacity = Math.floor(1000 / serviceMs);

describe('the load of the event loop', () => {
  it.each([
    [1.2, 'all at once', allAtOnce],
    [2, 'all at once', allAtOnce],
    [10, 'all at once', allAtOnce],
    [1.2, 'mostly after reading', mostlyLater],
    [2, 'mostly after reading', mostlyLater],
    [10, 'mostly after reading', mostlyLater],
  ])('keeps waits short at %s times the capacity, and stays busy, with the work %s', (times, _when, work) => {
    const loop = virtualLoop();
    const traffic = [{ caller: 'a', perSecond: Math.floor(capacity * times) }];
    const outcome = serve(loop, load(loop), traffic, 5, work).get('a');
    expect(p99(outcome?.waitsMs ?? [])).toBeLessThan(300);
    expect(outcome?.shed).toBeGreaterThan(0);
    expect((outcome?.accepted ?? 0) / (2 * capacity)).toBeGreaterThan(0.5);
  });

  it('sheds nothing up to the capacity', () => {
    const loop = virtualLoop();
    const outcome = serve(loop, load(loop), [{ caller: 'a', perSecond: Math.floor(capacity * 0.95) }], 5).get(
      'a',
    );
    expect(outcome?.shed).toBe(0);
  });

  it('serves a burst whole if that takes no longer than its limit, and cuts a longer one', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    expect(admittedOf(loop, admission, burstMs / serviceMs)).toBe(Math.floor(burstMs / serviceMs));
    loop.endTurn();
    loop.rest(10);
    expect(admittedOf(loop, admission, 10_000) * serviceMs).toBeLessThan(burstMs + turnMs);
  });

  it.each([5, 20])('sheds nothing of 64 at a time if each takes %s ms after reading', (laterMs) => {
    const loop = virtualLoop();
    const admission = load(loop);
    for (let turn = 0; turn < 20; turn += 1) {
      for (let count = 0; count < 64; count += 1) {
        expect(admission.admits('a')).toBe(true);
        loop.work(mostlyLater.readMs);
      }
      loop.endTurn();
      loop.work(64 * laterMs);
    }
  });

  it('sheds nothing as soon as the overload is over', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 3);
    const outcome = serve(loop, admission, [{ caller: 'a', perSecond: capacity * 0.5 }], 3).get('a');
    // The first turn still has what arrived during the last one of the overload.
    expect((outcome?.shed ?? 0) / capacity).toBeLessThan(0.1);
    expect(serve(loop, admission, [{ caller: 'a', perSecond: capacity * 0.9 }], 3).get('a')?.shed).toBe(0);
  });

  it('sheds the caller that asks for most, and spares the others', () => {
    const loop = virtualLoop();
    const traffic = [
      { caller: 'noisy', perSecond: 10 * capacity },
      { caller: 'quiet', perSecond: 50 },
      { caller: 'modest', perSecond: 200 },
    ];
    const outcomes = serve(loop, load(loop), traffic, 5);
    const shareOf = (caller: string) => {
      const { accepted = 0, shed = 0 } = outcomes.get(caller) ?? {};
      return accepted / (accepted + shed);
    };
    expect(shareOf('quiet')).toBeGreaterThan(0.95);
    expect(shareOf('modest')).toBeGreaterThan(0.95);
    expect(shareOf('noisy')).toBeLessThan(0.1);
    const accepted = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.accepted, 0);
    expect(accepted / (5 * capacity)).toBeGreaterThan(0.5);
  });

  it('divides the time among many equal callers', () => {
    const loop = virtualLoop();
    const traffic = Array.from({ length: 100 }, (_, n) => ({ caller: `c${n}`, perSecond: capacity / 10 }));
    const outcomes = [...serve(loop, load(loop), traffic, 5).values()];
    const accepted = outcomes.map((outcome) => outcome.accepted).sort((a, b) => a - b);
    expect(p99(outcomes.flatMap(({ waitsMs }) => waitsMs))).toBeLessThan(250);
    expect((accepted[0] ?? 0) / (accepted.at(-1) ?? 1)).toBeGreaterThan(0.3);
  });

  it('admits a lone request after any pause of the process, also while overloaded', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 1);
    for (const pausedMs of [10, 1_000, 60_000]) {
      loop.stall(pausedMs);
      expect(admission.admits('a')).toBe(true);
      loop.endTurn();
    }
  });

  it('sheds nothing of a burst because the process was kept from running', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    for (let count = 0; count < 50; count += 1) {
      expect(admission.admits('a')).toBe(true);
      loop.work(serviceMs);
      loop.stall(500);
    }
  });

  it.each([
    ['while they are read', 20, 0],
    ['after reading', 0, 20],
  ])(
    'sheds nothing of a few clients, however slow their requests are, with the work done %s',
    (_when, readMs, laterMs) => {
      const loop = virtualLoop();
      const admission = load(loop);
      for (let turn = 0; turn < 10; turn += 1) {
        const underWay: Begun[] = [];
        for (let client = 0; client < few; client += 1) {
          expect(admission.admits('a')).toBe(true);
          underWay.push(admission.begin('a'));
          loop.work(readMs);
        }
        loop.endTurn();
        loop.work(laterMs * few);
        for (const begun of underWay) admission.end(begun);
      }
    },
  );

  it('sheds nothing of a few clients beside requests that are never answered, after a while', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    for (let lost = 0; lost < 2 * few; lost += 1) {
      admission.admits('a');
      admission.begin('a');
    }
    loop.endTurn();
    const admittedOfFew = () => {
      let admitted = 0;
      for (let client = 0; client < few; client += 1) {
        if (admission.admits('a')) admitted += 1;
        loop.work(20);
      }
      loop.endTurn();
      return admitted;
    };
    loop.rest(holdMs);
    admittedOfFew();
    expect(admittedOfFew()).toBeLessThan(few);
    loop.rest(10_000);
    admittedOfFew();
    expect(admittedOfFew()).toBe(few);
  });

  it('sheds requests beyond a few, whether these were answered or not', () => {
    const slowMs = 20;
    const admittedIn = (isAnswered: boolean) => {
      const loop = virtualLoop();
      const admission = load(loop);
      let admitted = 0;
      for (let client = 0; client < 2 * few; client += 1) {
        if (admission.admits('a')) {
          const begun = admission.begin('a');
          loop.work(slowMs);
          if (isAnswered) admission.end(begun);
          admitted += 1;
        }
      }
      return admitted;
    };
    expect([admittedIn(true), admittedIn(false)]).toEqual([few, few]);
  });

  it('still admits by the work that it has time for if others use most of the processor', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 1);
    loop.stall(1_000);
    let admitted = 0;
    for (let count = 0; count < 500; count += 1) {
      const isAdmitted = admission.admits('a');
      if (isAdmitted) admitted += 1;
      const ms = isAdmitted ? serviceMs : refusalMs;
      loop.work(ms);
      loop.stall(9 * ms);
    }
    expect(admitted * serviceMs).toBeGreaterThan(turnMs / 4);
  });

  it('leaves time for requests beside other work, and takes less of them', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 1);
    const admittedBeside = (otherMs: number) => {
      loop.work(otherMs);
      const admitted = admittedOf(loop, admission, 500);
      loop.endTurn();
      return admitted;
    };
    const alone = admittedBeside(0);
    const beside = admittedBeside(turnMs);
    expect(beside).toBeGreaterThan(0);
    expect(beside).toBeLessThan(alone);
  });

  it('takes half as many of a flood of requests', () => {
    const admittedAfter = (requests: number) => {
      const loop = virtualLoop();
      const admission = load(loop);
      serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 1);
      admittedOf(loop, admission, requests);
      loop.endTurn();
      return admittedOf(loop, admission, 500);
    };
    const afterMany = admittedAfter(flood + 1);
    expect(admittedAfter(flood) / afterMany).toBeGreaterThan(1.5);
    expect(afterMany * serviceMs).toBeGreaterThan(turnMs / 4);
  });

  it('limits how many requests of a caller are under way, the more so while overloaded, and no other caller', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    const underWay: Begun[] = [];
    /** Requests of one turn each, which begin but are not answered. */
    const begun = (requests: number, caller = 'a') => {
      let count = 0;
      for (let request = 0; request < requests; request += 1) {
        if (admission.admits(caller)) {
          underWay.push(admission.begin(caller));
          count += 1;
        }
        loop.work(refusalMs);
      }
      return count;
    };
    // The first one that finds no room is let in: what its caller had under way before isn't known.
    const { most } = reads.usual;
    expect(begun(2 * most)).toBe(most + 1);
    expect(begun(1, 'b')).toBe(1);
    for (const begun of underWay.splice(0)) admission.end(begun);
    expect(begun(2 * most)).toBe(reads.inOverload.most);
    expect(begun(1, 'c')).toBe(1);
  });

  it.each([
    [200, 350, 0],
    [600, 150, 0],
    [2000, 150, 0],
    [200, 150, 1000],
  ])(
    'answers writes soon under ten times the load, if the disk is done with %s per second: within %s ms (%s connections held)',
    (perSecond, maxMs, held) => {
      const loop = virtualLoop();
      const admission = load(loop, held);
      const waitsMs: number[] = [];
      const queue: { at: number; begun: Begun }[] = [];
      let done = 0;
      let sent = 0;
      for (const startedAt = loop.now(); loop.now() < startedAt + 5_000; ) {
        const passedMs = loop.now() - startedAt;
        for (; sent < (passedMs * 10 * perSecond) / 1000; sent += 1) {
          const isAdmitted = admission.admits('writer');
          loop.work(refusalMs / 10);
          if (isAdmitted) queue.push({ at: loop.now(), begun: admission.begin('writer') });
        }
        loop.endTurn();
        for (; done < (passedMs * perSecond) / 1000; done += 1) {
          const next = queue.shift();
          if (next === undefined) continue;
          admission.end(next.begun);
          // Not those from before the overload was noticed.
          if (passedMs > 1_000) waitsMs.push(loop.now() - next.at);
        }
        loop.rest(5);
      }
      expect(p99(waitsMs)).toBeLessThan(maxMs);
      expect(waitsMs.length / (4 * perSecond)).toBeGreaterThan(0.9);
    },
  );

  it('leaves room for reads while writes take all of theirs', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    const begin = (request: string) => {
      const isAdmitted = admission.admits(request);
      if (isAdmitted) admission.begin(request);
      loop.work(refusalMs);
      return isAdmitted;
    };
    for (let write = 0; write < 2 * writes.usual.most; write += 1) begin('writer');
    expect(begin('writer')).toBe(false);
    expect([begin('reader'), begin('reader')]).toEqual([true, true]);
  });

  it('sheds requests that have waited for long while newer ones were read, however few there are', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    expect([admission.admits('late'), admission.admits('a')]).toEqual([false, true]);
    loop.endTurn();
    serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 1);
    expect([admission.admits('late'), admission.admits('a')]).toEqual([false, true]);
  });

  it('forgets an overload after a while', () => {
    const loop = virtualLoop();
    const admission = load(loop);
    serve(loop, admission, [{ caller: 'a', perSecond: 10 * capacity }], 1);
    loop.rest(holdMs + 1);
    expect(admittedOf(loop, admission, burstMs / serviceMs)).toBe(Math.floor(burstMs / serviceMs));
  });
});
