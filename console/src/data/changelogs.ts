// Changelog entries: list, read, save, delete.

import type { Changelog, FieldsOf, Page } from '@earshot/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from './client.ts';

export type ChangelogState = Changelog['state'];

export const useChangelogs = (state: ChangelogState | undefined, search: string) =>
  useInfiniteQuery({
    queryKey: ['changelogs', 'list', state ?? 'all', search],
    queryFn: ({ pageParam, signal }): Promise<Page<Changelog>> => {
      const filters = { ...(state !== undefined && { state }), ...(search !== '' && { search }) };
      return earshot.changelogs.list({ filters, limit: 30, after: pageParam, signal }).page();
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** With the ETag, so that a save can detect concurrent edits. */
export const useChangelog = (id: string) =>
  useQuery({
    queryKey: ['changelogs', 'one', id],
    queryFn: async ({ signal }) => {
      const asked = earshot.changelogs.get(id, { include: ['posts', 'attachments'], signal });
      const { data, etag } = await asked.withResponse();
      return { ...data, etag };
    },
    // It must not be replaced while someone edits it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
    meta: { isEdited: true },
  });

export type ChangelogFields = FieldsOf<'createChangelog'> & { removeAttachmentIds?: string[] };

/** Without an ID, creates an entry. With an ETag, fails if someone else has saved since. */
interface Place {
  id?: string | undefined;
  etag?: string | undefined;
}

export const useSaveChangelog = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, etag, ...fields }: ChangelogFields & Place) => {
      if (id !== undefined) return earshot.changelogs.update(id, fields, { ifMatch: etag });
      const { removeAttachmentIds, ...made } = fields;
      return earshot.changelogs.create(made);
    },
    onSuccess: ({ state }) => {
      // Publishing may have completed the linked posts.
      if (state === 'published') void queryClient.invalidateQueries({ queryKey: ['posts', 'one'] });
      return queryClient.invalidateQueries({ queryKey: ['changelogs'] });
    },
  });
};

export const useDeleteChangelog = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => earshot.changelogs.delete(id),
    onSuccess: (_deleted, id) => {
      queryClient.removeQueries({ queryKey: ['changelogs', 'one', id] });
      return queryClient.invalidateQueries({ queryKey: ['changelogs', 'list'] });
    },
  });
};
