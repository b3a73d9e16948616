// A list that presents its items one by one while the response is written. Presenting a post parses its description, so
// presenting a long list in one go would block the event loop.

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

  /** For `JSON.stringify`, which needs all items. */
  toJSON(): Shape[] {
    return [...this];
  }
}
