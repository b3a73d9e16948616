// Many posts to a status at once: in batches, each post judged on its own.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { waitingAloud } from './client.ts';
import { patchLists, postKey } from './posts.ts';

export interface StatusMove {
  id: string;
  from: string;
  to: string;
}

export interface MovesOutcome {
  moved: StatusMove[];
  refused: StatusMove[];
  /** What the server said of the first that it refused. */
  reason: string | undefined;
  /** What kept the rest from being sent. */
  failure: unknown;
}

export interface MovesProgress {
  done: number;
  count: number;
  /** Until the server takes more. */
  isWaiting: boolean;
}

interface Moving {
  moves: readonly StatusMove[];
  /** Not called by what one request does without waiting. */
  onProgress: (progress: MovesProgress) => void;
}

const batchSize = 100;

async function runMoves({ moves, onProgress }: Moving): Promise<MovesOutcome> {
  const outcome: MovesOutcome = { moved: [], refused: [], reason: undefined, failure: undefined };
  const count = moves.length;
  let start = 0;
  const tell = (isWaiting: boolean) => onProgress({ done: start, count, isWaiting });
  const earshot = waitingAloud(() => tell(true));
  for (; start < count; start += batchSize) {
    if (count > batchSize) tell(false);
    const part = moves.slice(start, start + batchSize);
    const operations = part.map(({ id, to }) => ({
      method: 'PATCH' as const,
      path: `/posts/${id}`,
      body: { statusId: to },
    }));
    let results: Awaited<ReturnType<typeof earshot.batch>>['results'];
    try {
      ({ results } = await earshot.batch(operations));
    } catch (error) {
      // What went before has moved, and is shown so.
      if (start === 0) throw error;
      outcome.refused.push(...moves.slice(start));
      outcome.failure = error;
      break;
    }
    for (const [index, move] of part.entries()) {
      const result = results[index];
      if (result !== undefined && result.status < 300) outcome.moved.push(move);
      else {
        outcome.refused.push(move);
        const { error } = (result?.body ?? {}) as { error?: { message?: string } };
        outcome.reason ??= error?.message;
      }
    }
  }
  return outcome;
}

/** Many posts to a status at once. They show there immediately; what the server refuses goes back. */
export const useMoveStatuses = () => {
  const queryClient = useQueryClient();
  const show = (moves: readonly StatusMove[], side: 'from' | 'to') =>
    patchLists(queryClient, new Map(moves.map((move) => [move.id, { statusId: move[side] }])));
  return useMutation({
    mutationFn: runMoves,
    onMutate: ({ moves }) => show(moves, 'to'),
    onError: (_error, { moves }) => show(moves, 'from'),
    onSuccess: ({ moved, refused }) => {
      // Again, since a list may have been read anew meanwhile.
      show(moved, 'to');
      show(refused, 'from');
      for (const { id } of moved) {
        void queryClient.invalidateQueries({ queryKey: postKey(id) });
        void queryClient.invalidateQueries({ queryKey: ['history', id] });
      }
    },
  });
};
