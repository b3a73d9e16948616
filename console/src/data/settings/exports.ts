// Exports of the workspace.

import type { BodyOf, Export } from '@earshot/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';

export type { Export };
export type ExportFormat = Export['format'];

const exportsKey = ['exports'] as const;
/** As many as a person looks through. */
const listed = 20;

export const isUnderway = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'running' || state === 'undoing';

/** Follows the progress of one that runs. */
export const useExports = () =>
  useQuery({
    queryKey: exportsKey,
    queryFn: async ({ signal }) => (await earshot.exports.list({ limit: listed, signal }).page()).items,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderway) ? 1_000 : 15_000),
  });

function useExportChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: exportsKey }),
  });
}

export const useCreateExport = () =>
  useExportChange(async (fields: BodyOf<'createExport'>) => earshot.exports.create(fields));

export const useDeleteExport = () => useExportChange(async (id: string) => earshot.exports.delete(id));

/** The file, and the name that the server gives it. The browser keeps large ones on disk. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const response = await earshot.exports.download(id);
      const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      return { name: name ?? 'export.zip', content: await response.blob() };
    },
    // Otherwise it would stay in memory.
    gcTime: 0,
  });
