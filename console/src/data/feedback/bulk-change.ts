// Changes many posts in batches; each post succeeds or fails on its own.

import {
  type BatchOperation,
  type Earshot,
  EarshotError,
  type FieldFault,
  type PostDetail,
} from '@earshot/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientReportingWaits, type Wait } from '../client.ts';
import { type FeedbackSearch, filtersOf } from './feedback-search.ts';
import { countKey, type ListedPost, type PostChange, patchLists, postKey } from './posts.ts';

type Shown = Partial<Pick<ListedPost, 'statusId' | 'visibility'>>;

export interface PostEdit {
  id: string;
  title: string;
  from: Shown;
  to: Shown;
  /** Sent with the change: the reason of a status, that followers are told, or that comments are published, too. */
  more?: Partial<Pick<PostChange, 'statusComment' | 'notify' | 'publishComments'>> | undefined;
}

/** The same change of all posts that match: there may be too many to load them first. */
export interface MatchingEdit extends Omit<PostEdit, 'id' | 'title'> {
  search: FeedbackSearch;
}

export interface BulkOutcome {
  changed: PostEdit[];
  refused: PostEdit[];
  /** Why the first post was refused, or why the rest was not sent. */
  failure: unknown;
  /** Canceled: the refused posts were not tried. */
  isCanceled: boolean;
  /** It ended before all matching posts were found. */
  isCut: boolean;
}

export interface BulkProgress {
  done: number;
  /** Why it waits before it goes on. */
  wait: Wait | undefined;
}

interface BulkChange {
  /** Where the posts are, even if the person has switched by the time of the last batch. */
  workspaceId: string;
  edits: readonly PostEdit[] | MatchingEdit;
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

const isMatching = (edits: BulkChange['edits']): edits is MatchingEdit => 'search' in edits;

/** Pages are told apart by their position, so that posts that no longer match don't move the others. */
async function* partsOf(edits: BulkChange['edits'], earshot: Earshot): AsyncGenerator<PostEdit[]> {
  if (!isMatching(edits)) {
    for (let start = 0; start < edits.length; start += batchSize) yield edits.slice(start, start + batchSize);
    return;
  }
  const { search, ...edit } = edits;
  const filters = { ...filtersOf(search), merged: false };
  for await (const { items } of earshot.posts.list({ filters, limit: batchSize }).pages())
    yield items.map(({ id, title }) => ({ id, title, ...edit }));
}

const tooLarge = 413;

/** Returns how many were tried: the answers of a batch have a common limit, and what comes after it is not run. */
async function sendBatch(earshot: Earshot, part: readonly PostEdit[], outcome: BulkOutcome): Promise<number> {
  const operations = part.map(
    ({ id, to, more }): BatchOperation => ({
      method: 'PATCH',
      path: `/posts/${id}`,
      body: { ...to, ...more },
    }),
  );
  const { data, requestId } = await earshot.batch(operations).withResponse();
  const firstLeft = data.results.findIndex(({ status }, index) => index > 0 && status === tooLarge);
  const tried = firstLeft < 0 ? part : part.slice(0, firstLeft);
  for (const [index, edit] of tried.entries()) recordResult(outcome, edit, data.results[index], requestId);
  return tried.length;
}

export async function runBatches({
  workspaceId,
  edits,
  onProgress,
  signal,
}: BulkChange): Promise<BulkOutcome> {
  const outcome: BulkOutcome = {
    ...{ changed: [], refused: [], failure: undefined },
    ...{ isCanceled: false, isCut: false },
  };
  let done = 0;
  let left: PostEdit[] = [];
  const report = (wait?: Wait) => onProgress({ done, wait });
  const earshot = clientReportingWaits(workspaceId, report, signal);
  const isLong = isMatching(edits) || edits.length > batchSize;
  try {
    if (isLong) report();
    for await (const part of partsOf(edits, earshot))
      for (left = part; left.length > 0; ) {
        signal.throwIfAborted();
        const tried = await sendBatch(earshot, left, outcome);
        done += tried;
        left = left.slice(tried);
        if (isLong) report();
      }
  } catch (error) {
    // Earlier batches succeeded, and stay as they are.
    outcome.isCanceled = signal.aborted;
    if (done === 0 && !outcome.isCanceled) throw error;
    outcome.failure = error;
    if (isMatching(edits)) outcome.isCut = true;
    else outcome.refused.push(...edits.slice(done));
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
  /** In one pass over what is cached: very many posts may have changed. */
  const readAgain = (changed: readonly PostEdit[]) => {
    const ids = new Set(changed.map(({ id }) => id));
    const named = (key: readonly unknown[]) => (key[0] === 'posts' && key[1] === 'one' ? key[2] : key[1]);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        ['posts', 'history', 'comments'].includes(String(queryKey[0])) && ids.has(String(named(queryKey))),
    });
    void queryClient.invalidateQueries({ queryKey: countKey });
  };
  return useMutation({
    mutationFn: runBatches,
    onMutate: ({ edits }) => !isMatching(edits) && show(edits, 'to'),
    onError: (_error, { edits }) => !isMatching(edits) && show(edits, 'from'),
    onSuccess: ({ changed, refused }) => {
      // Again, because a list may have been refreshed in the meantime.
      show(changed, 'to');
      show(refused, 'from');
      readAgain(changed);
    },
  });
};
