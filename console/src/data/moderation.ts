// What visitors of the public site send and report, and who may not write there.

import type { Page, Report, Submission } from '@earshot/client';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { earshot } from './client.ts';
import { callConsole } from './console-api.ts';
import { isStatus } from './query-client.ts';
import { sessionQuery } from './session.ts';

/** Each row reads what it is about, so few at a time. */
const pageSize = 20;

const submissionsKey = ['submissions'] as const;
const reportsKey = ['reports'] as const;

export const useWaiting = () =>
  useInfiniteQuery({
    queryKey: submissionsKey,
    queryFn: ({ pageParam, signal }): Promise<Page<Submission>> =>
      earshot.submissions
        .list({ filters: { state: 'waiting' }, sortBy: 'oldest', limit: pageSize, after: pageParam, signal })
        .page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const useReports = () =>
  useInfiniteQuery({
    queryKey: reportsKey,
    queryFn: ({ pageParam, signal }): Promise<Page<Report>> =>
      earshot.reports.list({ limit: pageSize, after: pageParam, signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const useComment = (id: string) =>
  useQuery({
    queryKey: ['comments', 'one', id],
    queryFn: async ({ signal }) => earshot.comments.get(id, { signal }),
  });

/** Takes the row away immediately; what else has changed is read again. */
function drop(queryClient: QueryClient, key: readonly string[], id: string): void {
  queryClient.setQueryData<InfiniteData<Page<{ id: string }>>>(key, (data) => {
    if (data === undefined) return undefined;
    const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) }));
    return { ...data, pages };
  });
}

/** The navigation has the number of what waits. */
const readAgain = (queryClient: QueryClient, key: readonly string[]): void => {
  void queryClient.invalidateQueries({ queryKey: key });
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
};

export type Decision =
  | { type: 'approve' }
  | { type: 'reject'; reason: string | null }
  | { type: 'merge'; postId: string; asComment: boolean };

/** Only of the text that was read: the author may have edited or withdrawn it since. */
const decide = ({ id, version }: Submission, decision: Decision) => {
  const asRead = { ifMatch: version };
  switch (decision.type) {
    case 'approve':
      return earshot.submissions.approve(id, asRead);
    case 'reject':
      return earshot.submissions.reject(id, { reason: decision.reason }, asRead);
    case 'merge': {
      const { postId, asComment } = decision;
      return earshot.submissions.merge(id, { postId, asComment }, asRead);
    }
  }
};

export const useDecision = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ submission, decision }: { submission: Submission; decision: Decision }) =>
      decide(submission, decision),
    onSuccess: ({ id, postId, state }) => {
      drop(queryClient, submissionsKey, id);
      if (state !== 'approved') return;
      void queryClient.resetQueries({ queryKey: ['posts', 'list'] });
      if (postId === null) return;
      for (const key of [['posts', 'one', postId], ['comments', postId], ['voters', postId], ['people']])
        void queryClient.invalidateQueries({ queryKey: key });
    },
    // Also after a failure: another member may have decided.
    onSettled: () => readAgain(queryClient, submissionsKey),
  });
};

export const useDismissReport = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await earshot.reports.delete(id);
      } catch (error) {
        // Another member was faster, and the result is the same.
        if (!isStatus(error, 404)) throw error;
      }
    },
    onSuccess: (_done, id) => drop(queryClient, reportsKey, id),
    onSettled: () => readAgain(queryClient, reportsKey),
  });
};

/** Whether the person may write on the public site, and when they last signed in to it. */
export const useStanding = (userId: string) =>
  useQuery({
    queryKey: ['people', 'one', userId, 'standing'],
    queryFn: ({ signal }) => callConsole('getStanding', { path: { id: userId }, signal }),
  });

const refreshPerson = (queryClient: QueryClient, userId: string): void => {
  void queryClient.invalidateQueries({ queryKey: ['people', 'one', userId] });
  for (const key of ['posts', 'voters']) void queryClient.invalidateQueries({ queryKey: [key] });
};

export const useBan = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ban: { userId: string; reason: string | null; removeVotes: boolean }) => {
      const { userId, ...fields } = ban;
      return earshot.users.ban(userId, fields);
    },
    onSuccess: (_ban, { userId }) => refreshPerson(queryClient, userId),
  });
};

export const useUnban = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (userId: string) => earshot.users.unban(userId),
    onSuccess: (_user, userId) => refreshPerson(queryClient, userId),
  });
};

/** Signs the person out of the public site, in every browser. */
export const useEndSessions = () =>
  useMutation({ mutationFn: async (userId: string) => earshot.users.endSessions(userId) });
