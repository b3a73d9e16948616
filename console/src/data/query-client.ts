// What is kept of the server's answers, and what happens when the session has ended.

import { EarshotError } from '@earshot/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isAccess`: a 401 is an answer to the form, not the end of a session. */
    mutationMeta: { isAccess?: boolean };
    /** `isEdited`: a form begins with it, so it must not change under whoever writes there. */
    queryMeta: { isAccess?: boolean; isEdited?: boolean };
  }
}

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof EarshotError && error.status === status;

interface Refusals {
  /** Nobody is signed in any more. */
  onSessionEnd: () => void;
  /** A role or a workspace may have been taken away meanwhile. */
  onDenied: () => void;
}

/**
 * The client has its own retries; an answer that refuses will not change by asking again. Without a network a request
 * fails like any other, so that the page says so: one that waits for the network looks as if it loaded for ever.
 */
export function makeQueryClient({ onSessionEnd, onDenied }: Refusals): QueryClient {
  const judge = (error: unknown, isAccess: boolean | undefined) => {
    if (isAccess === true) return;
    if (isStatus(error, 401)) onSessionEnd();
    if (isStatus(error, 403) || isStatus(error, 404)) onDenied();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => judge(error, query.meta?.isAccess) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => judge(error, mutation.meta?.isAccess),
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
}
