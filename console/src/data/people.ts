// People who give feedback: list, read, edit, export, erase.

import type { BodyOf, FeedbackComment, Page, Post, User, UserExport } from '@earshot/client';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { earshot } from './client.ts';

export const usePeople = (search: string) =>
  useInfiniteQuery({
    queryKey: ['people', 'list', search],
    queryFn: ({ pageParam, signal }): Promise<Page<User>> =>
      earshot.users
        .list({ filters: search === '' ? {} : { search }, limit: 50, after: pageParam, signal })
        .page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });

const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: async ({ signal }): Promise<User> => earshot.users.get(id, { signal }),
  });

export const usePerson = (id: string) => useQuery(personQuery(id));

/** A few people by ID, as far as they are read. */
export const useSomePeople = (ids: readonly string[]): User[] =>
  useQueries({ queries: ids.map(personQuery) }).flatMap(({ data }) => data ?? []);

export const usePostsOf = (id: string) =>
  useQuery({
    queryKey: ['people', 'one', id, 'posts'],
    queryFn: async ({ signal }): Promise<Page<Post>> => earshot.users.posts(id, { limit: 50, signal }).page(),
  });

/** The posts a person voted for; votes only have their IDs. */
export const useVotesOf = (id: string) =>
  useQuery({
    queryKey: ['people', 'one', id, 'votes'],
    queryFn: async ({ signal }): Promise<Page<Post>> =>
      earshot.posts.list({ filters: { voterId: id }, limit: 50, signal }).page(),
  });

export const useCommentsOf = (id: string) =>
  useQuery({
    queryKey: ['people', 'one', id, 'comments'],
    queryFn: async ({ signal }): Promise<Page<FeedbackComment>> =>
      earshot.users.comments(id, { limit: 50, signal }).page(),
  });

export type PersonFields = BodyOf<'updateUser'>;

export const useChangePerson = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fields: PersonFields) => earshot.users.update(id, fields),
    onSuccess: (person) => {
      queryClient.setQueryData(['people', 'one', id], person);
      return queryClient.invalidateQueries({ queryKey: ['people', 'list'] });
    },
  });
};

export const useExportPerson = () =>
  useMutation({ mutationFn: async (id: string): Promise<UserExport> => earshot.users.export(id) });

/** Erasing changes names everywhere, so everything cached is invalid. */
export const useErasePerson = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => earshot.users.delete(id),
    onSuccess: (_deleted, id) => {
      queryClient.removeQueries({ queryKey: ['people', 'one', id] });
      void queryClient.resetQueries({ queryKey: ['posts', 'list'] });
      return queryClient.invalidateQueries({
        predicate: ({ queryKey }) =>
          ['people', 'comments', 'voters', 'followers', 'posts'].includes(String(queryKey[0])),
      });
    },
  });
};
