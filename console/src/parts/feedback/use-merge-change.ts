// Merges one or many posts into another one, and unmerges them.

import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { shortened, useBulkEdits } from './use-bulk-edits.ts';

interface Post {
  id: string;
  title: string;
}

interface Target {
  intoId: string;
  publishComments?: boolean;
}

const nothing = { from: {}, to: {} };

export function useMergeChange() {
  const { post: texts } = useTexts();
  const merges = usePostTexts().merging;
  const notify = useNotify();
  const formats = useFormats();
  const wordsOf = (conflict: string) => (edits: readonly Post[]) => {
    const [first] = edits;
    const shown = formats.number(edits.length);
    return {
      running: merges.running(edits.length, shown),
      failed:
        edits.length === 1 && first !== undefined
          ? merges.failed(shortened(first.title))
          : merges.failedMany(edits.length, shown),
      stopped: () => merges.stopped,
      known: { CONFLICT: conflict },
    };
  };
  const { run: runMerge } = useBulkEdits(wordsOf(texts.mergeConflict));
  const { run: runUnmerge } = useBulkEdits(wordsOf(texts.unmergeConflict));
  const unmerge = (posts: readonly Post[]) =>
    void runUnmerge(
      posts.map(({ id, title }) => ({ id, title, ...nothing, act: 'unmerge' })),
      () => void notify.done(texts.unmerged),
    );
  const merge = (posts: readonly Post[], target: Target, onDone?: () => void) =>
    void runMerge(
      posts.map(({ id, title }) => ({ id, title, ...nothing, act: 'merge', more: target })),
      (changed) => {
        notify.done(texts.merged, () => unmerge(changed));
        onDone?.();
      },
    );
  return { merge, unmerge };
}
