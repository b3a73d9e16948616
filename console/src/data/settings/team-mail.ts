// Which mails the signed-in member gets about their inbox.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, type ConsoleShapes, callConsole } from '../console-api.ts';

const teamMailKey = ['inbox', 'mail'] as const;

export type TeamMail = ConsoleShapes['TeamMail'];

export const useTeamMail = () =>
  useQuery({ queryKey: teamMailKey, queryFn: ({ signal }) => callConsole('getTeamMail', { signal }) });

export const useChangeTeamMail = () => {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'team-mail' },
    mutationFn: (body: BodyOf<'updateTeamMail'>) => callConsole('updateTeamMail', { body }),
    onSuccess: (mail) => queryClient.setQueryData(teamMailKey, mail),
  });
};
