// The query cache, and what happens when the session has ended.

import { EarshotError } from '@earshot/client';
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isConnectionError, onRecovery, reportUnreachable } from './connection.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isAccess`: a 401 is a result of the form, not the end of a session. */
    mutationMeta: { isAccess?: boolean };
    /** `isEdited`: a form starts from this data, so it must not change while someone edits. */
    queryMeta: { isAccess?: boolean; isEdited?: boolean };
  }
}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof EarshotError && error.status === status;

interface Refusals {
  /** The session is gone. */
  onSessionEnd: () => void;
  /** A role or workspace may have been taken away. */
  onDenied: () => void;
}

/**
 * No retries here: the client retries by itself, and a refusal stays a refusal. Requests fail when offline instead of
 * waiting for the network, so that the page shows an error rather than loading forever. What failed is read again once
 * the server answers.
 */
export function makeQueryClient({ onSessionEnd, onDenied }: Refusals): QueryClient {
  const handleError = (error: unknown, isAccess: boolean | undefined) => {
    if (isConnectionError(error)) reportUnreachable();
    if (isAccess === true) return;
    if (isStatus(error, 401)) onSessionEnd();
    if (isStatus(error, 403) || isStatus(error, 404)) onDenied();
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => handleError(error, query.meta?.isAccess) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => handleError(error, mutation.meta?.isAccess),
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const hasFailed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const;
  onRecovery(() => void queryClient.refetchQueries(hasFailed));
  return queryClient;
}
