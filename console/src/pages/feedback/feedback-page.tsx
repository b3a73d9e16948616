// The feedback list: search, filter, and triage by keyboard or mouse.

import { ActionIcon, Group, Title, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FeedbackSearch, isListed, nothingAsked } from '../../data/feedback/feedback-search.ts';
import { rememberSearch } from '../../data/feedback/list-position.ts';
import { type ListedPost, usePostList } from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import { PublishDialog } from '../../parts/feedback/publish-dialog.tsx';
import { StatusPicker } from '../../parts/feedback/status-picker.tsx';
import { isPublic, TellFollowers, tellsByItself } from '../../parts/feedback/tell-followers.tsx';
import { useStatusChange } from '../../parts/feedback/use-status-change.ts';
import { useVisibilityChange } from '../../parts/feedback/use-visibility-change.ts';
import { IconKeyboard, IconPlus } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { ErrorState, RowsSkeleton } from '../../parts/states/states.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { FeedbackEmpty } from './feedback-empty.tsx';
import classes from './feedback-page.module.css';
import { FeedbackToolbar } from './feedback-toolbar.tsx';
import { type ListHandle, PostRows } from './post-rows.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useHeight } from './use-height.ts';
import { isSelectable, useSelection } from './use-selection.ts';

const route = getRouteApi('/shell/posts');

const noPosts: ListedPost[] = [];

/** The status that all of these posts have; undefined if they differ. */
const sharedStatus = (posts: readonly ListedPost[]): string | undefined =>
  posts.every(({ statusId }) => statusId === posts[0]?.statusId) ? posts[0]?.statusId : undefined;

export function FeedbackPage() {
  const texts = useTexts();
  usePageTitle(texts.places.posts);
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = usePostList(search);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const { changeStatus, moving } = useStatusChange();
  const { changeVisibility, moving: showing } = useVisibilityChange();
  // A post that no longer matches the filter disappears immediately, and reappears if the change is undone or refused.
  const posts = useMemo(() => {
    // A post that moves while the next page is read may be on both.
    const byId = new Map(data?.pages.flatMap(({ items }) => items.map((post) => [post.id, post] as const)));
    const all = byId.size === 0 ? noPosts : [...byId.values()];
    return list.isPlaceholderData
      ? all
      : all.filter((post) => moving.has(post.id) || showing.has(post.id) || isListed(post, search));
  }, [data, list.isPlaceholderData, search, moving, showing]);
  const [isPicking, setPicking] = useState<readonly ListedPost[] | null>(null);
  const { hasMail } = useSession();
  /** Undefined for what each status says. Moving an internal post tells no one. */
  const [tells, setTells] = useState<boolean>();
  const tellsOf = (post: { visibility?: string }) => (isPublic(post) ? tells : undefined);
  const endPicking = () => {
    setPicking(null);
    setTells(undefined);
  };
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
  const formats = useFormats();
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
  const pick = useCallback((post: ListedPost) => setPicking([post]), []);
  /** After an error, the person retries. */
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  // All loaded posts have left the list, but there may be more.
  useEffect(() => {
    if (posts.length === 0) loadMore();
  }, [posts.length, loadMore]);
  useEffect(() => rememberSearch(search), [search]);
  /** From the active row, or else from the first visible one. */
  const go = (step: 1 | -1) => {
    if (posts.length === 0) return;
    const target = active < 0 ? (handle.current?.first() ?? 0) : active + step;
    const next = Math.max(0, Math.min(posts.length - 1, target));
    setActiveId(posts[next]?.id);
    handle.current?.focus(next);
  };
  const change = useCallback(
    (part: FeedbackSearch) => {
      // Each filter gets its own history entry; each typed letter of a search does not.
      const replace = part.q !== undefined && search.q !== undefined;
      return navigate({ to: '/posts', search: (before) => ({ ...before, ...part }), replace });
    },
    [navigate, search.q],
  );
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
    j: () => go(1),
    ArrowDown: () => go(1),
    k: () => go(-1),
    ArrowUp: () => go(-1),
    Enter: () => open(false),
    e: () => open(true),
    '/': () => searchBox.current?.focus(),
    c: () => void navigate({ to: '/posts/new' }),
    x: () => current !== undefined && isSelectable(current) && selection.toggle(current.id),
    s: () => {
      if (chosen.length > 0) setPicking(chosen);
      else if (current !== undefined && isSelectable(current)) setPicking([current]);
    },
    Escape: selection.clear,
  });

  return (
    <div className={classes.page} data-scrolls>
      <div className={classes.scroller} ref={setScroller} style={{ scrollPaddingTop: coveredHeight }}>
        <div className={classes.head} ref={head} data-sticky={!isShort}>
          <Group justify="space-between" wrap="nowrap">
            <Title order={1}>{texts.places.posts}</Title>
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
          <FeedbackToolbar search={search} searchBox={searchBox} onChange={change} onEnter={() => go(1)} />
        </div>
        {list.error !== null && data === undefined ? (
          <div className={classes.pad}>
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : data === undefined || (posts.length === 0 && hasNextPage) ? (
          <div className={classes.pad}>
            <RowsSkeleton rows={10} height={52} />
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
              onPickStatus={pick}
              onEnd={loadMore}
              onRetry={() => void fetchNextPage()}
            />
          )
        )}
      </div>
      {chosen.length > 0 && (
        <BulkBar
          selection={selection}
          isWhole={!hasNextPage}
          onStatus={() => setPicking(chosen)}
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
      {isPicking !== null && (
        <StatusPicker
          title={
            isPicking.length === 1
              ? texts.feedback.changeStatusOfOne
              : texts.feedback.changeStatusOfMany(isPicking.length, formats.number(isPicking.length))
          }
          currentId={sharedStatus(isPicking)}
          tells={(status) =>
            hasMail && isPicking.some((post) => tellsOf(post) ?? tellsByItself(status, post))
          }
          onPick={(status) => {
            changeStatus(isPicking, status, { tells: tellsOf });
            endPicking();
            deselect();
          }}
          onClose={endPicking}
        >
          {hasMail && isPicking.some(isPublic) && (
            <TellFollowers
              posts={isPicking}
              label={texts.telling.publicFollowers}
              choice={tells}
              onChoice={setTells}
            />
          )}
        </StatusPicker>
      )}
    </div>
  );
}
