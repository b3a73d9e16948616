// Changes the status of one or many posts, with progress, cancel, undo and retry, and says which posts were refused.

import type { Status } from '@earshot/client';
import { useState } from 'react';
import { useStatuses } from '../../data/catalog.ts';
import {
  type BulkOutcome,
  type BulkProgress,
  type PostStatusChange,
  useBulkStatusChange,
} from '../../data/feedback/bulk-status-change.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { errorText, mayPass } from '../text/error-text.ts';
import { useFormats } from '../text/format.ts';
import { useStatusChangeErrors } from './status-change-errors.ts';

interface Post {
  id: string;
  title: string;
  statusId: string;
}

interface Options {
  /** The reason, for the history. */
  comment?: string;
  onDone?: () => void;
}

const none: ReadonlySet<string> = new Set();

/** A notice has little room. */
const maxTitle = 60;
const shortened = (title: string): string =>
  title.length > maxTitle ? `${[...title].slice(0, maxTitle).join('').trimEnd()}…` : title;

export function useStatusChange() {
  const texts = useTexts();
  const { feedback } = texts;
  const notify = useNotify();
  const formats = useFormats();
  const errorsFrom = useStatusChangeErrors();
  const statuses = useStatuses().data;
  const { mutateAsync } = useBulkStatusChange();
  const workspaceId = useSession().workspace.id;
  const [moving, setMoving] = useState(none);

  const nameOf = (id: string | undefined) => statuses?.find((status) => status.id === id)?.name ?? '–';
  /** What the changes are about: the title of one post, or the number of posts. */
  const about = (changes: readonly PostStatusChange[]) => {
    const [first] = changes;
    const [count, status] = [changes.length, nameOf(first?.to)];
    const shown = formats.number(count);
    return count === 1 && first !== undefined
      ? {
          moving: feedback.movingOne(shortened(first.title), status),
          failed: feedback.notMovedOne(shortened(first.title), status),
        }
      : { moving: feedback.movingMany(shown), failed: feedback.notMovedMany(shown) };
  };
  type Done = (changed: PostStatusChange[]) => void;
  const fail = (changes: readonly PostStatusChange[], error: unknown, done: Done) =>
    notify.warn(errorText(texts, error, errorsFrom(changes[0]?.from ?? '')), {
      title: about(changes).failed,
      retry: mayPass(error) ? () => run(changes, done) : undefined,
    });
  const report = ({ refused, failure, isCanceled }: BulkOutcome, done: Done) => {
    const count = refused.length;
    if (count === 0) return;
    if (isCanceled) notify.info(feedback.changeStopped(count, formats.number(count)));
    else fail(refused, failure, done);
  };
  const run = (changes: readonly PostStatusChange[], done: Done) => {
    const stop = new AbortController();
    const progress = notify.progress(() => stop.abort());
    const onProgress = ({ done: count, wait }: BulkProgress) =>
      progress.report(
        [
          about(changes).moving,
          ...(count > 0 ? [feedback.movedSoFar(formats.number(count))] : []),
          ...(wait === undefined ? [] : [feedback.waits[wait]]),
        ].join(' '),
      );
    // Several posts stay in the list, whatever its filters, until all are done.
    const ids = changes.length > 1 ? changes.map(({ id }) => id) : [];
    setMoving((before) => new Set([...before, ...ids]));
    void mutateAsync({ workspaceId, changes, onProgress, signal: stop.signal })
      .finally(() => {
        progress.end();
        setMoving((before) => new Set([...before].filter((id) => !ids.includes(id))));
      })
      .then(
        (outcome) => {
          if (outcome.changed.length > 0) done(outcome.changed);
          report(outcome, done);
        },
        (error: unknown) => fail(changes, error, done),
      );
  };
  const changeStatus = (posts: readonly Post[], status: Status, { comment, onDone }: Options = {}) => {
    const changes = posts
      .filter(({ statusId }) => statusId !== status.id)
      .map(({ id, title, statusId }) => ({ id, title, from: statusId, to: status.id, comment }));
    if (changes.length === 0) return;
    const revert = (changed: readonly PostStatusChange[]) =>
      run(
        changed.map(({ id, title, from, to }) => ({ id, title, from: to, to: from })),
        () => notify.done(feedback.statusRestored),
      );
    run(changes, (changed) => {
      onDone?.();
      notify.done(feedback.statusChanged(changed.length, formats.number(changed.length), status.name), () =>
        revert(changed),
      );
    });
  };
  return {
    changeStatus,
    /** Posts whose change is still running, if there are several. */
    moving,
  };
}
