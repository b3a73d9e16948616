// A reader whose errors are told in the domain's words, whichever of its questions failed.

import type { Reader } from '../../ports/store.ts';

type Question = (...given: unknown[]) => unknown;

export function classifying(reader: Reader, toFailure: (error: unknown) => unknown): Reader {
  const asked =
    (question: Question): Question =>
    (...given) => {
      const answer = question(...given);
      return answer instanceof Promise
        ? answer.catch((error: unknown) => {
            throw toFailure(error);
          })
        : inBatches(answer as AsyncIterable<unknown>, toFailure);
    };
  const all = Object.entries(reader).map(([resource, questions]) => [
    resource,
    Object.fromEntries(
      Object.entries(questions).map(([name, question]) => [name, asked(question as Question)]),
    ),
  ]);
  return Object.fromEntries(all);
}

async function* inBatches(batches: AsyncIterable<unknown>, toFailure: (error: unknown) => unknown) {
  try {
    yield* batches;
  } catch (error) {
    throw toFailure(error);
  }
}
