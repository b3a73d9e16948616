// API keys of the workspace.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, type ConsoleShapes, callConsole } from '../console-api.ts';

export type ApiKey = ConsoleShapes['ApiKey'];
export type MintedKey = ConsoleShapes['NewApiKey'];
export type KeyFields = BodyOf<'createKey'>;

export const keysKey = ['keys'] as const;

export const isUsable = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || new Date(expiresAt).getTime() > Date.now());

/** `isFresh`: read again, even if they were read a moment ago. */
export const useKeys = ({ isFresh = false, everyMs = 30_000 } = {}) =>
  useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) => (await callConsole('listKeys', { signal })).keys,
    refetchInterval: everyMs,
    refetchOnMount: isFresh ? 'always' : true,
  });

function useKeyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The secret must not stay in memory with the mutation.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysKey }),
  });
}

export const useCreateKey = () => useKeyChange((body: KeyFields) => callConsole('createKey', { body }));

export const useRollKey = () =>
  useKeyChange(({ id, overlapHours }: { id: string; overlapHours: number }) =>
    callConsole('rollKey', { path: { id }, body: { overlapHours } }),
  );

export const useRevokeKey = () => useKeyChange((id: string) => callConsole('revokeKey', { path: { id } }));
