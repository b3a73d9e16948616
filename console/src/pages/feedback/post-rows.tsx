// The rows themselves. Only those in sight are in the page, so a list of a hundred thousand scrolls like one of ten.

import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import type { ListedPost } from '../../data/posts.ts';
import { useTexts } from '../../texts/texts.tsx';
import { PostRow } from './post-row.tsx';
import classes from './post-rows.module.css';

export interface ListHandle {
  focus(index: number): void;
}

/** Where each list was left, so that going back from a post finds the same place. */
const placeOf = new Map<string, number>();

const loadAhead = 40;

export function PostRows(props: {
  name: string;
  handle: Ref<ListHandle>;
  posts: readonly ListedPost[];
  isStale: boolean;
  isLoadingMore: boolean;
  active: number;
  selected: ReadonlySet<string>;
  onActive: (index: number) => void;
  onToggle: (id: string) => void;
  onPickStatus: (post: ListedPost) => void;
  onEnd: () => void;
}) {
  const { posts, name, onEnd } = props;
  const { feedback } = useTexts();
  const navigate = useNavigate();
  const open = useCallback(
    (postId: string) => void navigate({ to: '/feedback/$postId', params: { postId } }),
    [navigate],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const rowHeight = isNarrow ? 112 : 60;
  const virtualizer = useVirtualizer({
    count: posts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => posts[index]?.id ?? index,
    overscan: 12,
    initialOffset: () => placeOf.get(name) ?? 0,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;

  const statuses = useStatuses().data;
  const types = usePostTypes().data;
  const statusOf = useMemo(() => new Map(statuses?.map((status) => [status.id, status])), [statuses]);
  const typeOf = useMemo(() => new Map(types?.map((type) => [type.id, type])), [types]);

  useEffect(() => {
    if (last >= posts.length - loadAhead) onEnd();
  }, [last, posts.length, onEnd]);

  useEffect(() => {
    const element = scroller.current;
    return () => {
      if (element !== null) placeOf.set(name, element.scrollTop);
    };
  }, [name]);

  useImperativeHandle(
    props.handle,
    () => ({
      focus(index) {
        virtualizer.scrollToIndex(index, { align: 'auto' });
        requestAnimationFrame(() =>
          scroller.current
            ?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
            ?.focus({ preventScroll: true }),
        );
      },
    }),
    [virtualizer],
  );

  return (
    <div className={classes.scroller} ref={scroller} data-stale={props.isStale}>
      <ul
        className={classes.rows}
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
              index={index}
              start={start}
              height={rowHeight}
              status={statusOf.get(post.statusId)}
              type={typeOf.get(post.postTypeId)}
              isActive={index === props.active}
              isSelected={props.selected.has(post.id)}
              onActive={props.onActive}
              onToggle={props.onToggle}
              onPickStatus={props.onPickStatus}
              onOpen={open}
            />
          );
        })}
      </ul>
      {props.isLoadingMore && (
        <div className={classes.more}>
          <Loader size="sm" aria-label={feedback.loadingMore} />
        </div>
      )}
    </div>
  );
}
