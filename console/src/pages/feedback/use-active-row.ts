// The row that shortcuts act on. Tracked by post, not by index, so that incoming posts don't shift it to another post.
// When its post leaves the list, the post that takes its place becomes active.

import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ListedPost } from '../../data/feedback/posts.ts';
import type { ListHandle } from './post-rows.tsx';

const hasFocusNowhere = () => document.activeElement?.matches('body, main') ?? true;

export function useActiveRow(posts: readonly ListedPost[], handle: RefObject<ListHandle | null>) {
  const [activeId, setActiveId] = useState<string>();
  const active = useMemo(
    () => (activeId === undefined ? -1 : posts.findIndex(({ id }) => id === activeId)),
    [posts, activeId],
  );
  const place = useRef(-1);
  if (active >= 0) place.current = active;
  const hasLeft = activeId !== undefined && active < 0;
  useLayoutEffect(() => {
    if (!hasLeft || place.current < 0) return;
    const index = Math.min(place.current, posts.length - 1);
    setActiveId(posts[index]?.id);
    if (!hasFocusNowhere()) return;
    if (index < 0) document.getElementById('main')?.focus({ preventScroll: true });
    else handle.current?.focus(index);
  }, [hasLeft, posts, handle]);
  return { active, current: posts[active], setActiveId };
}
