// Members and invites of the workspace, the workspace itself, and the person's own account.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callConsole } from './console-api.ts';
import { keysKey } from './keys.ts';
import { type Role, type Session, sessionQuery } from './session.ts';

export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: string;
  lastSeenAt: string | null;
}

export interface Invite {
  id: string;
  email: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
}

export interface Workspace {
  id: string;
  slug: string;
  name: string;
  createdAt: string;
}

const membersKey = ['members'] as const;

export const useMembers = () =>
  useQuery({
    queryKey: membersKey,
    queryFn: ({ signal }) =>
      callConsole<{ members: Member[]; invites: Invite[] }>('GET', '/members', { signal }),
  });

/** The person's own role may have changed. */
function useMembersChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: membersKey });
      // Keys may have a new owner or be revoked.
      await queryClient.invalidateQueries({ queryKey: keysKey });
    },
  });
}

export const useChangeRole = () =>
  useMembersChange(({ id, role }: { id: string; role: Role }) =>
    callConsole<unknown>('PATCH', `/members/${id}`, { body: { role } }),
  );

/** Keys that the person made go on working unless they are revoked with the removal. */
export const useRemoveMember = () =>
  useMembersChange(({ id, revokeKeys }: { id: string; revokeKeys: boolean }) =>
    callConsole<{ keysRevoked: number }>('DELETE', `/members/${id}?revokeKeys=${revokeKeys}`),
  );

export const useInvite = () =>
  useMembersChange((body: { email: string; role: Role }) =>
    callConsole<Invite & { url: string }>('POST', '/invites', { body }),
  );

export const useRevokeInvite = () =>
  useMembersChange((id: string) => callConsole<unknown>('DELETE', `/invites/${id}`));

export const useWorkspace = () =>
  useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => callConsole<Workspace>('GET', '/workspace', { signal }),
  });

export const useRenameWorkspace = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callConsole<Workspace>('PATCH', '/workspace', { body: { name } }),
    onSuccess: (workspace) => {
      queryClient.setQueryData(['workspace'], workspace);
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
};

export interface SignedIn {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  userAgent: string | null;
  address: string | null;
  isCurrent: boolean;
}

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await callConsole<{ sessions: SignedIn[] }>('GET', '/sessions', { signal })).sessions,
  });

/** One of them, or without an id all but this one. */
export const useEndSessions = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      callConsole<{ ended: number }>('DELETE', id === undefined ? '/sessions' : `/sessions/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
};

export interface AccountChange {
  name?: string;
  locale?: string;
  password?: { current: string; next: string };
}

export const useChangeAccount = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountChange) => callConsole<Session>('PATCH', '/account', { body }),
    // A wrong current password may be answered with 401 and is no end of the session.
    meta: { isAccess: true },
    onSuccess: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
};
