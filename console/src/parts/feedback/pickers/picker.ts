// What all pickers have in common.

import { usePostTexts } from '../../../texts/post.ts';
import type { PopoverPlace } from '../../forms/choice-popover.tsx';
import { useFormats } from '../../text/format.ts';
import type { PickedPost } from '../use-field-change.ts';

export type PickerName = 'status' | 'owner' | 'tags' | 'type' | 'merge';

export interface PickerProps extends PopoverPlace {
  /** As they are when it opens. */
  posts: readonly PickedPost[];
  /** Something was picked. It is being saved. */
  onPicked: (name: PickerName) => void;
  /** The posts were merged into this one. */
  onMerged: (intoId: string) => void;
}

/** The value that all posts have; undefined if they differ. */
export function sharedBy<T>(posts: readonly PickedPost[], read: (post: PickedPost) => T): T | undefined {
  const [first] = posts;
  if (first === undefined) return undefined;
  const value = read(first);
  return posts.every((post) => read(post) === value) ? value : undefined;
}

export function usePickerTitle(name: PickerName, posts: readonly PickedPost[]): string {
  const { titles, ofMany } = usePostTexts().pickers;
  const formats = useFormats();
  const { length: count } = posts;
  return count > 1 ? ofMany(titles[name], count, formats.number(count)) : titles[name];
}
