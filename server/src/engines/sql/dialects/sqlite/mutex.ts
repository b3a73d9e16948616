// A first-in, first-out mutex.

export interface Lock {
  acquire(): Promise<void>;
  release(): void;
}

export class Mutex implements Lock {
  #held = false;
  readonly #waiting: (() => void)[] = [];

  get isHeld(): boolean {
    return this.#held;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#held = false;
    else next();
  }
}
