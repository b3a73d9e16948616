// A value that is often known at once. Awaiting one that is known still takes several turns of the microtask queue,
// which is most of the time that a cached answer takes.

export type Eventual<T> = T | Promise<T>;

/** Continues at once with a known value, or later with a promised one. */
export const whenKnown = <T, U>(value: Eventual<T>, next: (value: T) => Eventual<U>): Eventual<U> =>
  value instanceof Promise ? value.then(next) : next(value);
