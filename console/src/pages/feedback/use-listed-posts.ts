// The posts of the list as they are shown: without those that were just changed to match no longer, or deleted.

import { useCallback, useEffect, useMemo } from 'react';
import { useHiddenPosts } from '../../data/delayed-deletions.ts';
import { useChangingPosts } from '../../data/feedback/bulk-change.ts';
import { type FeedbackSearch, isListed } from '../../data/feedback/feedback-search.ts';
import { type ListedPost, usePostList } from '../../data/feedback/posts.ts';

const noPosts: ListedPost[] = [];

/** `isKnown`: whether the filters are read, which a view may have. */
export function useListedPosts(search: FeedbackSearch, isKnown: boolean) {
  const list = usePostList(search, isKnown);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const changing = useChangingPosts();
  const hidden = useHiddenPosts();
  // A post that no longer matches the filter disappears immediately, and reappears if the change is undone or refused.
  const posts = useMemo(() => {
    // A post that moves while the next page is read may be on both.
    const byId = new Map(data?.pages.flatMap(({ items }) => items.map((post) => [post.id, post] as const)));
    for (const id of hidden) byId.delete(id);
    const all = byId.size === 0 ? noPosts : [...byId.values()];
    return list.isPlaceholderData
      ? all
      : all.filter((post) => changing.has(post.id) || isListed(post, search));
  }, [data, list.isPlaceholderData, search, changing, hidden]);
  /** After an error, the person retries. */
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  // All loaded posts have left the list, but there may be more.
  useEffect(() => {
    if (posts.length === 0) loadMore();
  }, [posts.length, loadMore]);
  return { list, posts, loadMore };
}
