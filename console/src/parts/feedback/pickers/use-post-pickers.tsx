// Opens the pickers of posts as popovers at any element, and binds their keys.

import { type ReactNode, useEffect, useState } from 'react';
import { lateDialog } from '../../forms/late-dialog.tsx';
import { type Shortcuts, useShortcuts } from '../../shortcuts.ts';
import type { PickedPost } from '../use-field-change.ts';
import type { PickerName } from './picker.ts';

export type { PickerName } from './picker.ts';

/** What each key opens for the current post. */
export const pickerKeys = { s: 'status', a: 'owner', t: 'tags', y: 'type', m: 'merge' } as const;

const PostPicker = lateDialog(async () => (await import('./post-picker.tsx')).PostPicker);

type OpenPicker = (name: PickerName, posts: readonly PickedPost[], anchor: Element) => void;

interface Events {
  /** Something was picked. It is being saved. */
  onPicked?: (name: PickerName) => void;
  /** The posts were merged into this one. */
  onMerged?: (intoId: string) => void;
}

/** For a page whose own code comes with that of the pickers. */
export const usePickersReady = (): void => useEffect(() => void PostPicker.preload(), []);

/** `picker` is to be rendered: the open one, or nothing. */
export function usePostPickers({ onPicked, onMerged }: Events = {}): { open: OpenPicker; picker: ReactNode } {
  const [opened, setOpened] = useState<{
    name: PickerName;
    posts: readonly PickedPost[];
    anchor: Element;
  }>();
  useLoadedOnUse();
  return {
    open: (name, posts, anchor) => {
      if (posts.length > 0) setOpened({ name, posts, anchor });
    },
    picker: opened !== undefined && (
      <PostPicker
        {...opened}
        onPicked={(name) => onPicked?.(name)}
        onMerged={(intoId) => onMerged?.(intoId)}
        onClose={() => setOpened(undefined)}
      />
    ),
  };
}

/** Not before someone touches the page: it would be part of the first visit. */
function useLoadedOnUse(): void {
  useEffect(() => {
    const stop = new AbortController();
    const load = () => {
      stop.abort();
      void PostPicker.preload();
    };
    for (const name of ['keydown', 'pointermove', 'pointerdown'])
      window.addEventListener(name, load, { signal: stop.signal, passive: true });
    return () => stop.abort();
  }, []);
}

/** The keys of the current post: those of the pickers, and those to write. */
export function usePostKeys(
  open: (name: PickerName) => void,
  write: { onReply?: () => void; onNote?: () => void } = {},
): void {
  const { onReply, onNote } = write;
  const keys = Object.entries(pickerKeys).map(([key, name]) => [key, () => open(name)] as const);
  const shortcuts: Shortcuts = {
    ...Object.fromEntries(keys),
    ...(onReply !== undefined && { r: onReply }),
    ...(onNote !== undefined && { n: onNote }),
  };
  useShortcuts(shortcuts);
}
