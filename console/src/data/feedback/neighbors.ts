// The posts before and after one in the list that the person came from, read before they are asked for.

import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHiddenPosts } from '../delayed-deletions.ts';
import { commentsQuery, historyQuery, notesQuery } from './discussion.ts';
import { lastAsked } from './list-position.ts';
import { postListQuery, postQuery } from './posts.ts';

export interface Neighbors {
  previousId: string | undefined;
  nextId: string | undefined;
}

/** Reads what the view of a post shows first. */
export function prefetchPost(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(postQuery(id));
  void queryClient.prefetchQuery(commentsQuery(id));
  void queryClient.prefetchQuery(notesQuery(id));
  void queryClient.prefetchQuery(historyQuery(id));
}

/** None if the list is not known, or the post is not in it. */
export function useNeighbors(postId: string): Neighbors {
  const queryClient = useQueryClient();
  const hidden = useHiddenPosts();
  // Only what the list has loaded, unless its last row is reached.
  const list = useInfiniteQuery({ ...postListQuery(lastAsked()), enabled: false });
  const posts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = posts.filter(
    ({ id, mergedInto }) => id === postId || (mergedInto === null && !hidden.has(id)),
  );
  const at = shown.findIndex(({ id }) => id === postId);
  const isLast = at >= 0 && at === shown.length - 1;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const previousId = at < 0 ? undefined : shown[at - 1]?.id;
  const nextId = at < 0 ? undefined : shown[at + 1]?.id;
  useEffect(() => {
    for (const id of [nextId, previousId]) if (id !== undefined) prefetchPost(queryClient, id);
  }, [queryClient, nextId, previousId]);
  return { previousId, nextId };
}
