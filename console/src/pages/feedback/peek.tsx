// The active post in a panel beside the list, which stays. It follows the active row.

import { ActionIcon, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, Suspense, useDeferredValue, useEffect } from 'react';
import { prefetchPost } from '../../data/feedback/neighbors.ts';
import { IconX } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { lazyComponent } from '../../parts/states/lazy-component.tsx';
import { useListTexts } from '../../texts/list.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './peek.module.css';

const PostView = lazyComponent(async () => (await import('../../parts/post/post-view.tsx')).PostView);

interface Row {
  id: string;
  mergedInto?: { id: string } | null;
}

/** What a row leads to: of a merged post, the one that it was merged into. */
const shownBy = (row: Row): string => row.mergedInto?.id ?? row.id;

export function Peek(props: {
  row: Row;
  /** The rows before and after it. */
  neighbors: readonly (Row | undefined)[];
  /** Moves the focus back to the list. */
  onLeave: () => void;
  onClose: () => void;
}) {
  const { row, neighbors, onLeave, onClose } = props;
  const { common } = useTexts();
  const { peek: texts } = useListTexts();
  const navigate = useNavigate();
  // While keys move quickly through the rows, only the last one is shown.
  const postId = useDeferredValue(shownBy(row));
  usePrefetched(neighbors);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // Popovers and dialogs of the post are elsewhere on the page, and close themselves.
    const { target, currentTarget } = event;
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    event.stopPropagation();
    event.preventDefault();
    const isWriting = target.matches('input, textarea') || target.isContentEditable;
    if (isWriting) onLeave();
    else onClose();
  };
  return (
    <aside className={classes.peek} aria-label={texts.label} onKeyDown={press}>
      <div className={classes.bar}>
        <AnchorLink to="/posts/$postId" params={{ postId }} size="sm">
          {texts.open}
        </AnchorLink>
        <ActionIcon variant="subtle" color="gray" aria-label={common.close} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Suspense fallback={<Skeleton height={320} m={24} />}>
        <PostView
          postId={postId}
          isEditing={false}
          // There is room to write on the page of the post, which also asks before it is left.
          onEditing={() =>
            void navigate({ to: '/posts/$postId', params: { postId }, search: { edit: true } })
          }
          // The list drops the row, and the next one becomes active.
          onDeleted={onLeave}
          onMerged={onLeave}
        />
      </Suspense>
    </aside>
  );
}

function usePrefetched(rows: readonly (Row | undefined)[]): void {
  const queryClient = useQueryClient();
  const ids = rows.flatMap((row) => (row === undefined ? [] : [shownBy(row)])).join(' ');
  useEffect(() => {
    for (const id of ids.split(' ')) if (id !== '') prefetchPost(queryClient, id);
  }, [queryClient, ids]);
}
