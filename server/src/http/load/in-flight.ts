// Decides which requests are admitted: only so many are in flight that they are answered soon. Knows nothing of HTTP.

import { performance } from 'node:perf_hooks';

/** The event loop, as far as it is watched. All times in milliseconds. */
export interface LoopClock {
  now(): number;
  /** Total time that the loop had nothing to do. */
  idleMs(): number;
  /** Calls back when the loop has read all sockets that were ready. */
  afterReading(callback: () => void): void;
}

/** As many reads and as many writes as are expected to take this much work, within bounds. */
interface Limits {
  workMs: number;
  least: number;
  reads: number;
  writes: number;
}
/** Usually: more than the default limits let a key send in a minute, so that such a burst is served whole. */
export const calm: Limits = { workMs: 600, least: 64, reads: 208, writes: 96 };
/** After a refusal. */
export const busy: Limits = { workMs: 100, least: 16, reads: 64, writes: 64 };
/** So long after a refusal. So many more renew it; with fewer, it tries whether it can be calm. */
export const [busyMs, renewedBy] = [1_000, 256];
/** As a share of a limit: so many of callers below their equal share are admitted beyond it. */
const beyond = 0.5;
/** Older requests don't count: they wait for a slow client. */
export const oldMs = 5_000;
/** What a request is assumed to take at first, and how many the moving average is over. */
const [assumedMs, averaged] = [1, 64];
/** Turns with fewer requests tell little about what a request takes, and longer ones are pauses of the process. */
const [enough, longestMs] = [8, 1_000];

/** Counts requests, also by caller. */
class Tally {
  #count = 0;
  #beyond = 0;
  readonly #ofCallers = new Map<string, number>();

  /** Those beyond the limit have a limit of their own: the limit may have fallen far below what is in flight. */
  placeFor(caller: string, limit: number): Admitted['place'] | undefined {
    if (this.#count < limit) return 'within';
    const ofCaller = this.#ofCallers.get(caller) ?? 0;
    const isFew = ofCaller * this.#ofCallers.size < limit;
    return isFew && this.#beyond < limit * beyond ? 'beyond' : undefined;
  }

  add({ caller, place }: Pick<Admitted, 'caller' | 'place'>, change: 1 | -1): void {
    this.#count += change;
    if (place === 'beyond') this.#beyond += change;
    const ofCaller = (this.#ofCallers.get(caller) ?? 0) + change;
    if (ofCaller > 0) this.#ofCallers.set(caller, ofCaller);
    else this.#ofCallers.delete(caller);
  }
}

export interface Admitted {
  at: number;
  caller: string;
  kind: 'reads' | 'writes';
  /** In regard to the limit when it was admitted. */
  place: 'within' | 'beyond';
  among: InFlight;
}

export class InFlight {
  readonly #loop: LoopClock;
  readonly #counts = { reads: new Tally(), writes: new Tally() };
  /** Oldest first. */
  readonly #admitted = new Set<Admitted>();
  /** Answered in this turn of the event loop. They count until its end, so a turn doesn't take more than may be in flight. */
  #answered: Admitted[] = [];
  #isReading = false;
  /** Of this turn. */
  #limits = calm;
  #beganAt: number;
  #idleMs: number;
  #requests = 0;
  /** Moving average of the work for a request, refusals of others included. */
  #workMs = assumedMs;
  #busyUntil = Number.NEGATIVE_INFINITY;
  #refused = 0;

  constructor(loop: LoopClock) {
    this.#loop = loop;
    this.#beganAt = loop.now();
    this.#idleMs = loop.idleMs();
  }

  /** Call when a request arrives. Returns undefined if it is to be refused. */
  admit(caller: string, isRead: boolean): Admitted | undefined {
    const at = this.#loop.now();
    if (!this.#isReading) this.#beginTurn(at);
    const kind = isRead ? 'reads' : 'writes';
    const place = this.#counts[kind].placeFor(caller, this.#limitOf(kind));
    if (place === undefined) {
      this.#noteRefusal(at);
      return undefined;
    }
    const admitted = { at, caller, kind, place, among: this } as const;
    this.#admitted.add(admitted);
    this.#counts[kind].add(admitted, 1);
    this.#requests += 1;
    return admitted;
  }

  /** Call when the request has been answered, or is gone. */
  end(admitted: Admitted): void {
    if (!this.#admitted.delete(admitted)) return;
    this.#answered.push(admitted);
    if (!this.#isReading) this.#forgetAnswered();
  }

  #forgetAnswered(): void {
    for (const one of this.#answered.splice(0)) this.#counts[one.kind].add(one, -1);
  }

  #limitOf(kind: 'reads' | 'writes'): number {
    const { workMs, least, [kind]: most } = this.#limits;
    return Math.max(least, Math.min(most, workMs / this.#workMs));
  }

  #beginTurn(now: number): void {
    this.#learn(now);
    for (const one of this.#admitted) {
      if (one.at > now - oldMs) break;
      this.end(one);
    }
    this.#limits = now < this.#busyUntil ? busy : calm;
    this.#isReading = true;
    this.#loop.afterReading(() => {
      this.#isReading = false;
      this.#forgetAnswered();
    });
  }

  /** From the turn that ends. */
  #learn(now: number): void {
    const idleMs = this.#loop.idleMs();
    const tookMs = Math.min(longestMs, now - this.#beganAt - (idleMs - this.#idleMs));
    const requests = this.#requests;
    if (requests >= enough) this.#workMs += (tookMs - requests * this.#workMs) / Math.max(averaged, requests);
    this.#beganAt = now;
    this.#idleMs = idleMs;
    this.#requests = 0;
  }

  #noteRefusal(now: number): void {
    const isCalm = now >= this.#busyUntil;
    this.#refused = isCalm ? 0 : this.#refused + 1;
    if (!isCalm && this.#refused < renewedBy) return;
    this.#refused = 0;
    this.#busyUntil = now + busyMs;
  }
}

/** Node's own event loop. */
export const systemLoop: LoopClock = {
  now: () => performance.now(),
  idleMs: () => performance.eventLoopUtilization().idle,
  afterReading: (callback) => void setImmediate(callback),
};
