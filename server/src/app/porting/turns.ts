// Every loop over what came from outside looks at its turn: what one file or row may contain is bounded, but what all of
// them take together is not.

import { setImmediate } from 'node:timers/promises';

/** Several loops may share a turn of the event loop, one within the other. */
const turnMs = 5;

/** Use it as in `if (turn.isOver) await turn.end();`. Other work of the process runs at its end. */
export class Turn {
  #startedAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#startedAt > turnMs;
  }

  async end(): Promise<void> {
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
