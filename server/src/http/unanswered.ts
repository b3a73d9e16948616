// Counts the requests that have no response yet: those accepted lately, and all of them. A long download or a slow upload
// says nothing about how busy the server is, but without any other request it isn't busy.

/** Requests are counted by when they began, in steps of this length. */
const stepMs = 50;
const steps = 5;

export class Unanswered {
  readonly #counts: number[] = Array.from({ length: steps }, () => 0);
  #step = 0;
  #all = 0;

  get all(): number {
    return this.#all;
  }

  /** Of the last quarter of a second. */
  count(now: number): number {
    this.#advance(now);
    let sum = 0;
    for (const count of this.#counts) sum += count;
    return sum;
  }

  /** Returns the step in which the request began. */
  begin(now: number): number {
    this.#advance(now);
    this.#add(this.#step, 1);
    this.#all += 1;
    return this.#step;
  }

  /** Call when the request has been answered, or is gone. */
  end(step: number): void {
    this.#all -= 1;
    if (step > this.#step - steps) this.#add(step, -1);
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
