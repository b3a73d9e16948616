// The feedback list: search, filter, and triage by keyboard or mouse.

import { ActionIcon, Group, Text, Title, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useHiddenPosts } from '../../data/delayed-deletions.ts';
import { useChangingPosts } from '../../data/feedback/bulk-change.ts';
import { isListed, nothingAsked } from '../../data/feedback/feedback-search.ts';
import { rememberSearch } from '../../data/feedback/list-position.ts';
import { type ListedPost, usePostList } from '../../data/feedback/posts.ts';
import {
  type PickerName,
  usePostKeys,
  usePostPickers,
} from '../../parts/feedback/pickers/use-post-pickers.tsx';
import { PublishDialog } from '../../parts/feedback/publish-dialog.tsx';
import { useVisibilityChange } from '../../parts/feedback/use-visibility-change.ts';
import { IconKeyboard, IconPlus } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { ErrorState, RowsSkeleton } from '../../parts/states/states.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useListTexts } from '../../texts/list.ts';
import { useTexts } from '../../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FeedbackEmpty, ViewGone } from './feedback-empty.tsx';
import classes from './feedback-page.module.css';
import { FeedbackToolbar } from './feedback-toolbar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type ListHandle, PostRows } from './post-rows.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useAsked } from './use-asked.ts';
import { useHeight } from './use-height.ts';
import { isSelectable, useSelection } from './use-selection.ts';
import { ViewTabs } from './view-tabs.tsx';

const noPosts: ListedPost[] = [];

export function FeedbackPage() {
  const texts = useTexts();
  usePageTitle(texts.places.posts);
  const asked = useAsked();
  const { address, search, change } = asked;
  const navigate = useNavigate();
  const list = usePostList(search, !asked.isUnknown);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const { changeVisibility } = useVisibilityChange();
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
  const [publishing, setPublishing] = useState<readonly ListedPost[] | null>(null);
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
  const { chosen } = selection;

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
  /** After an error, the person retries. */
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  // All loaded posts have left the list, but there may be more.
  useEffect(() => {
    if (posts.length === 0) loadMore();
  }, [posts.length, loadMore]);
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

  useShortcuts({
    j: (event) => go(1, event),
    ArrowDown: (event) => go(1, event),
    k: (event) => go(-1, event),
    ArrowUp: (event) => go(-1, event),
    Enter: () => open(false),
    e: () => open(true),
    '/': () => searchBox.current?.focus(),
    c: () => void navigate({ to: '/posts/new' }),
    x: () => current !== undefined && isSelectable(current) && selection.toggle(current.id),
    Escape: selection.clear,
  });
  const bar = useRef<HTMLElement>(null);
  /** Of the selected posts, or else of the active one, at its row. */
  const openFor = (name: PickerName, anchor = bar.current) => {
    if (chosen.length > 0 && anchor !== null) return openPicker(name, chosen, anchor);
    const row = handle.current?.rowOf(active);
    if (current !== undefined && isSelectable(current) && row != null) openPicker(name, [current], row);
  };
  usePostKeys(openFor);

  return (
    <div className={classes.page} data-scrolls>
      <div className={classes.scroller} ref={setScroller} style={{ scrollPaddingTop: coveredHeight }}>
        <div className={classes.head} ref={head} data-sticky={!isShort}>
          <Group justify="space-between" wrap="nowrap">
            <Group gap="sm" align="baseline">
              <Title order={1}>{texts.places.posts}</Title>
              <Count list={list} posts={posts} />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <Tooltip label={texts.shell.shortcuts}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  visibleFrom="sm"
                  aria-label={texts.shell.shortcuts}
                  onClick={() => window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))}
                >
                  <IconKeyboard size={20} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Tooltip>
              <ButtonLink to="/posts/new" leftSection={<IconPlus size={16} aria-hidden />}>
                {texts.feedback.create}
              </ButtonLink>
            </Group>
          </Group>
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
          onStatus={(anchor) => openPicker('status', chosen, anchor)}
          onVisibility={(to) => {
            const others = chosen.filter(({ visibility }) => visibility !== to);
            if (to === 'public' && others.length > 0) return setPublishing(others);
            changeVisibility(others, to);
            deselect();
          }}
        />
      )}
      {publishing !== null && (
        <PublishDialog
          count={publishing.length}
          onPublish={(choice) => {
            changeVisibility(publishing, 'public', choice);
            setPublishing(null);
            deselect();
          }}
          onClose={() => setPublishing(null)}
        />
      )}
      {picker}
    </div>
  );
}

/** How many posts match, without those that have left the list since it was read. */
function Count(props: { list: ReturnType<typeof usePostList>; posts: readonly ListedPost[] }) {
  const { count } = useListTexts();
  const formats = useFormats();
  const { data, isPlaceholderData } = props.list;
  const [first] = data?.pages ?? [];
  if (data === undefined || first?.total === undefined || isPlaceholderData) return null;
  const loaded = new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id))).size;
  const total = first.total - (loaded - props.posts.length);
  const shown = first.totalIsMore === true ? `${formats.number(first.total)}+` : formats.number(total);
  return (
    <Text span c="dimmed" size="sm" role="status">
      {count(total, shown)}
    </Text>
  );
}
