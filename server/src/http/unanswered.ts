// Counts the requests that were accepted lately and have no response yet. Older ones don't count: a long download or a
// slow upload says nothing about how busy the server is.

/** Requests are counted by when they began, in steps of this length. */
const stepMs = 50;
const steps = 5;

export class Unanswered {
  readonly #counts: number[] = Array.from({ length: steps }, () => 0);
  #step = 0;

  /** Of the last quarter of a second. */
  count(now: number): number {
    this.#advance(now);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** Call the function that this returns when the request has been answered, or is gone. */
  begin(now: number): () => void {
    this.#advance(now);
    const step = this.#step;
    this.#add(step, 1);
    return () => {
      if (step > this.#step - steps) this.#add(step, -1);
    };
  }

  #add(step: number, change: number): void {
    const at = step % steps;
    this.#counts[at] = (this.#counts[at] ?? 0) + change;
  }

  #advance(now: number): void {
    const step = Math.floor(now / stepMs);
    const passed = Math.min(steps, step - this.#step);
    for (let ago = 0; ago < passed; ago += 1) this.#counts[(step - ago) % steps] = 0;
    if (passed > 0) this.#step = step;
  }
}
