// Statuses, post types and tags. Small lists, read in full.

import type { BodyOf, PostType, Status, Tag } from '@earshot/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changedFields } from './changed-fields.ts';
import { earshot } from './client.ts';

const minutes = 60_000;

export const statusesQuery = queryOptions({
  queryKey: ['statuses'],
  queryFn: ({ signal }): Promise<Status[]> => earshot.statuses.list({ signal }).toArray(),
  staleTime: minutes,
});

export const useStatuses = () => useQuery(statusesQuery);

export const postTypesQuery = queryOptions({
  queryKey: ['post-types'],
  queryFn: ({ signal }): Promise<PostType[]> => earshot.postTypes.list({ signal }).toArray(),
  staleTime: minutes,
});

export const usePostTypes = () => useQuery(postTypesQuery);

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }): Promise<Tag[]> => earshot.tags.list({ signal }).toArray({ max: 2000 }),
  staleTime: minutes,
});

export const useTags = (isAsked = true) => useQuery({ ...tagsQuery, enabled: isAsked });

export type CatalogName = 'statuses' | 'post-types' | 'tags';

/** Lists of posts need no refresh: they look up names and colors here. */
function useCatalogChange<Input, Output>(name: CatalogName, change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
}

export type StatusFields = BodyOf<'createStatus'>;
export type PostTypeFields = BodyOf<'createPostType'>;
export type TagFields = BodyOf<'createTag'>;

/** As it was when its form opened; undefined for a new one. */
type Before<Thing> = { before: Thing | undefined };

export const useSaveStatus = () =>
  useCatalogChange('statuses', async ({ before, ...fields }: StatusFields & Before<Status>) =>
    before === undefined
      ? earshot.statuses.create(fields)
      : earshot.statuses.update(before.id, changedFields(fields, before)),
  );

export const useSavePostType = () =>
  useCatalogChange('post-types', async ({ before, ...fields }: PostTypeFields & Before<PostType>) =>
    before === undefined
      ? earshot.postTypes.create(fields)
      : earshot.postTypes.update(before.id, changedFields(fields, before)),
  );

export const useSaveTag = () =>
  useCatalogChange('tags', async ({ before, ...fields }: TagFields & Before<Tag>) =>
    before === undefined
      ? earshot.tags.create(fields)
      : earshot.tags.update(before.id, changedFields(fields, before)),
  );

export interface Removal {
  id: string;
  /** Which one its posts get instead. */
  moveTo?: string | undefined;
}

/** Also resets lists of posts, because posts have changed. */
function useRemoval(name: CatalogName, remove: (removal: Removal) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: () => queryClient.resetQueries({ queryKey: ['posts'] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
}

export const useRemoveStatus = () =>
  useRemoval('statuses', async ({ id, moveTo }) => earshot.statuses.delete(id, { moveTo }));

export const useRemovePostType = () =>
  useRemoval('post-types', async ({ id, moveTo }) => earshot.postTypes.delete(id, { moveTo }));

export const useRemoveTag = () => useCatalogChange('tags', async (id: string) => earshot.tags.delete(id));

/**
 * One after the other, so that the last one counts. Pages show the order that was asked for while it is pending: a list
 * that was read before may arrive meanwhile.
 */
function useReorder<T extends { id: string }>(name: CatalogName, reorder: (ids: string[]) => Promise<T[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `order of ${name}` },
    mutationFn: reorder,
    onSuccess: async (ordered) => {
      await queryClient.cancelQueries({ queryKey: [name] });
      queryClient.setQueryData<T[]>([name], ordered);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
}

export const useReorderStatuses = () =>
  useReorder<Status>('statuses', async (ids) => earshot.statuses.reorder(ids));

export const useReorderPostTypes = () =>
  useReorder<PostType>('post-types', async (ids) => earshot.postTypes.reorder(ids));
