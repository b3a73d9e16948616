// Changes the status of many posts in batches; each post succeeds or fails on its own.

import { type BatchOperation, EarshotError, type FieldFault, type PostDetail } from '@earshot/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientReportingWaits, type Wait } from '../client.ts';
import { patchLists, postKey } from './posts.ts';

export interface PostStatusChange {
  id: string;
  title: string;
  from: string;
  to: string;
  /** The reason, for the history. */
  comment?: string | undefined;
}

export interface BulkOutcome {
  changed: PostStatusChange[];
  refused: PostStatusChange[];
  /** Why the first post was refused, or why the rest was not sent. */
  failure: unknown;
  /** Canceled: the refused posts were not tried. */
  isCanceled: boolean;
}

export interface BulkProgress {
  done: number;
  count: number;
  /** Why it waits before it goes on. */
  wait: Wait | undefined;
}

interface BulkChange {
  /** Where the posts are, even if the person has switched by the time of the last batch. */
  workspaceId: string;
  changes: readonly PostStatusChange[];
  /** Not called for a single batch that doesn't have to wait. */
  onProgress: (progress: BulkProgress) => void;
  signal: AbortSignal;
}

const batchSize = 100;

interface ErrorBody {
  error?: { code?: string; message?: string; details?: FieldFault[] };
}

interface Result {
  status: number;
  body: unknown;
}

/** Records a refusal as the same error that a single request would have thrown. */
function recordResult(
  outcome: BulkOutcome,
  change: PostStatusChange,
  result: Result | undefined,
  requestId: string | undefined,
): void {
  if (result !== undefined && result.status < 300) return void outcome.changed.push(change);
  outcome.refused.push(change);
  const { error } = (result?.body ?? {}) as ErrorBody;
  outcome.failure ??= new EarshotError({
    code: (error?.code ?? 'UNEXPECTED_ANSWER') as EarshotError['code'],
    message: error?.message ?? '',
    status: result?.status ?? 500,
    operation: 'updatePost',
    requestId,
    details: error?.details ?? [],
    retryAfterMs: undefined,
    isReplayed: false,
  });
}

async function runBatches({ workspaceId, changes, onProgress, signal }: BulkChange): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], refused: [], failure: undefined, isCanceled: false };
  const count = changes.length;
  let start = 0;
  const report = (wait?: Wait) => onProgress({ done: start, count, wait });
  const earshot = clientReportingWaits(workspaceId, report, signal);
  for (; start < count; start += batchSize) {
    if (count > batchSize) report();
    const part = changes.slice(start, start + batchSize);
    const operations = part.map(
      ({ id, to, comment }): BatchOperation => ({
        method: 'PATCH',
        path: `/posts/${id}`,
        body: { statusId: to, ...(comment !== undefined && { statusComment: comment }) },
      }),
    );
    try {
      signal.throwIfAborted();
      const { data, requestId } = await earshot.batch(operations).withResponse();
      for (const [index, change] of part.entries())
        recordResult(outcome, change, data.results[index], requestId);
    } catch (error) {
      // Earlier batches succeeded, and stay as they are.
      outcome.isCanceled = signal.aborted;
      if (start === 0 && !outcome.isCanceled) throw error;
      outcome.refused.push(...changes.slice(start));
      outcome.failure = error;
      break;
    }
  }
  return outcome;
}

/** Shows the new status immediately, and restores the old one for posts that the server refuses. */
export const useBulkStatusChange = () => {
  const queryClient = useQueryClient();
  const show = (changes: readonly PostStatusChange[], side: 'from' | 'to') => {
    patchLists(queryClient, new Map(changes.map((change) => [change.id, { statusId: change[side] }])));
    for (const { id, [side]: statusId } of changes)
      queryClient.setQueryData<PostDetail>(postKey(id), (post) => post && { ...post, statusId });
  };
  return useMutation({
    mutationFn: runBatches,
    onMutate: ({ changes }) => show(changes, 'to'),
    onError: (_error, { changes }) => show(changes, 'from'),
    onSuccess: ({ changed, refused }) => {
      // Again, because a list may have been refreshed in the meantime.
      show(changed, 'to');
      show(refused, 'from');
      for (const { id } of changed) {
        void queryClient.invalidateQueries({ queryKey: postKey(id) });
        void queryClient.invalidateQueries({ queryKey: ['history', id] });
      }
    },
  });
};
