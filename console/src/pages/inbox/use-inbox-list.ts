// The posts of the inbox and the current one among them: which it is, that it is in sight, and that those around it are
// read before they are asked for.

import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { useHiddenPosts } from '../../data/delayed-deletions.ts';
import { prefetchPost } from '../../data/feedback/neighbors.ts';
import { similarQuery } from '../../data/feedback/posts.ts';
import type { Inbox, InboxItem } from '../../data/inbox.ts';

const route = getRouteApi('/shell/inbox');

export function useInboxList(inbox: Inbox, isBeside: boolean) {
  const { post: chosenId } = route.useSearch();
  const navigate = useNavigate();
  const hidden = useHiddenPosts();
  const items = inbox.items.filter(({ postId }) => !hidden.has(postId));
  const currentId = chosenId ?? (isBeside ? items[0]?.postId : undefined);
  const at = items.findIndex(({ postId }) => postId === currentId);
  const show = (postId: string | undefined) =>
    void navigate({ to: '/inbox', search: postId === undefined ? {} : { post: postId }, replace: true });
  usePrefetched([items[at], items[at + 1], items[at + 2], items[at - 1]]);
  return {
    items,
    currentId,
    /** Undefined if the post that is shown is not, or no longer, in the inbox. */
    current: items[at],
    show,
    go: (step: 1 | -1) => {
      const next = items[at < 0 ? 0 : at + step];
      if (next !== undefined) show(next.postId);
    },
    /** To the post that takes the place of the current one. */
    leave: () => show((items[at + 1] ?? items[at - 1])?.postId),
  };
}

function usePrefetched(items: readonly (InboxItem | undefined)[]): void {
  const queryClient = useQueryClient();
  const name = items.map((item) => item?.postId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same posts need no other reads.
  useEffect(() => {
    for (const item of items) {
      if (item === undefined) continue;
      prefetchPost(queryClient, item.postId);
      void queryClient.prefetchQuery(similarQuery(item.title));
    }
  }, [queryClient, name]);
}

const rowIn = (rows: Element | null, postId: string | undefined) =>
  rows?.querySelector<HTMLElement>(`[data-post="${postId}"]`) ?? null;

/** Keeps the current row in sight. It has the focus, unless something else on the page does. */
export function useCurrentRow(rows: RefObject<Element | null>, currentId: string | undefined) {
  useEffect(() => {
    const row = rowIn(rows.current, currentId);
    row?.scrollIntoView({ block: 'nearest' });
    const { activeElement } = document;
    if (activeElement === document.body || rows.current?.contains(activeElement))
      row?.focus({ preventScroll: true });
  }, [rows, currentId]);
  return () => rowIn(rows.current, currentId);
}
