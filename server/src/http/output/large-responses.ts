// Limits large responses in memory per key: few are produced at a time, the others queue; and few wait for a slow
// reader, above which more are rejected. Short responses only queue.

import { TransientFailure } from '../../domain/kernel/failure.ts';

const maxProducing = 8;
const maxOpen = 16;
const retryMs = 1_000;

interface ActorState {
  producing: number;
  open: number;
  waiting: (() => void)[];
}

const states = new Map<string, ActorState>();

function stateOf(actorId: string): ActorState {
  const state = states.get(actorId) ?? { producing: 0, open: 0, waiting: [] };
  states.set(actorId, state);
  return state;
}

function cleanUp(actorId: string, { producing, open }: ActorState): void {
  if (producing === 0 && open === 0) states.delete(actorId);
}

/** Produces the start of a response when a slot is free. */
export async function withSlot<T>(actorId: string, produce: () => Promise<T>): Promise<T> {
  const state = stateOf(actorId);
  if (state.producing < maxProducing) state.producing += 1;
  // A finished one hands its slot over.
  else await new Promise<void>((resolve) => state.waiting.push(resolve));
  try {
    return await produce();
  } finally {
    const next = state.waiting.shift();
    if (next !== undefined) next();
    else state.producing -= 1;
    cleanUp(actorId, state);
  }
}

/** Registers a streamed response, or rejects it. Call the result when it is finished. */
export function openAnswer(actorId: string): () => void {
  const state = stateOf(actorId);
  if (state.open >= maxOpen) {
    throw new TransientFailure(
      'RATE_LIMITED',
      `At most ${maxOpen} large responses can be open per key. Read one to its end first.`,
      retryMs,
    );
  }
  state.open += 1;
  return () => {
    state.open -= 1;
    cleanUp(actorId, state);
  };
}
