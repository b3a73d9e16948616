// Changes the status of one or many posts.

import type { Status } from '@earshot/client';
import { useStatuses } from '../../data/catalog.ts';
import type { PostEdit } from '../../data/feedback/bulk-change.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { useStatusChangeErrors } from './status-change-errors.ts';
import { reverted, shortened, useBulkEdits } from './use-bulk-edits.ts';

interface Post {
  id: string;
  title: string;
  statusId: string;
}

interface Options {
  /** The reason, for the history. */
  comment?: string;
  /** Whether followers are told by mail. */
  notify?: boolean;
  onDone?: () => void;
}

export function useStatusChange() {
  const { feedback, telling } = useTexts();
  const notices = useNotify();
  const formats = useFormats();
  const errorsFrom = useStatusChangeErrors();
  const statuses = useStatuses().data;

  const nameOf = (id: string | undefined) => statuses?.find((status) => status.id === id)?.name ?? '–';
  /** What the changes are about: the title of one post, or the number of posts. */
  const about = (first: PostEdit | undefined, count: number) => {
    const [status, shown] = [nameOf(first?.to.statusId), formats.number(count)];
    return count === 1 && first !== undefined
      ? {
          running: feedback.movingOne(shortened(first.title), status),
          failed: feedback.notMovedOne(shortened(first.title), status),
        }
      : { running: feedback.movingMany(shown), failed: feedback.notMovedMany(shown) };
  };
  const { run, moving } = useBulkEdits(([first, ...others]) => ({
    ...about(first, others.length + 1),
    stopped: feedback.changeStopped,
    known: errorsFrom(first?.from.statusId ?? ''),
  }));
  const changeStatus = (
    posts: readonly Post[],
    status: Status,
    { comment, notify = false, onDone }: Options = {},
  ) => {
    const edits = posts
      .filter(({ statusId }) => statusId !== status.id)
      .map(({ id, title, statusId }) => ({
        id,
        title,
        from: { statusId },
        to: { statusId: status.id },
        more: { ...(comment !== undefined && { statusComment: comment }), ...(notify && { notify }) },
      }));
    run(edits, (changed) => {
      onDone?.();
      const done = feedback.statusChanged(changed.length, formats.number(changed.length), status.name);
      notices.done(notify ? `${done} ${telling.statusWaits}` : done, () =>
        run(reverted(changed), () => notices.done(feedback.statusRestored)),
      );
    });
  };
  return { changeStatus, moving };
}
