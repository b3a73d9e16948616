// A fair queue: limits concurrent work and takes lanes round-robin. Each workspace has its own lane, so a busy one
// waits behind its own requests and does not delay the others. A crowded lane refuses work that would wait too long.

import { Failure, Overloaded } from '../../../domain/kernel/failure.ts';

export interface LaneLimits {
  maxRunning: number;
  maxPerLane: number;
  maxWaitingPerLane: number;
  waitMs: number;
}

export interface Waiting {
  /** Aborts the wait. */
  signal?: AbortSignal | undefined;
  /** Part of a request that has done something already: a crowded lane takes it too. */
  isUnderway?: boolean | undefined;
}

type Lane = string | symbol;

interface CrowdLimits {
  /** So many may wait in a lane for as long as the limits allow, however slow the work. */
  count: number;
  /** Beyond that, work that would wait for longer is refused: its client would hear of it late, and others later. */
  maxExpectedMs: number;
}
/** More than what a busy application of one workspace asks for at a time. */
const usual: CrowdLimits = { count: 64, maxExpectedMs: 200 };
/** Once a lane had to refuse: the same share is refused in the end, so that those accepted may as well wait less. */
const whileOverloaded: CrowdLimits = { count: 8, maxExpectedMs: 80 };
/** How long that applies after the last refusal. */
const overloadMs = 1_000;

interface Waiter {
  begin(): void;
  giveUp(reason: Failure): void;
}

interface LaneState {
  running: number;
  waiting: Waiter[];
  duration: Duration;
  overloadedUntil: number;
}

/**
 * How long work usually takes: a moving average that one long import hardly changes. Work that gets slower for good
 * does, within a few dozen runs.
 */
class Duration {
  ms: number;

  constructor(ms = 0) {
    this.ms = ms;
  }

  note(ms: number): void {
    this.ms += (Math.min(ms, Math.max(leastClipMs, this.ms * clipFactor)) - this.ms) * weight;
  }
}
const weight = 1 / 8;
const clipFactor = 4;
const leastClipMs = 5;

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<Lane, LaneState>();
  /** Lanes with waiters, least recently served first. */
  readonly #round = new Set<Lane>();
  readonly #duration = new Duration();
  #running = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Waiters in all lanes. */
  get waiting(): number {
    return [...this.#round].reduce((sum, lane) => sum + (this.#lanes.get(lane)?.waiting.length ?? 0), 0);
  }

  /**
   * Runs the work when its lane is served. Fails with UNAVAILABLE before starting it if the lane's queue is full or too
   * slow, the wait is too long, or the signal aborts. Work that only waits for its end, such as a commit, may leave its
   * lane to the next, which then overlaps with it.
   */
  async run<T>(lane: Lane, work: (leaveLane: () => void) => Promise<T>, waiting: Waiting = {}): Promise<T> {
    const state = await this.#enter(lane, waiting);
    const startedAt = performance.now();
    let isInLane = true;
    const leaveLane = () => {
      if (!isInLane) return;
      isInLane = false;
      state.running -= 1;
      state.duration.note(performance.now() - startedAt);
      this.#beginWaiting();
    };
    try {
      return await work(leaveLane);
    } finally {
      this.#running -= 1;
      this.#duration.note(performance.now() - startedAt);
      leaveLane();
      this.#beginWaiting();
      this.#cleanUp(lane, state);
    }
  }

  async #enter(lane: Lane, { signal, isUnderway = false }: Waiting): Promise<LaneState> {
    if (signal?.aborted) throw clientDisconnected();
    const state = this.#lanes.get(lane) ?? {
      running: 0,
      waiting: [],
      duration: new Duration(this.#duration.ms),
      overloadedUntil: Number.NEGATIVE_INFINITY,
    };
    this.#lanes.set(lane, state);
    if (state.waiting.length === 0 && this.#canRun(state)) {
      this.#start(state);
      return state;
    }
    if (state.waiting.length >= this.#limits.maxWaitingPerLane) throw tooBusy();
    if (!isUnderway && this.#isCrowded(state)) throw tooBusy();
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = (reason: Failure) => {
        const place = state.waiting.indexOf(waiter);
        if (place >= 0) state.waiting.splice(place, 1);
        waiter.giveUp(reason);
        this.#cleanUp(lane, state);
      };
      const onDisconnect = () => leaveQueue(clientDisconnected());
      const timer = setTimeout(() => leaveQueue(tooBusy()), this.#limits.waitMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onDisconnect);
      };
      const waiter: Waiter = {
        begin() {
          stopWaiting();
          resolve();
        },
        giveUp(reason) {
          stopWaiting();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', onDisconnect, { once: true });
      state.waiting.push(waiter);
      this.#round.add(lane);
    });
    return state;
  }

  /**
   * Whether one more would wait too long. By how long work usually takes, not by how long the running one has taken:
   * a single long import is waited for.
   */
  #isCrowded(state: LaneState): boolean {
    const { maxRunning, maxPerLane } = this.#limits;
    const { waiting, duration, overloadedUntil } = state;
    const now = performance.now();
    const { count, maxExpectedMs } = now < overloadedUntil ? whileOverloaded : usual;
    if (waiting.length < count) return false;
    const alone = duration.ms / maxPerLane;
    const amongOthers = (this.#duration.ms * this.#lanes.size) / maxRunning;
    const isCrowded = (waiting.length + 1) * Math.max(alone, amongOthers) > maxExpectedMs;
    if (isCrowded) state.overloadedUntil = now + overloadMs;
    return isCrowded;
  }

  #canRun({ running }: LaneState): boolean {
    return this.#running < this.#limits.maxRunning && running < this.#limits.maxPerLane;
  }

  #start(state: LaneState): void {
    state.running += 1;
    this.#running += 1;
  }

  #beginWaiting(): void {
    // A lane that begins its next work moves to the end of the round.
    for (const next of this.#round) {
      if (this.#running >= this.#limits.maxRunning) break;
      this.#beginNext(next);
    }
  }

  #beginNext(lane: Lane): void {
    const state = this.#lanes.get(lane);
    if (state === undefined || !this.#canRun(state)) return;
    const waiter = state.waiting.shift();
    this.#round.delete(lane);
    if (state.waiting.length > 0) this.#round.add(lane);
    if (waiter === undefined) return;
    this.#start(state);
    waiter.begin();
  }

  #cleanUp(lane: Lane, state: LaneState): void {
    // After leaving its lane, work may end when the lane has a new state.
    if (state.waiting.length > 0 || this.#lanes.get(lane) !== state) return;
    this.#round.delete(lane);
    if (state.running === 0) this.#lanes.delete(lane);
  }
}

const tooBusy = (): Failure =>
  new Overloaded('Too many requests of this kind are waiting. Try again shortly.');

/** Never sent to a client; only stops the running work. */
export const clientDisconnected = (): Failure =>
  new Failure('UNAVAILABLE', 'The client closed the connection before the request was done.');
