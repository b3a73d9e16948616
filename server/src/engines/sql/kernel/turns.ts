// Whose turn it is: a limited number of places, shared fairly between lanes. Each workspace has a lane of its own, so
// that whoever asks for much waits behind their own requests, and everybody else's turn comes round as before.

import { Failure } from '../../../domain/failure.ts';

export interface TurnLimits {
  /** How many may be at work at once. */
  places: number;
  /** How many of one lane. */
  placesOfLane: number;
  /** How many of one lane may wait. */
  waitingOfLane: number;
  waitMs: number;
}

type Lane = string | symbol;

interface Waiter {
  begin(): void;
  giveUp(reason: Failure): void;
}

interface LaneState {
  working: number;
  waiting: Waiter[];
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #lanes = new Map<Lane, LaneState>();
  /** Lanes in which somebody waits, the one whose turn was longest ago first. */
  readonly #round = new Set<Lane>();
  #working = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** How many wait, in all lanes. */
  get waiting(): number {
    return [...this.#round].reduce((sum, lane) => sum + (this.#lanes.get(lane)?.waiting.length ?? 0), 0);
  }

  /**
   * Runs the work when its turn has come. Fails with UNAVAILABLE, without having begun, when too many wait already,
   * when the wait is too long, and when nobody waits for the outcome any more.
   */
  async run<T>(lane: Lane, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(lane, signal);
    try {
      return await work();
    } finally {
      this.#leave(lane);
    }
  }

  async #turn(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw clientLeft();
    const state = this.#lanes.get(lane) ?? { working: 0, waiting: [] };
    this.#lanes.set(lane, state);
    if (state.waiting.length === 0 && this.#hasPlaceFor(state)) return this.#enter(state);
    if (state.waiting.length >= this.#limits.waitingOfLane) throw tooBusy();
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = (reason: Failure) => {
        const place = state.waiting.indexOf(waiter);
        if (place >= 0) state.waiting.splice(place, 1);
        waiter.giveUp(reason);
        this.#tidy(lane, state);
      };
      const leaveForClient = () => leaveQueue(clientLeft());
      const timer = setTimeout(() => leaveQueue(tooBusy()), this.#limits.waitMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leaveForClient);
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
      signal?.addEventListener('abort', leaveForClient, { once: true });
      state.waiting.push(waiter);
      this.#round.add(lane);
    });
  }

  #hasPlaceFor({ working }: LaneState): boolean {
    return this.#working < this.#limits.places && working < this.#limits.placesOfLane;
  }

  #enter(state: LaneState): void {
    state.working += 1;
    this.#working += 1;
  }

  #leave(lane: Lane): void {
    const state = this.#lanes.get(lane);
    if (state !== undefined) state.working -= 1;
    this.#working -= 1;
    for (const next of [...this.#round]) {
      if (this.#working >= this.#limits.places) break;
      this.#beginNext(next);
    }
    if (state !== undefined) this.#tidy(lane, state);
  }

  #beginNext(lane: Lane): void {
    const state = this.#lanes.get(lane);
    if (state === undefined || !this.#hasPlaceFor(state)) return;
    const waiter = state.waiting.shift();
    this.#round.delete(lane);
    if (state.waiting.length > 0) this.#round.add(lane);
    if (waiter === undefined) return;
    this.#enter(state);
    waiter.begin();
  }

  #tidy(lane: Lane, { working, waiting }: LaneState): void {
    if (waiting.length > 0) return;
    this.#round.delete(lane);
    if (working === 0) this.#lanes.delete(lane);
  }
}

const tooBusy = (): Failure =>
  new Failure('UNAVAILABLE', 'Too many requests of this kind are waiting. Try again shortly.');

/** Nobody reads it; what was under way ends with it. */
export const clientLeft = (): Failure =>
  new Failure('UNAVAILABLE', 'The client closed the connection before the request was done.');
