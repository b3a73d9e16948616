// The session, and the ways to start one: password, setup link, invite.

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { chooseWorkspace, headersIn } from './client.ts';
import { type BodyOf, type ConsoleShapes, callConsole } from './console-api.ts';
import { finishDeletions } from './delayed-deletions.ts';
import { removeDrafts } from './drafts.ts';
import { isStatus } from './query-client.ts';

export type Session = ConsoleShapes['Session'];
export type UploadLimits = ConsoleShapes['UploadLimits'];
export type Role = Session['workspace']['role'];

/** Keeps this tab in the workspace, even if the person switches in another tab. */
function withWorkspace(session: Session): Session {
  chooseWorkspace(session.workspace.id);
  // Someone else may have used this browser before.
  removeDrafts(session.account.id);
  return session;
}

async function readSession(signal: AbortSignal): Promise<Session> {
  try {
    return withWorkspace(await callConsole('getSession', { signal }));
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    // The workspace of this tab is no longer theirs, but another one is.
    return withWorkspace(await callConsole('getSession', { headers: headersIn(undefined), signal }));
  }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 60_000,
  meta: { isAccess: true },
});

/** Use inside the shell, where there is always a session. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('There is no session.');
  return data;
}

/** This server's base URLs: as opened here, and as configured for the outside. */
export function useServerUrls(): readonly string[] {
  const { publicUrl } = useSession();
  return useMemo(() => [location.origin, publicUrl], [publicUrl]);
}

export function useMayAdminister(): boolean {
  return useSession().workspace.role !== 'member';
}

/** Whether the service has disabled a webhook. Only for people who can enable it again. */
export function useHasDisabledWebhook(): boolean {
  const { workspace, hasDisabledWebhook } = useSession();
  return workspace.role !== 'member' && hasDisabledWebhook;
}

export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => callConsole('getSignInMethods', { signal }),
    meta: { isAccess: true },
  });

export const useSetup = (token: string) =>
  useQuery({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => callConsole('getSetup', { path: { token }, signal }),
    meta: { isAccess: true },
    refetchOnWindowFocus: false,
  });

export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => callConsole('getInvitation', { path: { token }, signal }),
    meta: { isAccess: true },
    refetchOnWindowFocus: false,
  });

/**
 * Signing in, setup and invites all end in a session. Drops what another person may have seen, but not the link that
 * was used: it is still on the page for a moment, and reading it again would fail.
 */
function useEntering<Fields>(enter: (fields: Fields) => Promise<Session>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: enter,
    meta: { isAccess: true },
    onSuccess: (session) => {
      queryClient.removeQueries({ predicate: ({ meta }) => meta?.isAccess !== true });
      queryClient.getMutationCache().clear();
      queryClient.setQueryData(sessionQuery.queryKey, withWorkspace(session));
    },
  });
}

export const useSignIn = () => useEntering((body: BodyOf<'signIn'>) => callConsole('signIn', { body }));

export const useFinishSetup = (token: string) =>
  useEntering((body: BodyOf<'finishSetup'>) => callConsole('finishSetup', { path: { token }, body }));

export const useAcceptInvitation = (token: string) =>
  useEntering((body: BodyOf<'acceptInvitation'>) =>
    callConsole('acceptInvitation', { path: { token }, body }),
  );

export const useSignOut = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await finishDeletions();
      return callConsole('signOut', {});
    },
    onSuccess: () => {
      chooseWorkspace(undefined);
      removeDrafts();
      queryClient.clear();
    },
  });
};

export const useSwitchWorkspace = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callConsole('getSession', { headers: headersIn(id) }),
    onSuccess: async (session) => {
      // A pending response belongs to the previous workspace, and would lead back to it.
      await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(sessionQuery.queryKey, withWorkspace(session));
    },
  });
};

/** Calls back after the workspace has changed and the cache has been cleared. */
export function useOnWorkspaceChange(onChange: () => void): void {
  const queryClient = useQueryClient();
  const { workspace } = useSession();
  const shown = useRef(workspace.id);
  useEffect(() => {
    if (shown.current === workspace.id) return;
    shown.current = workspace.id;
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    onChange();
  });
}
