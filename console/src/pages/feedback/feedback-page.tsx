// The list of feedback: found, filtered, walked through and sorted out by keyboard or by hand.

import { ActionIcon, Group, Title, Tooltip } from '@mantine/core';
import { IconKeyboard, IconPlus } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FeedbackSearch } from '../../data/feedback-search.ts';
import { leaveSearch } from '../../data/left-list.ts';
import { type ListedPost, usePostList } from '../../data/posts.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { FailedState, RowsSkeleton } from '../../parts/states.tsx';
import { StatusPicker } from '../../parts/status-picker.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FeedbackEmpty } from './feedback-empty.tsx';
import classes from './feedback-page.module.css';
import { FeedbackToolbar } from './feedback-toolbar.tsx';
import { type ListHandle, PostRows } from './post-rows.tsx';
import { useMoving } from './use-moving.ts';

const route = getRouteApi('/shell/feedback');

const noPosts: ListedPost[] = [];

export function FeedbackPage() {
  const texts = useTexts();
  usePageTitle(texts.places.feedback);
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = usePostList(search);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const posts = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? noPosts, [data]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** By its id, not its place: what comes in meanwhile must not put another post under the keys. */
  const [activeId, setActiveId] = useState<string>();
  const [isPicking, setPicking] = useState<readonly ListedPost[] | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  const move = useMoving();

  const chosen = useMemo(() => posts.filter(({ id }) => selected.has(id)), [posts, selected]);
  const active = useMemo(
    () => (activeId === undefined ? -1 : posts.findIndex(({ id }) => id === activeId)),
    [posts, activeId],
  );
  const current = posts[active];
  const name = JSON.stringify(search);
  const [shown, setShown] = useState(name);
  if (shown !== name) {
    setShown(name);
    setActiveId(undefined);
    setSelected(new Set());
  }
  const toggle = useCallback(
    (id: string) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const pick = useCallback((post: ListedPost) => setPicking([post]), []);
  /** What has failed is asked for again by the person, who is told of it. */
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  useEffect(() => leaveSearch(search), [search]);
  /** From where one is, or else from what is in sight. */
  const go = (step: 1 | -1) => {
    if (posts.length === 0) return;
    const wish = active < 0 ? (handle.current?.first() ?? 0) : active + step;
    const next = Math.max(0, Math.min(posts.length - 1, wish));
    setActiveId(posts[next]?.id);
    handle.current?.focus(next);
  };
  const change = useCallback(
    (part: FeedbackSearch) => {
      // Each choice can be gone back to; the letters of one search cannot, one by one.
      const replace = part.q !== undefined && search.q !== undefined;
      void navigate({ to: '/feedback', search: (before) => ({ ...before, ...part }), replace });
    },
    [navigate, search.q],
  );
  const open = (edit: boolean) =>
    current !== undefined &&
    void navigate({
      to: '/feedback/$postId',
      params: { postId: current.id },
      search: edit ? { edit: true } : {},
    });

  useShortcuts({
    j: () => go(1),
    ArrowDown: () => go(1),
    k: () => go(-1),
    ArrowUp: () => go(-1),
    Enter: () => open(false),
    e: () => open(true),
    '/': () => searchBox.current?.focus(),
    c: () => void navigate({ to: '/feedback/new' }),
    x: () => current !== undefined && toggle(current.id),
    s: () => {
      if (chosen.length > 0) setPicking(chosen);
      else if (current !== undefined) setPicking([current]);
    },
    Escape: () => setSelected(new Set()),
  });

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Group justify="space-between" wrap="nowrap">
          <Title order={1}>{texts.places.feedback}</Title>
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
            <ButtonLink to="/feedback/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {texts.feedback.create}
            </ButtonLink>
          </Group>
        </Group>
        <FeedbackToolbar search={search} searchBox={searchBox} onChange={change} onEnter={() => go(1)} />
      </div>
      {list.error !== null && data === undefined ? (
        <div className={classes.pad}>
          <FailedState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : data === undefined ? (
        <div className={classes.pad}>
          <RowsSkeleton rows={10} height={52} />
        </div>
      ) : posts.length === 0 ? (
        <FeedbackEmpty
          isFiltered={Object.keys(search).some((name) => name !== 'sort')}
          onClear={() => change({ q: undefined, status: undefined, type: undefined } as FeedbackSearch)}
        />
      ) : (
        <PostRows
          key={name}
          name={name}
          handle={handle}
          posts={posts}
          isStale={list.isPlaceholderData}
          isWhole={!hasNextPage}
          isLoadingMore={isFetchingNextPage}
          failure={isFetchNextPageError ? list.error : null}
          active={active}
          selected={selected}
          onActive={setActiveId}
          onToggle={toggle}
          onPickStatus={pick}
          onEnd={loadMore}
          onRetry={() => void fetchNextPage()}
        />
      )}
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          isAll={chosen.length === posts.length}
          onAll={() => setSelected(new Set(posts.map(({ id }) => id)))}
          onStatus={() => setPicking(chosen)}
          onClear={() => setSelected(new Set())}
        />
      )}
      {isPicking !== null && (
        <StatusPicker
          title={isPicking.length === 1 ? texts.feedback.moveOne : texts.feedback.moveMany(isPicking.length)}
          currentId={isPicking.length === 1 ? isPicking[0]?.statusId : undefined}
          onPick={(status) => {
            move(isPicking, status);
            setPicking(null);
            setSelected(new Set());
            // The bar of the selection goes, and the focus must not go with it.
            if (active >= 0) handle.current?.focus(active);
          }}
          onClose={() => setPicking(null)}
        />
      )}
    </div>
  );
}
