// A list whose items are presented one by one while they are written. Presenting a post parses its description, so a
// long list presented at once would block the event loop.

export class Listed<T, Shape = unknown> {
  readonly #items: readonly T[];
  readonly #present: (item: T) => Shape;

  constructor(items: readonly T[], present: (item: T) => Shape) {
    this.#items = items;
    this.#present = present;
  }

  *[Symbol.iterator](): Generator<Shape> {
    for (const item of this.#items) yield this.#present(item);
  }

  /** For `JSON.stringify`, which writes all of it at once. */
  toJSON(): Shape[] {
    return [...this];
  }
}
