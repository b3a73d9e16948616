// A fair queue: limits concurrent work and takes lanes round-robin. Each workspace has its own lane, so a busy one
// waits behind its own requests and does not delay the others.

import { Failure } from '../../../domain/failure.ts';

export interface TurnLimits {
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

export class Turns {
  readonly #limits: TurnLimits;
  readonly #lanes = new Map<Lane, LaneState>();
  /** Lanes with waiters, least recently served first. */
  readonly #round = new Set<Lane>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Waiters in all lanes. */
  get waiting(): number {
    return [...this.#round].reduce((sum, lane) => sum + (this.#lanes.get(lane)?.waiting.length ?? 0), 0);
  }

  /**
   * Runs the work when its turn comes. Fails with UNAVAILABLE before starting it if the lane's queue is full, the
   * wait is too long, or the signal aborts.
   */
  async run<T>(lane: Lane, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(lane, signal);
    try {
      return await work();
    } finally {
      this.#release(lane);
    }
  }

  async #turn(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw clientDisconnected();
    const state = this.#lanes.get(lane) ?? { running: 0, waiting: [] };
    this.#lanes.set(lane, state);
    if (state.waiting.length === 0 && this.#canRun(state)) return this.#start(state);
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
  }

  #canRun({ running }: LaneState): boolean {
    return this.#running < this.#limits.maxRunning && running < this.#limits.maxPerLane;
  }

  #start(state: LaneState): void {
    state.running += 1;
    this.#running += 1;
  }

  #release(lane: Lane): void {
    const state = this.#lanes.get(lane);
    if (state !== undefined) state.running -= 1;
    this.#running -= 1;
    // A lane that begins its next work moves to the end of the round.
    for (const next of this.#round) {
      if (this.#running >= this.#limits.maxRunning) break;
      this.#beginNext(next);
    }
    if (state !== undefined) this.#cleanUp(lane, state);
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

  #cleanUp(lane: Lane, { running, waiting }: LaneState): void {
    if (waiting.length > 0) return;
    this.#round.delete(lane);
    if (running === 0) this.#lanes.delete(lane);
  }
}

const tooBusy = (): Failure =>
  new Failure('UNAVAILABLE', 'Too many requests of this kind are waiting. Try again shortly.');

/** Never sent to a client; only stops the running work. */
export const clientDisconnected = (): Failure =>
  new Failure('UNAVAILABLE', 'The client closed the connection before the request was done.');
