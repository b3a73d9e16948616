// Requests of one kind that are under way, and whether there is room for one more. A request that takes several turns of
// the event loop takes longer the more of them there are, so how many there may be can depend on how fast they are
// answered: on the machine, on what they ask for, and on what else the server does.

import { Unanswered } from './unanswered.ts';

export interface Room {
  /** As many as are answered in this time may be under way. */
  withinMs: number;
  /** At least this many, however slow. */
  least: number;
  /** At most this many, however fast. */
  most: number;
  /** Older requests take no room, or slow uploads would shut others out. */
  lastMs: number;
}

/** A request that began. */
export interface Begun {
  at: number;
  /** Those that it counts among. */
  alike: UnderWay;
  ofCaller: Unanswered | undefined;
}

/** With fewer under way, the server may just have nothing else to do. */
const many = 8;
const recentMs = 250;
/** Answers that come together: one commit answers many. */
const togetherMs = 1;
/** How much busy time counts. */
const memoryMs = 500;
/** A longer time without an answer is a pause of the process. */
const maxGapMs = 250;
/** What is assumed before anything is known: the writes of a slow machine. */
const assumedPerMs = 0.64;
/** And again once it is too long ago. */
const knownForMs = 10_000;
/** How long a request counts as one that its caller has under way. */
const callerMs = 500;
/** Callers that have nothing under way may exceed the room, until there are so many. */
const mostOfAllCallers = 512;

export class UnderWay {
  readonly #unanswered: Unanswered;
  /** Only of callers that were named. */
  readonly #ofCallers = new Map<string, Unanswered>();
  /** While many were under way: how many were answered, in how much time. */
  #answered = 0;
  #busyMs = 0;
  #knownAt = Number.NEGATIVE_INFINITY;
  /** Many have been under way, and none has been answered, since then. */
  #busySince: number | undefined;

  /** Forgets requests that are older than this. */
  constructor(keptMs: number) {
    this.#unanswered = new Unanswered(keptMs);
  }

  count(now: number): number {
    return this.#unanswered.count(now);
  }

  begin(now: number, caller?: string): Begun {
    this.#unanswered.begin(now);
    if (!this.#areMany(now)) this.#busySince = undefined;
    else this.#busySince ??= now;
    if (caller === undefined) return { at: now, alike: this, ofCaller: undefined };
    const ofCaller = this.#ofCallers.get(caller) ?? new Unanswered(callerMs);
    this.#ofCallers.set(caller, ofCaller);
    ofCaller.begin(now);
    return { at: now, alike: this, ofCaller };
  }

  /** Call when the request has been answered, or is gone. */
  end({ at, ofCaller }: Begun, now: number): void {
    const wereMany = this.#areMany(now);
    this.#unanswered.end(at);
    ofCaller?.end(at);
    if (this.#busySince === undefined) return;
    const gapMs = now - this.#busySince;
    if (wereMany || gapMs <= togetherMs) this.#noteAnswer(Math.min(maxGapMs, gapMs), now);
    else this.#busySince = undefined;
  }

  hasRoom({ withinMs, least, most, lastMs }: Room, now: number): boolean {
    const count = this.#unanswered.countOfLast(lastMs, now);
    if (count < least) return true;
    return count < most && count < this.#perMs(now) * withinMs;
  }

  /** A caller that has nothing under way isn't the one that takes the room. */
  hasRoomForOther(caller: string, { lastMs }: Room, now: number): boolean {
    if ((this.#ofCallers.get(caller)?.count(now) ?? 0) > 0) return false;
    return this.#unanswered.countOfLast(lastMs, now) < mostOfAllCallers;
  }

  /** Call now and then. */
  forgetCallers(now: number): void {
    for (const [caller, underWay] of this.#ofCallers)
      if (underWay.count(now) === 0) this.#ofCallers.delete(caller);
  }

  #noteAnswer(tookMs: number, now: number): void {
    if (now - this.#knownAt > knownForMs) {
      this.#busyMs = 0;
      this.#answered = 0;
    }
    this.#knownAt = now;
    this.#busySince = now;
    this.#busyMs += tookMs;
    this.#answered += 1;
    if (this.#busyMs <= memoryMs) return;
    this.#busyMs /= 2;
    this.#answered /= 2;
  }

  /** How many are answered per millisecond. What is assumed counts less and less. */
  #perMs(now: number): number {
    if (now - this.#knownAt > knownForMs) return assumedPerMs;
    const assumedMs = Math.max(0, recentMs - this.#busyMs);
    return (this.#answered + assumedMs * assumedPerMs) / (this.#busyMs + assumedMs);
  }

  #areMany(now: number): boolean {
    return this.#unanswered.countOfLast(recentMs, now) >= many;
  }
}
