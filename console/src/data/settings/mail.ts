// The mail that leaves the workspace, and the addresses that get none.

import type { Page, Suppression } from '@earshot/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { type ConsoleShapes, callConsole } from '../console-api.ts';
import { isStatus } from '../query-client.ts';

export type { Suppression };
export type Outbox = ConsoleShapes['Outbox'];
export type MailSetup = NonNullable<Outbox['setup']>;
export type FailedMail = Outbox['failures'][number];

const outboxKey = ['outbox'] as const;
const suppressionsKey = ['suppressions'] as const;

/** Mail is sent without a change of the workspace. */
export const useOutbox = () =>
  useQuery({
    queryKey: outboxKey,
    queryFn: ({ signal }) => callConsole('getOutbox', { signal }),
    refetchInterval: 5_000,
  });

function useOutboxChange<Output, Input = void>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: outboxKey }),
  });
}

export const useReleaseMail = () => useOutboxChange(() => callConsole('releaseMail', {}));
export const useDiscardMail = () => useOutboxChange(() => callConsole('discardMail', {}));
export const useAskReplyTo = () =>
  useOutboxChange((email: string) => callConsole('askReplyTo', { body: { email } }));
export const useClearReplyTo = () => useOutboxChange(() => callConsole('clearReplyTo', {}));
/** Of a changelog entry, or of mail itself. */
export const useSendTestMail = (changelogId: string | undefined) =>
  useOutboxChange(() =>
    changelogId === undefined
      ? callConsole('sendTestMail', {})
      : callConsole('sendTestOfChangelog', { path: { id: changelogId } }),
  );

/** All, or those of one address. */
export const useSuppressions = (email: string) =>
  useInfiniteQuery({
    queryKey: [...suppressionsKey, email],
    queryFn: ({ pageParam, signal }): Promise<Page<Suppression>> =>
      earshot.suppressions
        .list({ ...(email !== '' && { filters: { email } }), limit: 20, after: pageParam, signal })
        .page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const useLift = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await earshot.suppressions.delete(id);
      } catch (error) {
        // Another member was faster, and the result is the same.
        if (!isStatus(error, 404)) throw error;
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: suppressionsKey }),
  });
};
