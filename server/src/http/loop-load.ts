// Decides which requests the event loop has time for. Under load, requests wait in socket buffers for about one turn
// of the event loop, so short turns mean short waits. Most
// of the work for a request is done after all sockets were read, so what it takes is known only from earlier requests.
// Only counts time and requests; knows nothing of HTTP.

import { performance } from 'node:perf_hooks';
import { type Begun, type Room, UnderWay } from './under-way.ts';

/** The event loop, as far as it is watched. All times in milliseconds. */
export interface LoopClock {
  now(): number;
  /** Processor time that the process has used. */
  cpuMs(): number;
  /** Total time that the loop had nothing to do. */
  idleMs(): number;
  /** Calls back when the loop has read all sockets that were ready. */
  afterReading(callback: () => void): void;
}

export interface LoopLimits {
  /** Work of one turn while overloaded. A request waits for one turn, and for those before it in the next. */
  turnMs: number;
  /** The same while refusing takes longer than that: as much time goes to requests as to refusals, up to this. */
  maxTurnMs: number;
  /** Work of one turn otherwise: a burst that takes no longer is served whole. */
  burstMs: number;
  /** Several turns longer than this, without a pause, are an overload. Shorter ones are just a busy server. */
  longTurnMs: number;
  /** How long the shorter turns apply after the last sign of an overload. */
  holdMs: number;
  /** The most that one request counts before its processor time is looked at. */
  maxStepMs: number;
  /** So many requests of a turn are admitted whatever they take, unless more come or are under way: that is ordinary use. */
  few: number;
  /** So many requests of a turn are admitted whatever is expected of them; only what they have taken counts. */
  crowd: number;
  /**
   * More requests than any busy application sends. If more come in one turn, the next one admits fewer; if more
   * connections are held, fewer may be under way.
   */
  flood: number;
  /** How many reads may be under way, and how many writes. */
  reads: Rooms;
  writes: Rooms;
}

interface Rooms {
  usual: Room;
  inOverload: Room;
  /** The same while so many connections are held that it can't be ordinary use. */
  inFlood: Room;
}

interface Kind {
  underWay: UnderWay;
  rooms: Rooms;
}

/** What is asked about a request. */
export interface RequestTraits<Request> {
  /** Whom its time is charged to. */
  callerOf(request: Request): string;
  /** Writes wait for the disk, or for each other, so they are answered at another pace than reads. */
  isRead(request: Request): boolean;
  /** Whether it has waited for long while newer ones were read. Others are answered instead, which happens sooner. */
  isLate(request: Request): boolean;
  /** Connections whose last request was refused, and whose next one isn't read yet. */
  held(): number;
}

const atAnyPace = (count: number) => ({ withinMs: 0, least: count, most: count });
/** No fewer: 64 clients that write all the time are ordinary use, and an overload that sheds them would never end. */
const inOverload: Room = { ...atAnyPace(64), lastMs: 500 };
const inFlood: Room = { withinMs: 100, least: 16, most: 64, lastMs: 500 };

export const defaultLoopLimits: LoopLimits = {
  turnMs: 40,
  maxTurnMs: 80,
  burstMs: 150,
  longTurnMs: 100,
  holdMs: 1_000,
  maxStepMs: 25,
  few: 16,
  crowd: 64,
  flood: 128,
  reads: {
    usual: { ...atAnyPace(256), lastMs: 250 },
    inOverload,
    inFlood,
  },
  writes: {
    usual: { withinMs: 120, least: 64, most: 256, lastMs: 250 },
    inOverload,
    inFlood,
  },
};

/** Requests that take longer don't count: they wait for something to happen. */
const underWayMs = 10_000;
/** A shorter wait for input isn't a pause: clients need a moment to send the next request. */
const pauseMs = 1;
/** One long turn may be a pause of the process, or other work. */
const severalTurns = 3;
/** What remains of a turn for requests, however much else the loop does. */
const leastTurnShare = 0.25;
/**
 * What remains of the limits of a turn in a flood. The same share is refused in the end, so those that are accepted may
 * as well wait less; and the fewer are in memory at a time, the less the garbage collector has to copy.
 */
const floodShare = 0.5;
/** What a turn has in addition for callers that come late in it and have used less than others. */
const lateTurnShare = 0.5;
/**
 * Work counts as at most this many times its processor time: enough for the disk, while a process that others keep
 * from running doesn't seem to work.
 */
const maxTimesCpu = 2;
/** Turns with fewer requests tell little about what a request takes. */
const enoughRequests = 8;
/** Unless overloaded, asking for processor time costs too much for fewer requests, except now and then. */
const manyRequests = 32;
const nowAndThen = 16;
/** Decay factor of the moving average. */
const memory = 0.9;
/** How fast the share of a caller adapts to what the others leave. */
const shareGrowth = 1.25;

export class LoopLoad<Request> {
  readonly #clock: LoopClock;
  readonly #traits: RequestTraits<Request>;
  readonly #limits: LoopLimits;

  readonly #reads: Kind;
  readonly #writes: Kind;
  #isReading = false;
  #turnBeganAt: number;
  #idleMs: number;
  /** How many turns in a row were too long. */
  #longTurns = 0;
  #overloadedUntil = Number.NEGATIVE_INFINITY;

  /** Of this turn: what its requests may take, and what they took. */
  #limitMs = 0;
  #crowd = 0;
  #admittedMs = 0;
  #refusedMs = 0;
  #admitted = 0;
  #refused = 0;
  /** Whether the last turn had more than a few requests. */
  #isCrowded = false;
  /** Of recent turns: the work done after reading, and the requests it was done for. */
  #laterMs = 0;
  #laterRequests = 0;
  /** The same for one request. */
  #expectedMs = 0;
  #unsampledTurns = 0;
  /** What a caller may take of a turn if all take the same, and what it may take of what others leave. */
  #equalMs = Number.POSITIVE_INFINITY;
  #shareMs = Number.POSITIVE_INFINITY;
  #isShareTooSmall = false;
  /** What callers took in this turn, and in earlier ones beyond their part. */
  readonly #usedMs = new Map<string, number>();

  /** The last request: the time until the next one is its work. */
  #isStepAdmitted = false;
  #stepCaller: string | undefined;
  #stepBeganAt: number;
  /** Set only while it counts: asking for it takes a microsecond. */
  #stepCpuMs: number | undefined;

  constructor(clock: LoopClock, traits: RequestTraits<Request>, limits = defaultLoopLimits) {
    this.#clock = clock;
    this.#traits = traits;
    this.#limits = limits;
    this.#reads = { underWay: new UnderWay(underWayMs), rooms: limits.reads };
    this.#writes = { underWay: new UnderWay(underWayMs), rooms: limits.writes };
    this.#turnBeganAt = clock.now();
    this.#stepBeganAt = this.#turnBeganAt;
    this.#idleMs = clock.idleMs();
  }

  /** Call when a request arrives. */
  admits(request: Request): boolean {
    const now = this.#clock.now();
    if (!this.#isReading) this.#beginTurn(now);
    else if (this.#isStepAdmitted) this.#endStep(now);
    const isLate = this.#traits.isLate(request);
    const isAdmitted = !isLate && (this.#hasTimeFor(request, now) || this.#areFew(now));
    if (!isAdmitted) {
      this.#refused += 1;
      this.#overloadedUntil = now + this.#limits.holdMs;
    } else if (!this.#isStepAdmitted) this.#endRefusals(now);
    this.#isStepAdmitted = isAdmitted;
    return isAdmitted;
  }

  /** Call when an admitted request begins, and `end` with what this returns when it has been answered or is gone. */
  begin(request: Request): Begun {
    return this.#kindOf(request).underWay.begin(this.#clock.now(), this.#stepCaller);
  }

  end(begun: Begun): void {
    begun.alike.end(begun, this.#clock.now());
  }

  #kindOf(request: Request): Kind {
    return this.#traits.isRead(request) ? this.#reads : this.#writes;
  }

  #areFew(now: number): boolean {
    const { few } = this.#limits;
    if (this.#isCrowded || this.#admitted >= few) return false;
    return this.#reads.underWay.count(now) + this.#writes.underWay.count(now) < few;
  }

  #hasTimeFor(request: Request, now: number): boolean {
    this.#stepCaller = undefined;
    const isOverloaded = now < this.#overloadedUntil;
    const { turnMs } = this.#limits;
    const { underWay, rooms } = this.#kindOf(request);
    const room = this.#roomIn(rooms, isOverloaded);
    const hasRoom = underWay.hasRoom(room, now);
    // Callers and processor time are looked at only once it matters.
    if (hasRoom && this.#admittedMs < turnMs && !isOverloaded) return true;
    this.#stepCpuMs ??= this.#clock.cpuMs();
    const caller = this.#traits.callerOf(request);
    this.#stepCaller = caller;
    const usedMs = this.#usedMs.get(caller) ?? 0;
    this.#usedMs.set(caller, usedMs);
    if (!hasRoom && !underWay.hasRoomForOther(caller, room, now)) return false;
    if (usedMs < this.#equalMs && this.#admittedMs < this.#limitMs + turnMs * lateTurnShare) return true;
    if (this.#admittedMs >= this.#limitMs) return false;
    if (usedMs < this.#shareMs) return true;
    this.#isShareTooSmall = true;
    return false;
  }

  #roomIn({ usual, inOverload, inFlood }: Rooms, isOverloaded: boolean): Room {
    if (!isOverloaded) return usual;
    return this.#traits.held() > this.#limits.flood ? inFlood : inOverload;
  }

  #beginTurn(now: number): void {
    const { few, crowd, flood } = this.#limits;
    const requests = this.#admitted + this.#refused;
    this.#isCrowded = requests > few;
    const share = requests > flood ? floodShare : 1;
    const turnMs = this.#limits.turnMs * share;
    const maxTurnMs = this.#limits.maxTurnMs * share;
    const idleMs = this.#clock.idleMs();
    const pausedMs = idleMs - this.#idleMs;
    this.#noteTurn(now - this.#turnBeganAt - pausedMs, pausedMs, now);
    const isOverloaded = now < this.#overloadedUntil;
    // What the loop did besides the work for requests delays them too.
    const isMeasured = this.#stepCpuMs !== undefined;
    const otherMs = this.#unexpectedWork(this.#lap(now, pausedMs), isMeasured);
    const wantedMs = Math.min(maxTurnMs, Math.max(turnMs, this.#refusedMs));
    this.#reads.underWay.forgetCallers(now);
    this.#writes.underWay.forgetCallers(now);
    if (isOverloaded) this.#divide(Math.max(turnMs * leastTurnShare, wantedMs - otherMs));
    else this.#allowBurst();
    if (!isOverloaded) this.#stepCpuMs = undefined;
    this.#crowd = crowd * share;
    this.#admittedMs = 0;
    this.#refusedMs = 0;
    this.#admitted = 0;
    this.#refused = 0;
    this.#isShareTooSmall = false;
    this.#turnBeganAt = now;
    this.#idleMs = idleMs;
    this.#isReading = true;
    this.#isStepAdmitted = false;
    this.#clock.afterReading(this.#endReading);
  }

  /** Learns from the work done after reading, if it is measured; returns what of it was more than expected. */
  #unexpectedWork(laterMs: number, isMeasured: boolean): number {
    const unexpectedMs = Math.max(0, laterMs - this.#admitted * this.#expectedMs);
    if (isMeasured && this.#admitted >= enoughRequests) {
      this.#laterMs = this.#laterMs * memory + laterMs;
      this.#laterRequests = this.#laterRequests * memory + this.#admitted;
      this.#expectedMs = this.#laterMs / this.#laterRequests;
    }
    return unexpectedMs;
  }

  #noteTurn(tookMs: number, pausedMs: number, now: number): void {
    const { longTurnMs, holdMs } = this.#limits;
    if (pausedMs >= pauseMs || tookMs <= longTurnMs) {
      this.#longTurns = 0;
      return;
    }
    this.#longTurns += 1;
    if (this.#longTurns >= severalTurns) this.#overloadedUntil = now + holdMs;
  }

  #allowBurst(): void {
    this.#limitMs = this.#limits.burstMs;
    this.#shareMs = Number.POSITIVE_INFINITY;
    this.#equalMs = Number.POSITIVE_INFINITY;
    this.#usedMs.clear();
  }

  /** Gives each caller its part of the turn that begins. What a caller took beyond it counts against this turn. */
  #divide(limitMs: number): void {
    const callers = Math.max(1, this.#usedMs.size);
    this.#shareMs = this.#nextShare(callers);
    this.#limitMs = limitMs;
    this.#equalMs = limitMs / callers;
    for (const [caller, usedMs] of this.#usedMs) {
      const leftMs = usedMs - Math.max(this.#equalMs, this.#shareMs);
      if (leftMs > 0) this.#usedMs.set(caller, leftMs);
      else this.#usedMs.delete(caller);
    }
  }

  /**
   * Callers that need little get all of it, and the others share the rest: their share shrinks while turns are full,
   * down to equal parts, and grows while it is what keeps them from being full.
   */
  #nextShare(callers: number): number {
    const { maxTurnMs } = this.#limits;
    const share = Math.min(this.#shareMs, maxTurnMs);
    if (this.#admittedMs >= this.#limitMs) return Math.max(this.#limitMs / callers, share / shareGrowth);
    return this.#isShareTooSmall ? Math.min(maxTurnMs, share * shareGrowth) : share;
  }

  /** Refusals that follow each other are measured together: asking for processor time takes as long as a part of one. */
  #endRefusals(now: number): void {
    this.#refusedMs += this.#lap(now);
  }

  #endStep(now: number): void {
    const ms = this.#lap(now);
    this.#admitted += 1;
    const crowd = this.#crowd;
    if (this.#admitted === crowd) this.#admittedMs += crowd * this.#expectedMs;
    const expectedMs = this.#admitted > crowd ? this.#expectedMs : 0;
    this.#admittedMs += ms + expectedMs;
    const caller = this.#stepCaller;
    if (caller !== undefined) this.#usedMs.set(caller, (this.#usedMs.get(caller) ?? 0) + ms + expectedMs);
  }

  /** So that what a request takes is known from ordinary use when an overload begins. */
  #isSampled(): boolean {
    if (this.#admitted < enoughRequests) return false;
    this.#unsampledTurns = (this.#unsampledTurns + 1) % nowAndThen;
    return this.#unsampledTurns === 0;
  }

  /** The work since the last call. */
  #lap(now: number, pausedMs = 0): number {
    const elapsedMs = Math.max(0, now - this.#stepBeganAt - pausedMs);
    this.#stepBeganAt = now;
    if (this.#stepCpuMs === undefined) return Math.min(elapsedMs, this.#limits.maxStepMs);
    const cpuMs = this.#clock.cpuMs();
    const usedMs = cpuMs - this.#stepCpuMs;
    this.#stepCpuMs = cpuMs;
    return Math.min(elapsedMs, usedMs * maxTimesCpu);
  }

  readonly #endReading = (): void => {
    if (this.#isStepAdmitted) this.#endStep(this.#clock.now());
    else this.#endRefusals(this.#clock.now());
    if (this.#admitted >= manyRequests || this.#isSampled()) this.#stepCpuMs ??= this.#clock.cpuMs();
    this.#isReading = false;
  };
}

/** Node's own event loop. */
export const systemLoop: LoopClock = {
  now: () => performance.now(),
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  idleMs: () => performance.eventLoopUtilization().idle,
  afterReading: (callback) => void setImmediate(callback),
};
