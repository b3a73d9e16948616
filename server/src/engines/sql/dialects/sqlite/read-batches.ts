// When the reads of one turn of the event loop run: after all sockets were read, in small batches. Everything that
// follows from a batch, up to the answers, happens before the next one: if all reads ran first, hundreds of results would
// be in memory at a time, and collecting garbage would take longer than the reads.

import { nextTick } from 'node:process';
import { setImmediate } from 'node:timers';

/** Enough for the processor's caches to help; a result usually has some ten kilobytes. */
export const maxReadsPerBatch = 16;

interface Batch {
  reads: number;
  readonly begun: Promise<void>;
  begin(): void;
}

function newBatch(): Batch {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { reads: 0, begun, begin };
}

export class ReadBatches {
  /** Of this turn. */
  #batches: Batch[] = [];

  /** Resolves when the read may run. Reads that are asked for meanwhile wait for the next turn of the loop. */
  turn(): Promise<void> {
    let batch = this.#batches.at(-1);
    if (batch === undefined) setImmediate(this.#runTurn);
    if (batch === undefined || batch.reads === maxReadsPerBatch) {
      batch = newBatch();
      this.#batches.push(batch);
    }
    batch.reads += 1;
    return batch.begun;
  }

  readonly #runTurn = (): void => {
    const batches = this.#batches;
    this.#batches = [];
    let next = 0;
    const runNext = (): void => {
      const batch = batches[next];
      next += 1;
      if (batch === undefined) return;
      batch.begin();
      // The tick comes after all that the reads resolve, however many steps that takes.
      if (next < batches.length) void batch.begun.then(() => nextTick(runNext));
    };
    runNext();
  };
}
