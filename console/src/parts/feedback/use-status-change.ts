// Changes the status of one or many posts.

import type { Status } from '@earshot/client';
import { useStatuses } from '../../data/catalog.ts';
import type { PostEdit } from '../../data/feedback/bulk-change.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { useStatusChangeErrors } from './status-change-errors.ts';
import { tellsByItself } from './tell-followers.tsx';
import { reverted, shortened, useBulkEdits } from './use-bulk-edits.ts';

interface Post {
  id: string;
  title: string;
  statusId: string;
  visibility?: string;
}

interface Options {
  /** The reason, for the history. */
  comment?: string;
  /** Whether followers of the post are told by mail; undefined for what the status says. */
  tells?: (post: Post) => boolean | undefined;
  /** False if none of the posts has any. */
  hasFollowers?: boolean;
  onDone?: () => void;
}

export function useStatusChange() {
  const { feedback, telling } = useTexts();
  const notices = useNotify();
  const formats = useFormats();
  const errorsFrom = useStatusChangeErrors();
  const statuses = useStatuses().data;
  const { hasMail } = useSession();

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
  const { run } = useBulkEdits(([first, ...others]) => ({
    ...about(first, others.length + 1),
    stopped: feedback.changeStopped,
    known: errorsFrom(first?.from.statusId ?? ''),
  }));
  const changeStatus = (
    posts: readonly Post[],
    status: Status,
    { comment, tells, hasFollowers = true, onDone }: Options = {},
  ) => {
    const moved = posts.filter(({ statusId }) => statusId !== status.id);
    const isTold =
      hasMail && hasFollowers && moved.some((post) => tells?.(post) ?? tellsByItself(status, post));
    const edits = moved.map((post) => {
      const { id, title, statusId } = post;
      const notify = tells?.(post);
      const more = {
        ...(comment !== undefined && { statusComment: comment }),
        ...(notify !== undefined && { notify }),
      };
      return { id, title, from: { statusId }, to: { statusId: status.id }, more };
    });
    void run(edits, (changed) => {
      onDone?.();
      const done = feedback.statusChanged(changed.length, formats.number(changed.length), status.name);
      // The status that they had may tell followers, too; it is no news.
      const undo = reverted(changed).map((edit) => ({ ...edit, more: { notify: false } }));
      notices.done(
        isTold ? `${done} ${telling.statusWaits}` : done,
        () => void run(undo, () => notices.done(feedback.statusRestored)),
      );
    });
  };
  return { changeStatus };
}
