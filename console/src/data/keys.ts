// API keys of the workspace.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callConsole } from './console-api.ts';

export interface ApiKey {
  id: string;
  name: string;
  mode: 'live' | 'test';
  last4: string;
  createdAt: string;
  /** The name of whoever made it; null when the operator did. */
  createdBy: string | null;
  createdById: string | null;
  creatorHasLeft: boolean;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  /** 24 hours, the oldest first. */
  requests24h: number[];
  errors24h: number;
  limited24h: number;
}

export interface MintedKey {
  key: ApiKey;
  /** Shown once, kept nowhere. */
  secret: string;
}

export interface KeyFields {
  name: string;
  mode: 'live' | 'test';
  expiresAt?: string;
}

export const keysKey = ['keys'] as const;

export const isUsable = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || new Date(expiresAt).getTime() > Date.now());

export const useKeys = () =>
  useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) => (await callConsole<{ keys: ApiKey[] }>('GET', '/keys', { signal })).keys,
    refetchInterval: 30_000,
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

export const useCreateKey = () =>
  useKeyChange((body: KeyFields) => callConsole<MintedKey>('POST', '/keys', { body }));

export const useRollKey = () =>
  useKeyChange(({ id, overlapHours }: { id: string; overlapHours: number }) =>
    callConsole<MintedKey>('POST', `/keys/${id}/roll`, { body: { overlapHours } }),
  );

export const useRevokeKey = () =>
  useKeyChange((id: string) => callConsole<{ id: string; revokedAt: string }>('DELETE', `/keys/${id}`));
