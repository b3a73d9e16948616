// Changes the status of one or many posts, with progress, cancel and undo, and reports which posts were refused.

import type { Status } from '@earshot/client';
import {
  type BulkOutcome,
  type BulkProgress,
  type PostStatusChange,
  useBulkStatusChange,
} from '../../data/bulk-status-change.ts';
import type { ListedPost } from '../../data/posts.ts';
import { useSession } from '../../data/session.ts';
import { errorText } from '../../parts/error-text.ts';
import { useFormats } from '../../parts/format.ts';
import { useNotify } from '../../parts/notify.tsx';
import { useStatusChangeErrors } from '../../parts/status-change-errors.ts';
import { useTexts } from '../../texts/texts.tsx';

export function useStatusChange(): (posts: readonly ListedPost[], status: Status) => void {
  const texts = useTexts();
  const { feedback } = texts;
  const notify = useNotify();
  const formats = useFormats();
  const errorsFrom = useStatusChangeErrors();
  const { mutateAsync } = useBulkStatusChange();
  const workspaceId = useSession().workspace.id;
  const reportRefused = ({ refused, failure, isCanceled }: BulkOutcome) => {
    const [first] = refused;
    if (first === undefined) return;
    const count = refused.length;
    if (isCanceled) return notify.info(feedback.changeStopped(count, formats.number(count)));
    const reason = errorText(texts, failure, errorsFrom(first.from));
    notify.warn(feedback.notChanged(count, formats.number(count), reason));
  };
  const run = (changes: readonly PostStatusChange[], done: (changed: PostStatusChange[]) => void) => {
    const stop = new AbortController();
    const progress = notify.progress(() => stop.abort());
    const onProgress = ({ isWaiting, ...counts }: BulkProgress) => {
      const text = isWaiting ? feedback.changingWaits : feedback.changing;
      progress.report(text(formats.number(counts.done), formats.number(counts.count)));
    };
    const work = mutateAsync({ workspaceId, changes, onProgress, signal: stop.signal }).finally(progress.end);
    void notify.follow(work, (outcome) => {
      if (outcome.changed.length > 0) done(outcome.changed);
      reportRefused(outcome);
    });
  };
  return (posts, status) => {
    const changes = posts
      .filter(({ statusId }) => statusId !== status.id)
      .map(({ id, statusId }) => ({ id, from: statusId, to: status.id }));
    if (changes.length === 0) return;
    const revert = (changed: readonly PostStatusChange[]) =>
      run(
        changed.map(({ id, from, to }) => ({ id, from: to, to: from })),
        () => notify.done(feedback.statusRestored),
      );
    run(changes, (changed) =>
      notify.done(feedback.statusChanged(changed.length, formats.number(changed.length), status.name), () =>
        revert(changed),
      ),
    );
  };
}
