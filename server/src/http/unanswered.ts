// Counts the requests that were accepted lately and have no response yet. Older ones don't count: a long download, a slow
// upload or a wait for events says nothing about how busy the server is. Nor does Node.js tell of every response that it
// gives up: those behind another one on a connection that breaks just disappear.

export class Unanswered {
  /** Requests are counted by when they began, in steps of this length. */
  readonly #stepMs: number;
  readonly #counts: number[];
  #step = 0;

  /** Counts those of the last `steps`, the current one included. */
  constructor({ stepMs, steps }: { stepMs: number; steps: number }) {
    this.#stepMs = stepMs;
    this.#counts = Array.from({ length: steps }, () => 0);
  }

  count(now: number): number {
    this.#advance(now);
    let sum = 0;
    for (const count of this.#counts) sum += count;
    return sum;
  }

  begin(now: number): void {
    this.#advance(now);
    this.#add(this.#step, 1);
  }

  /** Call when the request has been answered, or is gone. */
  end(begunAt: number): void {
    const step = this.#stepAt(begunAt);
    if (step > this.#step - this.#counts.length) this.#add(step, -1);
  }

  #stepAt(time: number): number {
    return Math.floor(time / this.#stepMs);
  }

  #add(step: number, change: number): void {
    const at = step % this.#counts.length;
    this.#counts[at] = (this.#counts[at] ?? 0) + change;
  }

  #advance(now: number): void {
    const step = this.#stepAt(now);
    const steps = this.#counts.length;
    const passed = Math.min(steps, step - this.#step);
    for (let ago = 0; ago < passed; ago += 1) this.#counts[(step - ago) % steps] = 0;
    if (passed > 0) this.#step = step;
  }
}
