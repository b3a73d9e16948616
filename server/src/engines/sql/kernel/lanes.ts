// A fair queue: limits concurrent work and takes lanes round-robin. Each workspace has its own lane, so a busy one
// waits behind its own requests and does not delay the others.

import { Failure, Overloaded } from '../../../domain/kernel/failure.ts';

export interface LaneLimits {
  maxRunning: number;
  maxPerLane: number;
  maxWaitingPerLane: number;
  waitMs: number;
}

type Lane = string | symbol;

interface Waiter {
  begin(): void;
  giveUp(reason: Failure): void;
}

interface LaneState {
  running: number;
  waiting: Waiter[];
}

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<Lane, LaneState>();
  /** Lanes with waiters, least recently served first. */
  readonly #round = new Set<Lane>();
  #running = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Waiters in all lanes. */
  get waiting(): number {
    return [...this.#round].reduce((sum, lane) => sum + (this.#lanes.get(lane)?.waiting.length ?? 0), 0);
  }

  /**
   * Runs the work when its lane is served. Fails with UNAVAILABLE before starting it if the lane's queue is full, the
   * wait is too long, or the signal aborts. Work that only waits for its end, such as a commit, may leave its lane to
   * the next, which then overlaps with it.
   */
  async run<T>(lane: Lane, work: (leaveLane: () => void) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const state = await this.#enter(lane, signal);
    let isInLane = true;
    const leaveLane = () => {
      if (!isInLane) return;
      isInLane = false;
      state.running -= 1;
      this.#beginWaiting();
    };
    try {
      return await work(leaveLane);
    } finally {
      this.#running -= 1;
      leaveLane();
      this.#beginWaiting();
      this.#cleanUp(lane, state);
    }
  }

  async #enter(lane: Lane, signal: AbortSignal | undefined): Promise<LaneState> {
    if (signal?.aborted) throw clientDisconnected();
    const state = this.#lanes.get(lane) ?? { running: 0, waiting: [] };
    this.#lanes.set(lane, state);
    if (state.waiting.length === 0 && this.#canRun(state)) {
      this.#start(state);
      return state;
    }
    if (state.waiting.length >= this.#limits.maxWaitingPerLane) throw tooBusy();
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
