// Moves posts to a status at once and offers to take it back; says how far it is and lets it be stopped, and says how
// many the rules of statuses kept.

import type { Status } from '@earshot/client';
import {
  type MovesOutcome,
  type MovesProgress,
  type StatusMove,
  useMoveStatuses,
} from '../../data/bulk-status-change.ts';
import type { ListedPost } from '../../data/posts.ts';
import { failureText } from '../../parts/error-text.ts';
import { useFormats } from '../../parts/format.ts';
import { useNotify } from '../../parts/notify.tsx';
import { useStatusChangeErrors } from '../../parts/status-change-errors.ts';
import { useTexts } from '../../texts/texts.tsx';

export function useMoving(): (posts: readonly ListedPost[], status: Status) => void {
  const texts = useTexts();
  const { feedback } = texts;
  const notify = useNotify();
  const formats = useFormats();
  const errorsFrom = useStatusChangeErrors();
  const { mutateAsync } = useMoveStatuses();
  const tellRefused = ({ refused, failure, isCanceled }: MovesOutcome) => {
    const [first] = refused;
    if (first === undefined) return;
    const count = refused.length;
    if (isCanceled) return notify.tell(feedback.moveStopped(count, formats.number(count)));
    const reason = failureText(texts, failure, errorsFrom(first.from));
    notify.warn(feedback.notMoved(count, formats.number(count), reason));
  };
  const run = (moves: readonly StatusMove[], done: (moved: StatusMove[]) => void) => {
    const stop = new AbortController();
    const progress = notify.progress(() => stop.abort());
    const onProgress = ({ isWaiting, ...so }: MovesProgress) => {
      const text = isWaiting ? feedback.movingWaits : feedback.moving;
      progress.tell(text(formats.number(so.done), formats.number(so.count)));
    };
    const work = mutateAsync({ moves, onProgress, signal: stop.signal }).finally(progress.end);
    notify.follow(work, (outcome) => {
      if (outcome.moved.length > 0) done(outcome.moved);
      tellRefused(outcome);
    });
  };
  return (posts, status) => {
    const moves = posts
      .filter(({ statusId }) => statusId !== status.id)
      .map(({ id, statusId }) => ({ id, from: statusId, to: status.id }));
    if (moves.length === 0) return;
    const back = (moved: readonly StatusMove[]) =>
      run(
        moved.map(({ id, from, to }) => ({ id, from: to, to: from })),
        () => notify.done(feedback.movedBack),
      );
    run(moves, (moved) =>
      notify.done(feedback.moved(moved.length, formats.number(moved.length), status.name), () => back(moved)),
    );
  };
}
