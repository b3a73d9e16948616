// Deletes one or many posts. They are hidden immediately, and it can be undone for ten seconds.

import { deleteLater } from '../../data/delayed-deletions.ts';
import { useSession } from '../../data/session.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { shortened, useBulkEdits } from './use-bulk-edits.ts';

export function useDeletion() {
  const { common } = useTexts();
  const { deleting: texts } = usePostTexts();
  const notify = useNotify();
  const formats = useFormats();
  const workspaceId = useSession().workspace.id;
  const { run } = useBulkEdits((edits) => {
    const [first] = edits;
    const shown = formats.number(edits.length);
    return {
      running: texts.running(edits.length, shown),
      failed:
        edits.length === 1 && first !== undefined
          ? texts.failed(shortened(first.title))
          : texts.failedMany(edits.length, shown),
      stopped: () => texts.stopped,
    };
  });
  return (posts: readonly { id: string; title: string }[]) => {
    const edits = posts.map(({ id, title }) => ({ id, title, from: {}, to: {}, act: 'delete' as const }));
    const undo = deleteLater({
      workspaceId,
      ids: posts.map(({ id }) => id),
      run: () => {
        notice.withdraw();
        return run(edits, () => undefined);
      },
    });
    const notice = notify.done(texts.done(posts.length, formats.number(posts.length)), () => {
      if (undo()) notify.done(common.undone);
    });
  };
}
