// How many large answers one key may have in memory: few in the making at a time, the others wait for their turn; and
// few that wait for their reader, past which they are refused. Short answers only ever wait for a turn.

import { PassingFailure } from '../domain/failure.ts';

const maxInMaking = 8;
const maxOpen = 16;
const retryMs = 1_000;

interface Answers {
  inMaking: number;
  open: number;
  waiting: (() => void)[];
}

const answersOf = new Map<string, Answers>();

function of(actorId: string): Answers {
  const known = answersOf.get(actorId) ?? { inMaking: 0, open: 0, waiting: [] };
  answersOf.set(actorId, known);
  return known;
}

function forget(actorId: string, { inMaking, open }: Answers): void {
  if (inMaking === 0 && open === 0) answersOf.delete(actorId);
}

/** Makes the beginning of an answer when it is this one's turn. */
export async function inTurn<T>(actorId: string, make: () => Promise<T>): Promise<T> {
  const answers = of(actorId);
  if (answers.inMaking < maxInMaking) answers.inMaking += 1;
  // Whoever ends hands the turn over.
  else await new Promise<void>((resolve) => answers.waiting.push(resolve));
  try {
    return await make();
  } finally {
    const next = answers.waiting.shift();
    if (next !== undefined) next();
    else answers.inMaking -= 1;
    forget(actorId, answers);
  }
}

/** Counts one more answer that is sent piece by piece, or refuses it; the result says that it is over. */
export function openAnswer(actorId: string): () => void {
  const answers = of(actorId);
  if (answers.open >= maxOpen) {
    throw new PassingFailure(
      'RATE_LIMITED',
      `At most ${maxOpen} large answers can be read at once with one key. Read one to its end first.`,
      retryMs,
    );
  }
  answers.open += 1;
  return () => {
    answers.open -= 1;
    forget(actorId, answers);
  };
}
