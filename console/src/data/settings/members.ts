// Members and invites of the workspace, the workspace itself, and the person's own account.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, type ConsoleShapes, callConsole } from '../console-api.ts';
import { type Role, sessionQuery } from '../session.ts';
import { keysKey } from './keys.ts';

export type Member = ConsoleShapes['Member'];
export type Invite = ConsoleShapes['Invite'];
export type NewInvite = ConsoleShapes['NewInvite'];
export type Workspace = ConsoleShapes['Workspace'];
export type SignedIn = ConsoleShapes['SignedInDevice'];
export type AccountChange = BodyOf<'updateAccount'>;

const membersKey = ['members'] as const;

export const useMembers = () =>
  useQuery({
    queryKey: membersKey,
    queryFn: ({ signal }) => callConsole('listMembers', { signal }),
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
    callConsole('updateMember', { path: { id }, body: { role } }),
  );

/** Keys that the person made go on working unless they are revoked with the removal. */
export const useRemoveMember = () =>
  useMembersChange(({ id, revokeKeys }: { id: string; revokeKeys: boolean }) =>
    callConsole('removeMember', { path: { id }, query: { revokeKeys } }),
  );

export const useInvite = () =>
  useMembersChange((body: BodyOf<'createInvite'>) => callConsole('createInvite', { body }));

export const useRevokeInvite = () =>
  useMembersChange((id: string) => callConsole('revokeInvite', { path: { id } }));

export const useWorkspace = () =>
  useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) => callConsole('getWorkspace', { signal }),
  });

export const useRenameWorkspace = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callConsole('updateWorkspace', { body: { name } }),
    onSuccess: (workspace) => {
      queryClient.setQueryData(['workspace'], workspace);
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
};

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await callConsole('listSessions', { signal })).sessions,
  });

/** One of them, or without an id all but this one. */
export const useEndSessions = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? callConsole('endOtherSessions', {}) : callConsole('endSession', { path: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  });
};

export const useChangeAccount = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountChange) => callConsole('updateAccount', { body }),
    // A wrong current password may be answered with 401 and is no end of the session.
    meta: { isAccess: true },
    onSuccess: ({ account }) => {
      // Only the account: the person may have switched the workspace meanwhile.
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, account });
    },
  });
};
