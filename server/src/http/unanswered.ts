// Counts the requests that were accepted lately and have no response yet. Older ones don't count: a long download, a slow
// upload or a wait for events says nothing about how busy the server is. Nor does Node.js tell of every response that it
// gives up: those behind another one on a connection that breaks just disappear.

/** Requests are counted by when they began, in steps of this length. */
const stepMs = 50;

export class Unanswered {
  readonly #counts: number[];
  #step = 0;
  #total = 0;

  /** Forgets those that are older than this. */
  constructor(keptMs: number) {
    this.#counts = Array.from({ length: Math.ceil(keptMs / stepMs) }, () => 0);
  }

  count(now: number): number {
    this.#advance(now);
    return this.#total;
  }

  /** Of those that are not older than this, rounded up to steps. */
  countOfLast(ms: number, now: number): number {
    this.#advance(now);
    const steps = this.#counts.length;
    let sum = 0;
    for (let ago = 0; ago * stepMs < ms && ago < steps; ago += 1)
      sum += this.#counts[(this.#step - ago + steps) % steps] ?? 0;
    return sum;
  }

  begin(now: number): void {
    this.#advance(now);
    this.#add(this.#step, 1);
  }

  /** Call when the request has been answered, or is gone. */
  end(begunAt: number): void {
    const step = stepAt(begunAt);
    if (step > this.#step - this.#counts.length) this.#add(step, -1);
  }

  #add(step: number, change: number): void {
    const at = step % this.#counts.length;
    this.#counts[at] = (this.#counts[at] ?? 0) + change;
    this.#total += change;
  }

  #advance(now: number): void {
    const step = stepAt(now);
    const steps = this.#counts.length;
    const passed = Math.min(steps, step - this.#step);
    for (let ago = 0; ago < passed; ago += 1) {
      const at = (step - ago) % steps;
      this.#total -= this.#counts[at] ?? 0;
      this.#counts[at] = 0;
    }
    if (passed > 0) this.#step = step;
  }
}

const stepAt = (time: number): number => Math.floor(time / stepMs);
