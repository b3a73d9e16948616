// Imports into the workspace: uploads, the jobs that read them, and undo.

import type { Import } from '@earshot/client';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from './client.ts';
import { isUnderway } from './exports.ts';
import { attachmentsOf } from './uploads.ts';

export type { Import };
export type ImportMapping = Import['mapping'];

const importsKey = ['imports'] as const;
const listed = 20;

/** Follows the progress of one that runs. */
export const useImports = () =>
  useQuery({
    queryKey: importsKey,
    queryFn: async ({ signal }) => (await earshot.imports.list({ limit: listed, signal }).page()).items,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderway) ? 1_000 : 15_000),
  });

export const useImport = (id: string) =>
  useQuery({
    queryKey: [...importsKey, id],
    queryFn: async ({ signal }) => earshot.imports.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderway(data) ? 1_000 : false),
  });

/** An import changes everything that other pages show. */
const forgetAll = (queryClient: QueryClient) => queryClient.invalidateQueries();

export const useUpload = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ source, files }: { source: Import['source']; files: readonly File[] }) =>
      earshot.imports.create({ source, dryRun: true, files: attachmentsOf(files).attachments ?? [] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importsKey }),
  });
};

export interface Start {
  id: string;
  dryRun: boolean;
  mapping: ImportMapping;
}

function useImportChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => forgetAll(queryClient) });
}

export const useStartImport = () =>
  useImportChange(async ({ id, ...fields }: Start) => earshot.imports.start(id, fields));

export const useUndoImport = () => useImportChange(async (id: string) => earshot.imports.undo(id));

/** Doesn't wait for the list, and reads nothing of the deleted import: its page is still shown for a moment. */
export const useDeleteImport = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => earshot.imports.delete(id),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: importsKey, exact: true }),
  });
};
