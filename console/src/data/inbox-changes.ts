// Changes of the inbox. What is dealt with disappears immediately, and the list is read again once all changes have been
// answered.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, type ConsoleShapes, callConsole } from './console-api.ts';
import { type InboxItem, inboxQuery } from './inbox.ts';
import { sessionQuery } from './session.ts';

export type InboxBefore = ConsoleShapes['InboxBefore'];

const changesKey = ['inbox'] as const;

/** The badge in the navigation has their number. */
function showItems(queryClient: QueryClient, keep: (item: InboxItem) => boolean): void {
  // An answer that is under way was made before the change.
  void queryClient.cancelQueries({ queryKey: inboxQuery.queryKey });
  const before = queryClient.getQueryData(inboxQuery.queryKey);
  if (before === undefined) return;
  const items = before.items.filter(keep);
  queryClient.setQueryData(inboxQuery.queryKey, { ...before, items });
  if (!before.isMore)
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, inboxCount: items.length },
    );
}

function readAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The inbox without a post that is no longer in it for another reason. */
export const useInboxRefresh = () => {
  const queryClient = useQueryClient();
  return () => readAgain(queryClient);
};

/** The changes are sent one after the other. */
function useInboxChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  keeps: (input: Input) => (item: InboxItem) => boolean,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: changesKey,
    scope: { id: 'inbox' },
    mutationFn: change,
    onMutate: (input) => showItems(queryClient, keeps(input)),
    onSettled: () => {
      // Otherwise the last one reads it: an earlier answer would show again what is being dealt with.
      if (queryClient.isMutating({ mutationKey: changesKey }) <= 1) readAgain(queryClient);
    },
  });
}

const withoutPosts =
  ({ postIds }: { postIds: readonly string[] }) =>
  ({ postId }: InboxItem) =>
    !postIds.includes(postId);

export const useInboxDone = () =>
  useInboxChange((body: BodyOf<'markInboxDone'>) => callConsole('markInboxDone', { body }), withoutPosts);

export const useInboxLater = () =>
  useInboxChange((body: BodyOf<'putInboxOff'>) => callConsole('putInboxOff', { body }), withoutPosts);

export const useInboxAllDone = () =>
  useInboxChange(
    (upTo: number) => callConsole('markInboxAllDone', { body: { upTo } }),
    () => () => false,
  );

export const useInboxRestore = () =>
  useInboxChange(
    (body: InboxBefore) => callConsole('restoreInbox', { body }),
    () => () => true,
  );
