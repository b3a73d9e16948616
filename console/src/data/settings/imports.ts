// Imports into the workspace: uploads, the jobs that read them, and undo.

import type { Import, ImportSummary } from '@earshot/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { earshot } from '../client.ts';
import { isUnderway } from './exports.ts';
import { attachmentsOf } from './uploads.ts';

export type { Import, ImportSummary };
export type ImportMapping = Import['mapping'];

const importsKey = ['imports'] as const;
const keyOf = (id: string) => [...importsKey, id];
const listed = 20;

/** A run changes everything that other pages show; they read it again once it has ended. */
function useReadAgainAfter(isRunning: boolean): void {
  const queryClient = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queryClient.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queryClient]);
}

/** Follows the progress of one that runs. */
export function useImports() {
  const query = useQuery({
    queryKey: importsKey,
    queryFn: async ({ signal }) => (await earshot.imports.list({ limit: listed, signal }).page()).items,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderway) ? 1_000 : 15_000),
  });
  useReadAgainAfter(query.data?.some(isUnderway) === true);
  return query;
}

export function useImport(id: string) {
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => earshot.imports.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderway(data) ? 1_000 : false),
  });
  useReadAgainAfter(query.data !== undefined && isUnderway(query.data));
  return query;
}

interface Upload {
  source: Import['source'];
  files: readonly File[];
  signal: AbortSignal;
}

export const useUpload = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ source, files, signal }: Upload) =>
      earshot.imports.create(
        { source, dryRun: true, files: attachmentsOf(files).attachments ?? [] },
        { signal },
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importsKey }),
  });
};

/** Without a preview first. */
export const useAddNow = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ source, file }: { source: Import['source']; file: File }) =>
      earshot.imports.create({ source, files: attachmentsOf([file]).attachments ?? [] }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importsKey }),
  });
};

export interface Start {
  id: string;
  dryRun: boolean;
  mapping: ImportMapping;
  fetchFiles: boolean;
  visibility: Import['visibility'];
  publishComments: boolean;
}

/** Shows the import as it was started, so that its end is noticed even if it has ended when it is read again. */
function useImportChange<Input>(change: (input: Input) => Promise<Import>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (started) => {
      queryClient.setQueryData(keyOf(started.id), started);
      return queryClient.invalidateQueries({ queryKey: importsKey });
    },
  });
}

export const useStartImport = () =>
  useImportChange(async ({ id, ...fields }: Start) => earshot.imports.start(id, fields));

export const useUndoImport = () => useImportChange(async (id: string) => earshot.imports.undo(id));

export const useCancelImport = () => useImportChange(async (id: string) => earshot.imports.cancel(id));

/** Doesn't wait for the list, and reads nothing of the deleted import: its page is still shown for a moment. */
export const useDeleteImport = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => earshot.imports.delete(id),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: importsKey, exact: true }),
  });
};
