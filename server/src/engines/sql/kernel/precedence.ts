// Where there is one writer, a dry run must not keep transactions waiting. One that takes longer than a turn of the event
// loop is ended as soon as a transaction waits, and runs again afterward.

import { TransientFailure } from '../../../domain/kernel/failure.ts';

/** A dry run made room for a transaction. */
export class GaveWay extends TransientFailure {
  constructor() {
    super('UNAVAILABLE', 'Other writes came first. Try again shortly, or with fewer operations.', 1_000);
  }
}

export class Precedence {
  #transactionsWaiting = 0;
  /** Set while a dry run takes longer than a turn. */
  #endDryRun: (() => void) | undefined;

  /** Returns what to call when the transaction begins or gives up; more calls do nothing. */
  transactionWaits(): () => void {
    let isWaiting = true;
    this.#transactionsWaiting += 1;
    this.#endDryRun?.();
    return () => {
      if (isWaiting) this.#transactionsWaiting -= 1;
      isWaiting = false;
    };
  }

  /** Returns what to call when it has ended. */
  dryRunBegins(end: (reason: GaveWay) => void): () => void {
    const turn = setImmediate(() => {
      this.#endDryRun = () => end(new GaveWay());
      if (this.#transactionsWaiting > 0) this.#endDryRun();
    });
    return () => {
      clearImmediate(turn);
      this.#endDryRun = undefined;
    };
  }
}
