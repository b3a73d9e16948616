// The feedback list: search, filter, and triage by keyboard or mouse.

import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { nothingAsked } from '../../data/feedback/feedback-search.ts';
import { rememberSearch } from '../../data/feedback/list-position.ts';
import type { ListedPost } from '../../data/feedback/posts.ts';
import {
  type PickerName,
  usePostKeys,
  usePostPickers,
} from '../../parts/feedback/pickers/use-post-pickers.tsx';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { lazyComponent } from '../../parts/states/lazy-component.tsx';
import { ErrorState, RowsSkeleton } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FeedbackEmpty, ViewGone } from './feedback-empty.tsx';
import classes from './feedback-page.module.css';
import { FeedbackTitle } from './feedback-title.tsx';
import { FeedbackToolbar } from './feedback-toolbar.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { type ListHandle, PostRows } from './post-rows.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useAsked } from './use-asked.ts';
import { useHeight } from './use-height.ts';
import { useListedPosts } from './use-listed-posts.ts';
import { isSelectable, useSelection } from './use-selection.ts';
import { ViewTabs } from './views/view-tabs.tsx';

const Peek = lazyComponent(async () => (await import('./peek.tsx')).Peek);

export function FeedbackPage() {
  const texts = useTexts();
  usePageTitle(texts.places.posts);
  const asked = useAsked();
  const { address, search, change } = asked;
  const navigate = useNavigate();
  const { list, posts, loadMore } = useListedPosts(search, !asked.isUnknown);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const searchBox = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  // A ref would be set only after the rows' first effects, if the posts are cached. They restore the position.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const head = useRef<HTMLDivElement>(null);
  const headHeight = useHeight(head);
  // On a short screen, as with a large zoom, the head would leave no room for posts: it scrolls away.
  const isShort = useMediaQuery('(max-height: 36em)', false, { getInitialValueInEffect: false });
  const coveredHeight = isShort ? 0 : headHeight;
  const { active, current, setActiveId } = useActiveRow(posts, handle);
  const selection = useSelection(search, posts, list);
  const { chosen, clear } = selection;

  const name = JSON.stringify(search);
  const [shown, setShown] = useState(name);
  if (shown !== name) {
    setShown(name);
    setActiveId(undefined);
    selection.clear();
  }
  const { open: openPicker, picker } = usePostPickers({
    onPicked: (picked) => picked !== 'tags' && deselect(),
  });
  const activeId = useRef<string>(undefined);
  activeId.current = current?.id;
  const { selectTo: selectFrom } = selection;
  const selectTo = useCallback((id: string) => selectFrom(id, activeId.current), [selectFrom]);
  const openLatest = useRef(openPicker);
  openLatest.current = openPicker;
  const pick = useCallback(
    (post: ListedPost, anchor: Element) => openLatest.current('status', [post], anchor),
    [],
  );
  useEffect(() => rememberSearch(address, search), [address, search]);
  /** From the active row, or else from the first visible one. */
  const go = (step: 1 | -1, event?: { shiftKey: boolean }) => {
    if (posts.length === 0) return;
    const target = active < 0 ? (handle.current?.first() ?? 0) : active + step;
    const next = Math.max(0, Math.min(posts.length - 1, target));
    const nextId = posts[next]?.id;
    if (event?.shiftKey !== true) selection.endRange();
    else if (nextId !== undefined) selection.selectTo(nextId, current?.id);
    setActiveId(nextId);
    handle.current?.focus(next);
  };
  const open = (edit: boolean) =>
    current !== undefined &&
    void navigate({
      to: '/posts/$postId',
      params: { postId: current.mergedInto?.id ?? current.id },
      search: edit ? { edit: true } : {},
    });

  const deselect = () => {
    selection.clear();
    // The bulk bar disappears; don't lose the focus with it.
    if (active >= 0) handle.current?.focus(active);
  };

  const [isPeekOpen, setPeekOpen] = useState(false);
  // Keys and the bar act on what is selected, not on the post in the panel.
  const isPeeking = isPeekOpen && chosen.length === 0;
  const closePeek = () => {
    setPeekOpen(false);
    if (active >= 0) handle.current?.focus(active);
  };
  const peek = useCallback(
    (postId: string) => {
      clear();
      setActiveId(postId);
      setPeekOpen(true);
    },
    [clear, setActiveId],
  );

  useShortcuts({
    ' ': () => {
      if (isPeeking) closePeek();
      else if (current !== undefined) peek(current.id);
    },
    j: (event) => go(1, event),
    ArrowDown: (event) => go(1, event),
    k: (event) => go(-1, event),
    ArrowUp: (event) => go(-1, event),
    Enter: () => open(false),
    e: () => open(true),
    '/': () => searchBox.current?.focus(),
    c: () => void navigate({ to: '/posts/new' }),
    x: () => current !== undefined && isSelectable(current) && selection.toggle(current.id),
    Escape: () => (isPeeking ? closePeek() : clear()),
  });
  const bar = useRef<HTMLElement>(null);
  /** Of the selected posts, or else of the active one, at its row. */
  const openFor = (name: PickerName, anchor = bar.current) => {
    if (chosen.length > 0 && anchor !== null) return openPicker(name, chosen, anchor);
    const row = handle.current?.rowOf(active);
    if (current !== undefined && isSelectable(current) && row != null) openPicker(name, [current], row);
  };
  return (
    <div className={classes.page} data-scrolls>
      <div className={classes.list}>
        <div className={classes.scroller} ref={setScroller} style={{ scrollPaddingTop: coveredHeight }}>
          <div className={classes.head} ref={head} data-sticky={!isShort}>
            <FeedbackTitle list={list} posts={posts} />
            <ViewTabs views={asked.views} view={asked.view} search={search} isGone={asked.isViewGone} />
            <FeedbackToolbar search={search} searchBox={searchBox} onChange={change} onEnter={() => go(1)} />
            <FilterChips search={search} onChange={change} />
          </div>
          {asked.isViewGone ? (
            <ViewGone />
          ) : asked.viewsError !== null ? (
            <div className={classes.pad}>
              <ErrorState error={asked.viewsError} onRetry={asked.readViews} />
            </div>
          ) : list.error !== null && data === undefined ? (
            <div className={classes.pad}>
              <ErrorState error={list.error} onRetry={() => void list.refetch()} />
            </div>
          ) : asked.isUnknown || data === undefined || (posts.length === 0 && hasNextPage) ? (
            <div className={classes.pad}>
              <RowsSkeleton rows={14} height={32} />
            </div>
          ) : posts.length === 0 ? (
            <FeedbackEmpty search={search} onClear={() => change(nothingAsked)} />
          ) : (
            scroller !== null && (
              <PostRows
                key={name}
                name={name}
                handle={handle}
                scroller={scroller}
                headHeight={headHeight}
                coveredHeight={coveredHeight}
                posts={posts}
                search={search.q}
                isStale={list.isPlaceholderData}
                isWhole={!hasNextPage}
                isLoadingMore={isFetchingNextPage}
                failure={isFetchNextPageError ? list.error : null}
                active={active}
                selected={selection.selected}
                onActive={setActiveId}
                onToggle={selection.toggle}
                onRange={selectTo}
                onPickStatus={pick}
                onPeek={peek}
                onEnd={loadMore}
                onRetry={() => void fetchNextPage()}
              />
            )
          )}
        </div>
        {chosen.length > 0 && (
          <BulkBar
            ref={bar}
            selection={selection}
            isWhole={!hasNextPage}
            onPick={(picked, anchor) => openPicker(picked, chosen, anchor)}
            onDone={deselect}
          />
        )}
      </div>
      {isPeeking && current !== undefined ? (
        <Suspense>
          <Peek
            row={current}
            neighbors={[posts[active - 1], posts[active + 1]]}
            onLeave={() => handle.current?.focus(active)}
            onClose={closePeek}
          />
        </Suspense>
      ) : (
        <PostKeys open={openFor} />
      )}
      {picker}
    </div>
  );
}

/** The view of a post in the panel has the same keys, for itself. */
function PostKeys({ open }: { open: (name: PickerName) => void }) {
  usePostKeys(open);
  return null;
}
