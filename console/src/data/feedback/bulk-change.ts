// Changes many posts in batches; each post succeeds or fails on its own.

import { type BatchOperation, EarshotError, type FieldFault, type PostDetail } from '@earshot/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientReportingWaits, type Wait } from '../client.ts';
import { type ListedPost, type PostChange, patchLists, postKey } from './posts.ts';

type Shown = Partial<Pick<ListedPost, 'statusId' | 'visibility'>>;

export interface PostEdit {
  id: string;
  title: string;
  from: Shown;
  to: Shown;
  /** Sent with the change: the reason of a status, or that comments are published, too. */
  more?: Partial<Pick<PostChange, 'statusComment' | 'publishComments'>> | undefined;
}

export interface BulkOutcome {
  changed: PostEdit[];
  refused: PostEdit[];
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
  edits: readonly PostEdit[];
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
  edit: PostEdit,
  result: Result | undefined,
  requestId: string | undefined,
): void {
  if (result !== undefined && result.status < 300) return void outcome.changed.push(edit);
  outcome.refused.push(edit);
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

async function runBatches({ workspaceId, edits, onProgress, signal }: BulkChange): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], refused: [], failure: undefined, isCanceled: false };
  const count = edits.length;
  let start = 0;
  const report = (wait?: Wait) => onProgress({ done: start, count, wait });
  const earshot = clientReportingWaits(workspaceId, report, signal);
  for (; start < count; start += batchSize) {
    if (count > batchSize) report();
    const part = edits.slice(start, start + batchSize);
    const operations = part.map(
      ({ id, to, more }): BatchOperation => ({
        method: 'PATCH',
        path: `/posts/${id}`,
        body: { ...to, ...more },
      }),
    );
    try {
      signal.throwIfAborted();
      const { data, requestId } = await earshot.batch(operations).withResponse();
      for (const [index, edit] of part.entries()) recordResult(outcome, edit, data.results[index], requestId);
    } catch (error) {
      // Earlier batches succeeded, and stay as they are.
      outcome.isCanceled = signal.aborted;
      if (start === 0 && !outcome.isCanceled) throw error;
      outcome.refused.push(...edits.slice(start));
      outcome.failure = error;
      break;
    }
  }
  return outcome;
}

/** Shows the change immediately, and takes it back for posts that the server refuses. */
export const useBulkChange = () => {
  const queryClient = useQueryClient();
  const show = (edits: readonly PostEdit[], side: 'from' | 'to') => {
    patchLists(queryClient, new Map(edits.map((edit) => [edit.id, edit[side]])));
    for (const { id, [side]: shown } of edits)
      queryClient.setQueryData<PostDetail>(postKey(id), (post) => post && { ...post, ...shown });
  };
  return useMutation({
    mutationFn: runBatches,
    onMutate: ({ edits }) => show(edits, 'to'),
    onError: (_error, { edits }) => show(edits, 'from'),
    onSuccess: ({ changed, refused }) => {
      // Again, because a list may have been refreshed in the meantime.
      show(changed, 'to');
      show(refused, 'from');
      for (const { id, more } of changed) {
        void queryClient.invalidateQueries({ queryKey: postKey(id) });
        void queryClient.invalidateQueries({ queryKey: ['history', id] });
        if (more?.publishComments === true)
          void queryClient.invalidateQueries({ queryKey: ['comments', id] });
      }
    },
  });
};
