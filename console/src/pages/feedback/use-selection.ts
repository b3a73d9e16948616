// Which posts are selected. "Select all that match" loads them first, up to a limit, so that only visible posts are
// ever selected.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FeedbackSearch } from '../../data/feedback/feedback-search.ts';
import {
  type ListedPost,
  type MatchCount,
  useMatchCount,
  type usePostList,
} from '../../data/feedback/posts.ts';
import { useNotify } from '../../parts/states/notify.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';

type List = ReturnType<typeof usePostList>;

const none: ReadonlySet<string> = new Set();

/** Selected posts are loaded. */
const maxSelected = 5000;

const upToMax = ({ count, isMore }: MatchCount): MatchCount => ({
  count: Math.min(count, maxSelected),
  isMore: isMore || count > maxSelected,
});

/** A merged post can't be changed; its target can. */
export const isSelectable = ({ mergedInto }: ListedPost): boolean => mergedInto === null;

const idsOf = (posts: readonly ListedPost[]) => posts.filter(isSelectable).map(({ id }) => id);

export function useSelection(search: FeedbackSearch, posts: readonly ListedPost[], list: List) {
  const [selected, setSelected] = useState(none);
  const chosen = useMemo(() => posts.filter(({ id }) => selected.has(id)), [posts, selected]);
  const loaded = useMemo(() => idsOf(posts), [posts]);
  const isAllLoaded = chosen.length > 0 && chosen.length === loaded.length;
  const mayBeMore = isAllLoaded && list.hasNextPage;
  const found = useMatchCount(search, mayBeMore).data;
  const matching = found && upToMax(found);
  const gather = useLoadMatching(list, JSON.stringify(search));
  const range = useRange(posts, selected, setSelected);
  const { begin, end } = range;
  const toggle = useCallback(
    (id: string) => {
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
      begin(id);
    },
    [begin],
  );
  return {
    selected,
    chosen,
    loadedCount: loaded.length,
    isAllLoaded,
    /** Known once all loaded posts are selected and there are more. */
    matching: mayBeMore ? matching : undefined,
    toggle,
    selectTo: range.selectTo,
    /** The next range begins at the active row. */
    endRange: range.end,
    clear: useCallback(() => {
      setSelected(none);
      end();
    }, [end]),
    selectLoaded: () => setSelected(new Set(loaded)),
    selectMatching: async () => {
      if (matching === undefined) return;
      const ids = await gather(matching.count);
      if (ids !== undefined) setSelected(new Set(ids));
    },
  };
}

/** Shift selects from the last row that was toggled or active. Going back shrinks the range. */
function useRange(
  posts: readonly ListedPost[],
  selected: ReadonlySet<string>,
  setSelected: (ids: ReadonlySet<string>) => void,
) {
  const latest = useRef({ posts, selected });
  latest.current = { posts, selected };
  const start = useRef<{ id: string; base: ReadonlySet<string> | undefined }>(undefined);
  return {
    begin: useCallback((id: string) => {
      start.current = { id, base: undefined };
    }, []),
    end: useCallback(() => {
      start.current = undefined;
    }, []),
    /** `activeId`: where it begins if no row was toggled. */
    selectTo: useCallback(
      (id: string, activeId: string | undefined) => {
        const { posts: rows, selected: now } = latest.current;
        const { id: fromId, base = now } = start.current ?? { id: activeId ?? id };
        start.current = { id: fromId, base };
        const ends = [fromId, id].map((one) => rows.findIndex((post) => post.id === one));
        const between = rows.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1);
        setSelected(new Set([...base, ...idsOf(between)]));
      },
      [setSelected],
    ),
  };
}

/** Loads pages until enough posts are loaded; undefined if canceled. */
function useLoadMatching({ fetchNextPage }: List, name: string) {
  const { feedback } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const running = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: cancel when the list changes.
  useEffect(() => () => running.current?.abort(), [name]);
  return async (wanted: number): Promise<string[] | undefined> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const progress = notify.progress(() => stop.abort());
    let ids: string[] = [];
    try {
      for (let hasMore = true; hasMore && ids.length < wanted && !stop.signal.aborted; ) {
        const { data, error, hasNextPage } = await fetchNextPage();
        if (error !== null) {
          notify.failed(error);
          return undefined;
        }
        ids = idsOf(data?.pages.flatMap(({ items }) => items) ?? []);
        hasMore = hasNextPage;
        progress.report(
          feedback.selecting(formats.number(Math.min(ids.length, wanted)), formats.number(wanted)),
        );
      }
    } finally {
      progress.end();
    }
    return stop.signal.aborted ? undefined : ids.slice(0, wanted);
  };
}
