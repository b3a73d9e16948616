// Makes one or many posts public or internal.

import type { PostDetail } from '@earshot/client';
import type { PostEdit } from '../../data/feedback/bulk-change.ts';
import type { FeedbackSearch } from '../../data/feedback/feedback-search.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { reverted, useBulkEdits } from './use-bulk-edits.ts';

export type Visibility = NonNullable<PostDetail['visibility']>;

interface Post {
  id: string;
  title: string;
  visibility?: Visibility | undefined;
}

export function useVisibilityChange() {
  const { visibility: texts } = useTexts();
  const notify = useNotify();
  const formats = useFormats();
  const { run, runMatching } = useBulkEdits((edits) => {
    const [count, shown] = [edits.length, formats.number(edits.length)];
    return {
      running: texts.changing(count, shown),
      failed: texts.notChanged(count, shown),
      stopped: texts.stopped,
    };
  });
  const reportChanged = (changed: readonly PostEdit[], to: Visibility) =>
    notify.done(
      texts.changed[to](changed.length, formats.number(changed.length)),
      () => void run(reverted(changed), () => notify.done(texts.restored)),
    );
  const changeVisibility = (
    posts: readonly Post[],
    to: Visibility,
    { publishComments = false, onDone }: { publishComments?: boolean; onDone?: () => void } = {},
  ) => {
    const edits = posts
      .filter(({ visibility = 'internal' }) => visibility !== to)
      .map(({ id, title, visibility = 'internal' }) => ({
        id,
        title,
        from: { visibility },
        to: { visibility: to },
        more: publishComments ? { publishComments } : undefined,
      }));
    void run(edits, (changed) => {
      onDone?.();
      reportChanged(changed, to);
    });
  };
  const publishMatching = (search: FeedbackSearch, { publishComments }: { publishComments: boolean }) =>
    runMatching(
      {
        search: { ...search, visibility: ['internal'] },
        from: { visibility: 'internal' },
        to: { visibility: 'public' },
        more: publishComments ? { publishComments } : undefined,
      },
      { running: texts.publishing, cut: texts.publishCut, stopped: texts.publishStopped },
      (changed) => reportChanged(changed, 'public'),
    );
  return { changeVisibility, publishMatching };
}
