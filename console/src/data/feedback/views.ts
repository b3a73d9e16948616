// Saved views: the shared ones, and the member's own.

import type { BodyOf, View } from '@earshot/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';

/** A workspace can have no more. */
const maxViews = 500;

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }): Promise<View[]> => earshot.views.list({ signal }).toArray({ max: maxViews }),
  staleTime: 60_000,
});

export const useViews = () => useQuery(viewsQuery);

export type ViewFields = BodyOf<'createView'>;

function useViewChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The page needs the new view before it goes there.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['views'] }),
  });
}

export const useCreateView = () => useViewChange(async (fields: ViewFields) => earshot.views.create(fields));

export const useUpdateView = () =>
  useViewChange(async ({ id, ...fields }: Partial<ViewFields> & { id: string }) =>
    earshot.views.update(id, fields),
  );

export const useDeleteView = () => useViewChange(async (id: string) => earshot.views.delete(id));
