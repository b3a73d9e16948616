// Many posts to a status at once: in batches, each post judged on its own.

import { EarshotError } from '@earshot/client';
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
  /** Why the first of them was refused, or what kept the rest from being sent. */
  failure: unknown;
  /** Somebody stopped it; what was refused was not even tried. */
  isCanceled: boolean;
}

export interface MovesProgress {
  done: number;
  count: number;
  /** The server takes no more for now. */
  isWaiting: boolean;
}

interface Moving {
  moves: readonly StatusMove[];
  /** Not called by what one request does without waiting. */
  onProgress: (progress: MovesProgress) => void;
  signal: AbortSignal;
}

const batchSize = 100;

interface Result {
  status: number;
  body: unknown;
}

/** One post of a batch: moved, or refused with the same kind of failure that a request of its own would have. */
function judge(
  outcome: MovesOutcome,
  move: StatusMove,
  result: Result | undefined,
  requestId: string | undefined,
): void {
  if (result !== undefined && result.status < 300) return void outcome.moved.push(move);
  outcome.refused.push(move);
  const { error } = (result?.body ?? {}) as { error?: { code?: string; message?: string } };
  outcome.failure ??= new EarshotError({
    code: (error?.code ?? 'UNEXPECTED_ANSWER') as EarshotError['code'],
    message: error?.message ?? '',
    status: result?.status ?? 500,
    operation: 'updatePost',
    requestId,
    details: [],
    retryAfterMs: undefined,
    isReplayed: false,
  });
}

async function runMoves({ moves, onProgress, signal }: Moving): Promise<MovesOutcome> {
  const outcome: MovesOutcome = { moved: [], refused: [], failure: undefined, isCanceled: false };
  const count = moves.length;
  let start = 0;
  const tell = (isWaiting: boolean) => onProgress({ done: start, count, isWaiting });
  const earshot = waitingAloud(() => tell(true), signal);
  for (; start < count; start += batchSize) {
    if (count > batchSize) tell(false);
    const part = moves.slice(start, start + batchSize);
    const operations = part.map(({ id, to }) => ({
      method: 'PATCH' as const,
      path: `/posts/${id}`,
      body: { statusId: to },
    }));
    try {
      signal.throwIfAborted();
      const { data, requestId } = await earshot.batch(operations).withResponse();
      for (const [index, move] of part.entries()) judge(outcome, move, data.results[index], requestId);
    } catch (error) {
      // What went before has moved, and is shown so.
      outcome.isCanceled = signal.aborted;
      if (start === 0 && !outcome.isCanceled) throw error;
      outcome.refused.push(...moves.slice(start));
      outcome.failure = error;
      break;
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
