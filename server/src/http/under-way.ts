// Requests of one kind that are under way, and whether there is room for one more. A request that takes several turns of
// the event loop takes longer the more of them there are, so how many there may be depends on how fast they are answered:
// on the machine, on what they ask for, and on what else the server does.

import { Unanswered } from './unanswered.ts';

export interface Room {
  /** As many as are answered in this time may be under way. */
  withinMs: number;
  /** At least so many, however slow. */
  least: number;
  /** At most so many, however fast. */
  most: number;
  /** Older requests take no room, or slow uploads would shut others out. */
  lastMs: number;
}

/** With fewer under way, the server may just have nothing else to do. */
const many = 8;
const recentMs = 250;
/** How much of the past counts. */
const memoryMs = 500;
/** What is assumed before anything is known: the writes of a slow machine. */
const assumed = { answered: 64, busyMs: 100 };
/** A longer time without an answer is a pause of the process. */
const maxGapMs = 250;

export class UnderWay {
  readonly #unanswered: Unanswered;
  /** While many were under way: how many were answered, in which time. */
  #answered = assumed.answered;
  #busyMs = assumed.busyMs;
  /** Many have been under way, and none has been answered, since then. Undefined if there are few. */
  #busySince: number | undefined;

  /** Forgets requests that are older than this. */
  constructor(keptMs: number) {
    this.#unanswered = new Unanswered(keptMs);
  }

  count(now: number): number {
    return this.#unanswered.count(now);
  }

  begin(now: number): void {
    this.#unanswered.begin(now);
    if (this.#busySince === undefined && this.#areMany(now)) this.#busySince = now;
  }

  /** Call when the request has been answered, or is gone. */
  end(begunAt: number, now: number): void {
    this.#unanswered.end(begunAt);
    if (this.#busySince === undefined) return;
    this.#busyMs += Math.min(maxGapMs, now - this.#busySince);
    this.#answered += 1;
    if (this.#busyMs > memoryMs) {
      this.#busyMs /= 2;
      this.#answered /= 2;
    }
    this.#busySince = this.#areMany(now) ? now : undefined;
  }

  hasRoom({ withinMs, least, most, lastMs }: Room, now: number): boolean {
    const count = this.#unanswered.countOfLast(lastMs, now);
    if (count < least) return true;
    if (count >= most) return false;
    return count < (this.#answered / this.#busyMs) * withinMs;
  }

  #areMany(now: number): boolean {
    return this.#unanswered.countOfLast(recentMs, now) >= many;
  }
}
