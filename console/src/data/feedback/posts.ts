// Posts: the list, one post, and changes. Changes are written into cached lists directly, because refetching a long
// list would mean fetching all of its pages.

import type { FieldsOf, Page, Post, PostDetail, SimilarPost } from '@earshot/client';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { defaultSort, type FeedbackSearch, filtersOf } from './feedback-search.ts';

/** Without the description, which no row shows and which would fill the memory of a long list. */
export type ListedPost = Omit<Post, 'description' | 'descriptionHtml' | 'author' | 'tags' | 'mergedInto'> &
  Required<Pick<Post, 'author' | 'tags' | 'mergedInto'>>;
type Pages = InfiniteData<Page<ListedPost>, string | undefined>;

const listKey = ['posts', 'list'] as const;
export const postKey = (id: string) => ['posts', 'one', id] as const;

const included = ['details', 'mergedInto'] as const;
const firstPageSize = 50;
const pageSize = 100;

/** How often an empty list checks for its first post. */
const waitMs = 3_000;

/** How long all loaded pages are kept for someone who reads a post, to go back to the same row. */
const keptMs = 60 * 60_000;

export const postListQuery = (search: FeedbackSearch) => {
  const filters = filtersOf(search);
  const { sort = defaultSort } = search;
  return infiniteQueryOptions({
    queryKey: [...listKey, { filters, sort }],
    queryFn: async ({ pageParam, signal }): Promise<Page<ListedPost>> => {
      const page = await earshot.posts
        .list({
          filters,
          sortBy: sort,
          // The details have the visibility.
          include: pageParam === undefined ? [...included, 'total'] : included,
          limit: pageParam === undefined ? firstPageSize : pageSize,
          after: pageParam,
          signal,
        })
        .page();
      return { ...page, items: page.items.map(({ description, descriptionHtml, ...post }) => post) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    // Otherwise each new page is compared with all earlier ones.
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.items.length === 0 ? waitMs : false),
    gcTime: keptMs,
    // Long lists are refetched when something has changed, not because time has passed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state: { data } }) => data === undefined,
    refetchOnMount: ({ state: { data } }) => (data?.pages.length ?? 0) <= 1,
  });
};

export const usePostList = (search: FeedbackSearch, isKnown: boolean) =>
  useInfiniteQuery({ ...postListQuery(search), enabled: isKnown });

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: async ({ signal, client }) => {
      const post = await earshot.posts.get(id, { include: ['attachments', 'mergedInto'], signal });
      patchLists(client, new Map([[id, listedOf(post)]]));
      return post;
    },
  });

export const usePost = (id: string) => useQuery(postQuery(id));

/** Posts merged into this one. */
export const useMergedPosts = (id: string) =>
  useInfiniteQuery({
    queryKey: ['posts', 'merged', id],
    queryFn: ({ pageParam, signal }): Promise<Page<Post>> =>
      earshot.posts.list({ filters: { mergedIntoId: id }, limit: 20, after: pageParam, signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export interface MatchCount {
  count: number;
  /** More than that match. */
  isMore: boolean;
}

export const countKey = ['posts', 'count'] as const;

/** How many posts the list has in all. */
export const useMatchCount = (search: FeedbackSearch, isAsked: boolean) => {
  // Merged posts can't be changed, so they are not counted.
  const filters = { ...filtersOf(search), merged: false };
  return useQuery({
    queryKey: [...countKey, filters],
    queryFn: async ({ signal }): Promise<MatchCount> => {
      const { total, totalIsMore } = await earshot.posts
        .list({ filters, include: ['total'], limit: 1, signal })
        .page();
      return { count: total ?? 0, isMore: totalIsMore === true };
    },
    enabled: isAsked,
  });
};

/** Posts to choose from, matched by the beginnings of words in the title. */
export const usePostChoice = (words: string, isAsked = true) =>
  useQuery({
    enabled: isAsked,
    queryKey: ['posts', 'choice', words],
    queryFn: async ({ signal }): Promise<Post[]> => {
      const filters = { merged: false, ...(words !== '' && { search: words }) };
      const page = await earshot.posts
        .list({ filters, include: ['author'], limit: 10, sortBy: 'votes', signal })
        .page();
      return page.items;
    },
    placeholderData: keepPreviousData,
  });

export const similarQuery = (title: string) =>
  queryOptions({
    queryKey: ['posts', 'similar', title],
    queryFn: ({ signal }): Promise<SimilarPost[]> =>
      Promise.resolve(earshot.posts.similar({ title, limit: 6, signal })),
    enabled: title.trim().length > 2,
  });

export const useSimilarPosts = (title: string) =>
  useQuery({ ...similarQuery(title), placeholderData: keepPreviousData });

/** A few posts with all that tells equal titles apart, as they become known. */
export const usePostsOf = (ids: readonly string[]): ReadonlyMap<string, PostDetail> =>
  useQueries({
    queries: ids.map((id) => postQuery(id)),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });

/** Updates posts in every cached list. */
export function patchLists(
  queryClient: QueryClient,
  changes: ReadonlyMap<string, Partial<ListedPost>>,
): void {
  queryClient.setQueriesData<Pages>({ queryKey: listKey }, (data) => {
    const isConcerned = (page: Page<ListedPost>) => page.items.some(({ id }) => changes.has(id));
    // Returning undefined leaves the list and its age unchanged.
    if (!data?.pages.some(isConcerned)) return undefined;
    const pages = data.pages.map((page) =>
      isConcerned(page)
        ? { ...page, items: page.items.map((post) => ({ ...post, ...changes.get(post.id) })) }
        : page,
    );
    return { ...data, pages };
  });
}

/** Removes posts from every cached list, without moving the scroll position. */
export function dropFromLists(queryClient: QueryClient, ids: ReadonlySet<string>): void {
  queryClient.setQueriesData<Pages>({ queryKey: listKey }, (data) => {
    if (!data?.pages.some(({ items }) => items.some(({ id }) => ids.has(id)))) return undefined;
    const pages = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.has(id)) }));
    return { ...data, pages };
  });
}

/** A new post may belong anywhere in a list, so lists start over. */
export const restartLists = (queryClient: QueryClient) => queryClient.resetQueries({ queryKey: listKey });

function listedOf(post: PostDetail): Partial<ListedPost> {
  const { description, descriptionHtml, attachments, similar, isDuplicate, ...listed } = post;
  return listed;
}

export function keepPost(queryClient: QueryClient, post: PostDetail): void {
  queryClient.setQueryData<PostDetail>(postKey(post.id), (before) => ({ ...before, ...post }));
  patchLists(queryClient, new Map([[post.id, listedOf(post)]]));
}

export type PostFields = FieldsOf<'createPost'>;
export type PostChange = FieldsOf<'updatePost'>;

export const useCreatePost = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fields: PostFields) => earshot.posts.create(fields),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
      return restartLists(queryClient);
    },
  });
};

/** With `version`, fails if someone else has edited the post since. */
export const useChangePost = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, so that the last one counts.
    scope: { id: `post ${id}` },
    mutationFn: async ({ version, ...change }: PostChange & { version?: number }) =>
      earshot.posts.update(id, change, version === undefined ? {} : { ifMatch: version }),
    onSuccess: (post) => keepPost(queryClient, post),
  });
};

/** A post as it is now, to ask before it is merged into. */
export const useFindPost = () => useMutation({ mutationFn: async (id: string) => earshot.posts.get(id) });

/** Votes and comments have moved between posts. */
export async function readMergesAgain(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [
      ['posts', 'one'],
      ['posts', 'merged'],
      ['comments'],
      ['voters'],
      ['followers'],
      ['history'],
      ['posts', 'similar'],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
