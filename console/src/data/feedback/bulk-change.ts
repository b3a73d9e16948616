// Changes, merges and deletes one or many posts in batches; each post succeeds or fails on its own.

import {
  type BatchOperation,
  type Earshot,
  EarshotError,
  type FieldFault,
  type PostDetail,
} from '@earshot/client';
import {
  type Mutation,
  type MutationCache,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientReportingWaits, type Wait } from '../client.ts';
import { type FeedbackSearch, filtersOf } from './feedback-search.ts';
import {
  countKey,
  dropFromLists,
  type ListedPost,
  type PostChange,
  patchLists,
  postKey,
  readMergesAgain,
  restartLists,
} from './posts.ts';

/** What lists show of a change, which is also what is sent. */
export type Shown = Partial<
  Pick<ListedPost, 'statusId' | 'visibility' | 'ownerId' | 'postTypeId' | 'tags' | 'title'>
>;

export interface PostEdit {
  id: string;
  title: string;
  from: Shown;
  to: Shown;
  /** What is done instead of a change of fields. */
  act?: 'merge' | 'unmerge' | 'delete' | undefined;
  /**
   * Sent with the change: the reason of a status, that followers are told, or that comments are published, too. Or the target of a
   * merge.
   */
  more?:
    | (Partial<Pick<PostChange, 'statusComment' | 'notify' | 'publishComments'>> & { intoId?: string })
    | undefined;
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
  /** The IDs of the requests that changed something, as the audit log has them. */
  requestIds: string[];
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

function operationOf({
  id,
  to: { tags, ...to },
  act,
  more: { intoId, ...more } = {},
}: PostEdit): BatchOperation {
  const path = `/posts/${id}` as const;
  if (act === 'delete') return { method: 'DELETE', path };
  if (act === 'unmerge') return { method: 'POST', path: `${path}/unmerge` };
  // Without a target, the server says what is missing.
  if (act === 'merge')
    return { method: 'POST', path: `${path}/merge`, body: { intoId: intoId ?? '', ...more } };
  const names = tags?.map(({ name }) => name);
  return { method: 'PATCH', path, body: { ...to, ...(names !== undefined && { tags: names }), ...more } };
}

/** Returns how many were tried: the answers of a batch have a common limit, and what comes after it is not run. */
async function sendBatch(earshot: Earshot, part: readonly PostEdit[], outcome: BulkOutcome): Promise<number> {
  const { data, requestId } = await earshot.batch(part.map(operationOf)).withResponse();
  if (requestId !== undefined) outcome.requestIds.push(requestId);
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
    ...{ changed: [], refused: [], failure: undefined, requestIds: [] },
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

/** What was sent last about a post, until it is answered. */
const lastOf = new Map<string, Promise<unknown>>();

/** The changes of one post are sent one after the other, so that the last one counts. */
async function inOrder<T>(edits: BulkChange['edits'], work: () => Promise<T>): Promise<T> {
  if (isMatching(edits)) return work();
  const before = edits.flatMap(({ id }) => lastOf.get(id) ?? []);
  const mine = before.length === 0 ? work() : Promise.all(before).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  for (const { id } of edits) lastOf.set(id, settled);
  void settled.then(() => {
    for (const { id } of edits) if (lastOf.get(id) === settled) lastOf.delete(id);
  });
  return mine;
}

const mutationKey = ['bulk-change'] as const;

const idsOf = ({ edits }: BulkChange): string[] => (isMatching(edits) ? [] : edits.map(({ id }) => id));

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
    // What is read while another change of the same post is sent would show the post without it.
    const waiting = waitingIn(queryClient.getMutationCache());
    const ids = new Set(changed.map(({ id }) => id).filter((id) => (waiting.get(id) ?? 0) < 2));
    const named = (key: readonly unknown[]) => (key[0] === 'posts' && key[1] === 'one' ? key[2] : key[1]);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        ['posts', 'history', 'comments'].includes(String(queryKey[0])) && ids.has(String(named(queryKey))),
    });
    if (changed.some(({ to }) => to.tags !== undefined))
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
    void queryClient.invalidateQueries({ queryKey: countKey });
  };
  return useMutation({
    mutationKey,
    mutationFn: (change: BulkChange) => inOrder(change.edits, () => runBatches(change)),
    onMutate: ({ edits }) => {
      if (isMatching(edits)) return;
      const ids = new Set(edits.map(({ id }) => id));
      // What is being read is from before the change, and the next change would build on it.
      void queryClient.cancelQueries({
        predicate: ({ queryKey: [kind, part, id], state }) =>
          kind === 'posts' && part === 'one' && ids.has(String(id)) && state.data !== undefined,
      });
      show(edits, 'to');
    },
    onError: (_error, { edits }) => !isMatching(edits) && show(edits, 'from'),
    onSuccess: ({ changed, refused }) => {
      // Again, because a list may have been refreshed in the meantime.
      show(changed, 'to');
      show(refused, 'from');
      const gone = changed.filter(({ act }) => act === 'merge' || act === 'delete');
      if (gone.length > 0) dropFromLists(queryClient, new Set(gone.map(({ id }) => id)));
      if (changed.some(({ act }) => act === 'unmerge')) void restartLists(queryClient);
      if (changed.some(({ act }) => act === 'merge' || act === 'unmerge')) void readMergesAgain(queryClient);
      readAgain(changed);
    },
  });
};

/** How many changes of each post are being sent. */
function waitingIn(cache: MutationCache): Map<string, number> {
  const waiting = new Map<string, number>();
  const pending = cache.findAll({ mutationKey, status: 'pending' }) as unknown as Mutation<
    BulkOutcome,
    Error,
    BulkChange
  >[];
  for (const { state } of pending)
    for (const id of state.variables === undefined ? [] : idsOf(state.variables))
      waiting.set(id, (waiting.get(id) ?? 0) + 1);
  return waiting;
}

/** Posts that are being changed several at a time: they stay in a list, whatever its filters, until all are done. */
export function useChangingPosts(): ReadonlySet<string> {
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as BulkChange | undefined,
  });
  return useMemo(
    () => new Set(pending.flatMap((change) => (change === undefined ? [] : severalIn(change)))),
    [pending],
  );
}

function severalIn(change: BulkChange): string[] {
  const ids = idsOf(change);
  return ids.length > 1 ? ids : [];
}
