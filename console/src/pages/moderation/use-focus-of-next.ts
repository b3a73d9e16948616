// Deciding takes a row away, and with it the focus: moves it to the row that takes its place.

import { type RefObject, useEffect, useRef } from 'react';

export function useFocusOfNext(ids: readonly string[]): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<readonly string[]>(ids);
  const joined = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the IDs in one text.
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (gone === -1 || !isLost) return;
    const row = list.current?.children[Math.min(gone, ids.length - 1)];
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }, [joined]);
  return list;
}
