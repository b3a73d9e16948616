// Who is signed in, and the ways in: password, set-up link, invitation.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseWorkspace } from './client.ts';
import { callConsole } from './console-api.ts';

export type Role = 'owner' | 'admin' | 'member';

export interface WorkspaceRef {
  id: string;
  slug: string;
  name: string;
  role: Role;
}

export interface Session {
  account: { id: string; name: string; email: string; locale: string | null };
  workspace: WorkspaceRef;
  workspaces: WorkspaceRef[];
}

export interface SignInMethods {
  password: boolean;
  oidc: { label: string } | null;
  needsSetup: boolean;
}

export interface Invitation {
  email: string;
  workspace: { name: string };
  isKnown: boolean;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callConsole<Session>('GET', '/session', { signal }),
  staleTime: 60_000,
  meta: { isAccess: true },
});

/** Within the shell, which is shown to nobody else. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('There is no session.');
  return data;
}

export function useMayAdminister(): boolean {
  return useSession().workspace.role !== 'member';
}

export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => callConsole<SignInMethods>('GET', '/sign-in-methods', { signal }),
    meta: { isAccess: true },
  });

export const useSetup = (token: string) =>
  useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) =>
      callConsole<{ workspace: { name: string } }>('GET', `/setup/${encodeURIComponent(token)}`, { signal }),
    meta: { isAccess: true },
    refetchOnWindowFocus: false,
  });

export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      callConsole<Invitation>('GET', `/invites/${encodeURIComponent(token)}`, { signal }),
    meta: { isAccess: true },
    refetchOnWindowFocus: false,
  });

/** Every way in ends in a session; what another person saw before is forgotten. */
function useEntering<Fields>(enter: (fields: Fields) => Promise<Session>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: enter,
    meta: { isAccess: true },
    onSuccess: (session) => {
      queryClient.clear();
      chooseWorkspace(undefined);
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
}

export const useSignIn = () =>
  useEntering((body: { email: string; password: string }) =>
    callConsole<Session>('POST', '/session', { body }),
  );

export const useFinishSetup = (token: string) =>
  useEntering((body: { name: string; email: string; password: string }) =>
    callConsole<Session>('POST', `/setup/${encodeURIComponent(token)}`, { body }),
  );

export const useAcceptInvitation = (token: string) =>
  useEntering((body: { name?: string; password: string }) =>
    callConsole<Session>('POST', `/invites/${encodeURIComponent(token)}`, { body }),
  );

export const useSignOut = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callConsole<{ signedOut: boolean }>('DELETE', '/session'),
    onSuccess: () => {
      chooseWorkspace(undefined);
      queryClient.clear();
    },
  });
};

export const useSwitchWorkspace = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => {
      chooseWorkspace(id);
      return callConsole<Session>('GET', '/session');
    },
    onSuccess: (session) => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
};
