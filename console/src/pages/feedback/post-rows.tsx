// The rows of the list. Only visible rows are rendered, so that 100,000 posts scroll like ten.

import { Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { positionIn, rememberPosition, rowToRestore } from '../../data/feedback/list-position.ts';
import type { ListedPost } from '../../data/feedback/posts.ts';
import { useMembers } from '../../data/settings/members.ts';
import { ErrorState } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PostRow } from './post-row.tsx';
import classes from './post-rows.module.css';
import { useIsNarrow } from './use-height.ts';

export interface ListHandle {
  focus(index: number): void;
  /** The first visible row. */
  first(): number;
  /** The status of a row that is rendered, or else the row. */
  rowOf(index: number): Element | null;
}

/** Visible rows before the end of what is loaded. The first page is enough until someone scrolls. */
const loadAhead = 20;
/** How much of the end of the list the bulk bar covers. */
const barHeight = 80;

export function PostRows(props: {
  name: string;
  handle: Ref<ListHandle>;
  /** What scrolls: the head of the page, then the rows. */
  scroller: HTMLDivElement;
  headHeight: number;
  /** How much the head covers at the top while scrolling. */
  coveredHeight: number;
  posts: readonly ListedPost[];
  search: string | undefined;
  isStale: boolean;
  isWhole: boolean;
  isLoadingMore: boolean;
  /** Why the next page could not be loaded. */
  failure: Error | null;
  active: number;
  selected: ReadonlySet<string>;
  onActive: (postId: string) => void;
  onToggle: (id: string) => void;
  onRange: (id: string) => void;
  onPickStatus: (post: ListedPost, anchor: Element) => void;
  onPeek: (postId: string) => void;
  onEnd: () => void;
  onRetry: () => void;
}) {
  const { posts, name, active, onActive, onEnd, scroller, headHeight, coveredHeight } = props;
  const { feedback } = useTexts();
  const navigate = useNavigate();
  const open = useCallback(
    (postId: string) => void navigate({ to: '/posts/$postId', params: { postId } }),
    [navigate],
  );
  const isNarrow = useIsNarrow(scroller);
  const rowHeight = isNarrow ? 64 : 40;
  // Stable, because a new function would make the virtualizer measure all rows again on every frame.
  const getItemKey = useCallback((index: number) => posts[index]?.id ?? index, [posts]);
  const virtualizer = useVirtualizer({
    count: posts.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 12,
    scrollMargin: headHeight,
    scrollPaddingStart: coveredHeight,
    paddingEnd: props.selected.size > 0 ? barHeight : 0,
    initialOffset: () => {
      const offset = positionIn(name)?.offset ?? 0;
      return offset < posts.length * rowHeight ? offset : 0;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what has to be measured again.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const rows = virtualizer.getVirtualItems();
  const last = virtualizer.range?.endIndex ?? 0;

  const statuses = useStatuses().data;
  const types = usePostTypes().data;
  const members = useMembers().data?.members;
  const statusOf = useMemo(() => new Map(statuses?.map((status) => [status.id, status])), [statuses]);
  const ownerOf = useMemo(() => new Map(members?.map(({ id, name }) => [id, name])), [members]);
  const typeOf = useMemo(() => new Map(types?.map((type) => [type.id, type])), [types]);

  useEffect(() => {
    if (last >= posts.length - loadAhead) onEnd();
  }, [last, posts.length, onEnd]);

  const focus = useCallback(
    (index: number) => {
      virtualizer.scrollToIndex(index, { align: 'auto' });
      const row = () => scroller.querySelector<HTMLElement>(`[data-index="${index}"] a`);
      const focusRow = () => row()?.focus({ preventScroll: true });
      // Immediately if possible: the next key may open a dialog, which later restores the focus to where it was.
      if (row() == null) requestAnimationFrame(focusRow);
      else focusRow();
    },
    [virtualizer, scroller],
  );
  useImperativeHandle(
    props.handle,
    () => ({
      focus,
      rowOf: (index) => {
        const row = scroller.querySelector(`[data-index="${index}"]`);
        return row?.querySelector('[data-anchor]') ?? row;
      },
      first: () =>
        Math.max(0, Math.ceil(((virtualizer.scrollOffset ?? 0) + coveredHeight - headHeight) / rowHeight)),
    }),
    [focus, virtualizer, scroller, rowHeight, coveredHeight, headHeight],
  );

  const looked = useRef<{ postId: string; index: number }>(undefined);
  const post = posts[active];
  looked.current = post && { postId: post.id, index: active };
  // Not a passive effect: by then the element is detached and its scroll position lost.
  useLayoutEffect(() => {
    return () => rememberPosition(name, { offset: scroller.scrollTop, row: looked.current });
  }, [name, scroller]);

  const atFirst = useRef({ posts, isStale: props.isStale });
  useEffect(() => {
    const { posts: shown, isStale } = atFirst.current;
    const row = isStale ? -1 : rowToRestore(positionIn(name), shown);
    const returned = shown[row];
    if (returned === undefined) return;
    onActive(returned.id);
    // When returning from a post, nothing has the focus. Don't take it from someone who is typing.
    if (document.activeElement?.matches('body, main')) focus(row);
  }, [name, onActive, focus]);

  return (
    <>
      <ul
        className={classes.rows}
        data-stale={props.isStale}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={feedback.listLabel}
      >
        {rows.map(({ index, key, start }) => {
          const post = posts[index];
          if (post === undefined) return null;
          return (
            <PostRow
              key={key}
              post={post}
              search={props.search}
              index={index}
              start={start - headHeight}
              height={rowHeight}
              total={props.isWhole ? posts.length : -1}
              status={statusOf.get(post.statusId)}
              type={typeOf.get(post.postTypeId)}
              owner={ownerOf.get(post.ownerId ?? '')}
              isActive={index === active}
              isSelected={props.selected.has(post.id)}
              onActive={onActive}
              onToggle={props.onToggle}
              onRange={props.onRange}
              onPickStatus={props.onPickStatus}
              onOpen={open}
              onPeek={props.onPeek}
            />
          );
        })}
      </ul>
      {props.isLoadingMore ? (
        <div className={classes.more}>
          <Loader size="sm" aria-label={feedback.loadingMore} />
        </div>
      ) : (
        props.failure !== null && (
          <div className={classes.failed}>
            <ErrorState error={props.failure} onRetry={props.onRetry} />
          </div>
        )
      )}
    </>
  );
}
