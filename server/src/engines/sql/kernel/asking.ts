// A reader each of whose questions is asked through a function of ours: how long a question waits, and what becomes of
// its error, is decided in one place.

import type { Reader } from '../../../ports/store.ts';

/** `given` are the arguments of the question, of which the first usually names the workspace. */
export type Ask = <T>(given: readonly unknown[], question: () => Promise<T>) => Promise<T>;

type Question = (...given: unknown[]) => unknown;

/** The only questions that answer more than once, and so are no promise. */
const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {}).constructor;

export function askingThrough(reader: Reader, ask: Ask): Reader {
  const asked = (question: Question): Question =>
    question instanceof AsyncGeneratorFunction
      ? (...given) => inBatches(question(...given) as AsyncIterable<unknown>, (next) => ask(given, next))
      : (...given) => ask(given, async () => question(...given));
  const all = Object.entries(reader).map(([resource, questions]) => [
    resource,
    Object.fromEntries(
      Object.entries(questions).map(([name, question]) => [name, asked(question as Question)]),
    ),
  ]);
  return Object.fromEntries(all);
}

/** Each batch is a question of its own: whoever takes their time between two of them keeps nobody waiting. */
async function* inBatches(
  batches: AsyncIterable<unknown>,
  ask: <T>(next: () => Promise<T>) => Promise<T>,
): AsyncGenerator<unknown, void> {
  const iterator = batches[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await ask(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
